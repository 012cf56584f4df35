import type ts from "typescript";

/** The types that a module exports by name, and whether it may export others that only their own module shows. */
export interface ExportedTypes {
  types: string[];
  /** It has an `export * from`. */
  isOpen: boolean;
}

/** The types, interfaces and classes that a module's text exports, also those that it hands on. */
export function exportedTypes(compiler: typeof ts, text: string): ExportedTypes {
  const source = compiler.createSourceFile("state.ts", text, compiler.ScriptTarget.Latest);
  const types = new Set<string>();
  let isOpen = false;
  const declared = new Set(source.statements.flatMap((at) => typeNameOf(compiler, at) ?? []));
  for (const statement of source.statements) {
    const name = typeNameOf(compiler, statement);
    if (name !== undefined && isExported(compiler, statement)) types.add(name);
    if (!compiler.isExportDeclaration(statement)) continue;
    const { exportClause, moduleSpecifier, isTypeOnly } = statement;
    if (!exportClause) isOpen = true;
    if (!exportClause || !compiler.isNamedExports(exportClause)) continue;
    for (const element of exportClause.elements) {
      const local = (element.propertyName ?? element.name).text;
      // Of what comes from elsewhere only the word `type` tells that it is one.
      const isType = moduleSpecifier ? isTypeOnly || element.isTypeOnly : declared.has(local);
      if (isType || isImportedType(compiler, source, local)) types.add(element.name.text);
    }
  }
  types.delete("default");
  return { types: [...types], isOpen };
}

/** The type of the world among those that are exported: `State`, or the only one that is called so at its end. */
export function stateTypeAmong({ types }: ExportedTypes): string | undefined {
  if (types.includes("State")) return "State";
  const candidates = types.filter((type) => type.endsWith("State"));
  return candidates.length === 1 ? candidates[0] : undefined;
}

function typeNameOf(compiler: typeof ts, statement: ts.Statement): string | undefined {
  // A type that needs arguments cannot be written by its name alone.
  if (compiler.isTypeAliasDeclaration(statement) || compiler.isInterfaceDeclaration(statement)) {
    const needed = statement.typeParameters?.some((parameter) => parameter.default === undefined);
    return needed ? undefined : statement.name.text;
  }
  return compiler.isClassDeclaration(statement) && !statement.typeParameters
    ? statement.name?.text
    : undefined;
}

function isExported(compiler: typeof ts, statement: ts.Statement): boolean {
  const modifiers = compiler.canHaveModifiers(statement) ? (compiler.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind): boolean => modifiers.some((modifier) => modifier.kind === kind);
  return has(compiler.SyntaxKind.ExportKeyword) && !has(compiler.SyntaxKind.DefaultKeyword);
}

function isImportedType(compiler: typeof ts, source: ts.SourceFile, name: string): boolean {
  return source.statements.some((statement) => {
    if (!compiler.isImportDeclaration(statement)) return false;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !compiler.isNamedImports(bindings)) return false;
    const element = bindings.elements.find((one) => one.name.text === name);
    return element !== undefined && (element.isTypeOnly || statement.importClause?.isTypeOnly === true);
  });
}
