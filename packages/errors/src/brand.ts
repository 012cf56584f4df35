/** Registered, so that every loaded copy of the package sets and reads the same one. */
const kindsKey = Symbol.for("@silo/errors/kinds");

interface BrandedClass {
  readonly kind: string;
  readonly prototype: object;
}

/** Marks an error with the kinds of its class and of the classes above it, and names it by the first. */
export function brand(error: Error, constructor: unknown): void {
  const kinds: string[] = [];
  for (let at = constructor; typeof at === "function"; at = Object.getPrototypeOf(at) as unknown) {
    const kind = Object.getOwnPropertyDescriptor(at, "kind")?.value as unknown;
    if (typeof kind === "string") kinds.push(kind);
  }
  // Not enumerable: a spread or Object.assign onto something else does not carry it along.
  Object.defineProperty(error, kindsKey, { value: Object.freeze(kinds) });
  // The class by a word that no minifier renames. The stack is formatted when it is first read, and shows it.
  Object.defineProperty(error, "name", { value: kinds[0], configurable: true, writable: true });
}

/** Whether `value` is an error of that kind, made by any loaded copy (contract E3). A look-alike is refused. */
export function hasKind(value: unknown, kind: string): value is Error {
  if (typeof value !== "object" || value === null) return false;
  try {
    // The built-in tag is read off the object itself, so neither a prototype nor a proxy can pretend it.
    if (Symbol.toStringTag in value || Object.prototype.toString.call(value) !== "[object Error]")
      return false;
    const mark = Object.getOwnPropertyDescriptor(value, kindsKey);
    if (mark === undefined || mark.enumerable === true || !Array.isArray(mark.value)) return false;
    const code = Object.getOwnPropertyDescriptor(value, "code");
    return typeof code?.value === "string" && mark.value.includes(kind);
  } catch {
    return false;
  }
}

/**
 * `instanceof` for the classes of this package: by kind, so that it holds across loaded copies. A class that someone
 * derives has no kind of its own and is told by its prototype, as usual.
 */
export function isInstance(constructor: BrandedClass, value: unknown): boolean {
  if (Object.hasOwn(constructor, "kind")) return hasKind(value, constructor.kind);
  return (
    typeof value === "object" &&
    value !== null &&
    Object.prototype.isPrototypeOf.call(constructor.prototype, value)
  );
}
