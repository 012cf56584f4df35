import type ts from "typescript";

/** What tells a tool or a verifier among other objects: the member that names it, and one that only it has. */
const marks = {
  tool: { name: "name", other: "run" },
  verifier: { name: "id", other: "check" },
} as const;

/**
 * Whether a module's text makes a tool that agents call `name`, or a verifier of that id, as far as the text alone shows: an
 * object with that name written out, and with what such a thing does. A name that is put together is not seen.
 */
export function declaresResource(
  compiler: typeof ts,
  text: string,
  { kind, name }: { kind: keyof typeof marks; name: string },
): boolean {
  // Parsing takes longer than looking.
  if (!text.includes(name)) return false;
  const mark = marks[kind];
  const nameOf = (property: ts.ObjectLiteralElementLike): string | undefined =>
    property.name && (compiler.isIdentifier(property.name) || compiler.isStringLiteral(property.name))
      ? property.name.text
      : undefined;
  const declares = (node: ts.ObjectLiteralExpression): boolean =>
    node.properties.some((property) => nameOf(property) === mark.other) &&
    node.properties.some(
      (property) =>
        nameOf(property) === mark.name &&
        compiler.isPropertyAssignment(property) &&
        compiler.isStringLiteralLike(property.initializer) &&
        property.initializer.text === name,
    );
  const visit = (node: ts.Node): boolean =>
    (compiler.isObjectLiteralExpression(node) && declares(node)) ||
    (compiler.forEachChild(node, (child) => visit(child) || undefined) ?? false);
  return visit(compiler.createSourceFile("module.ts", text, compiler.ScriptTarget.Latest));
}
