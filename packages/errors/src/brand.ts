/** Registered, so that every loaded copy of the package sets and reads the same one. */
const kindsKey = Symbol.for("@silo/errors/kinds");

/** A class of this package, or one that somebody derived from it. */
export interface BrandedClass {
  readonly kind: string;
}

/** Gives an error a name of its own, as the built-in errors have theirs: not enumerable. */
export function nameError(error: Error, name: string): void {
  Object.defineProperty(error, "name", { value: name, configurable: true, writable: true });
}

/** Marks an error with the kinds of its class and of the classes above it, and names it by the first. */
export function brand(error: Error, constructor: BrandedClass): void {
  const kinds: string[] = [];
  for (let at = constructor; at.kind; at = Object.getPrototypeOf(at) as BrandedClass) kinds.push(at.kind);
  // Not enumerable: a spread or Object.assign onto something else does not carry it along.
  Object.defineProperty(error, kindsKey, { value: Object.freeze(kinds) });
  // The class by a word that no minifier renames. The stack is formatted when it is first read, and shows it.
  nameError(error, constructor.kind);
}

/** Whether `value` is an error of that kind, made by any loaded copy (contract E3). A look-alike is refused. */
export function hasKind(value: unknown, kind: string): value is Error {
  if (typeof value !== "object" || value === null) return false;
  try {
    // The built-in tag is read off the object itself, so neither a prototype nor a proxy can pretend it.
    if (Symbol.toStringTag in value || Object.prototype.toString.call(value) !== "[object Error]")
      return false;
    const mark = Object.getOwnPropertyDescriptor(value, kindsKey);
    const code = Object.getOwnPropertyDescriptor(value, "code");
    return (
      mark?.enumerable === false &&
      Array.isArray(mark.value) &&
      mark.value.includes(kind) &&
      typeof code?.value === "string"
    );
  } catch {
    return false;
  }
}

/**
 * `instanceof` for the classes of this package: by kind, so that it holds across loaded copies. A class that someone
 * derives has no kind of its own and is told by its prototype, as usual.
 */
export function isInstance(constructor: BrandedClass, value: unknown): boolean {
  return Object.hasOwn(constructor, "kind")
    ? hasKind(value, constructor.kind)
    : (Function.prototype[Symbol.hasInstance].call(constructor, value) as boolean);
}
