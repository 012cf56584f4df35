import type ts from "typescript";

export interface Registration {
  /** Of the barrel. */
  text: string;
  /** The export that is looked for first; where there is none, the only array that is exported. */
  exportName: string;
  identifier: string;
  /** The module's file, without its extension. */
  file: string;
}

export type RegisterOutcome =
  | { ok: true; text: string; moduleEnding: string }
  | { ok: false; reason: "no_array" }
  | { ok: false; reason: "already_registered" }
  | { ok: false; reason: "no_code"; message: string; line: number; column: number };

/**
 * The barrel with one import and one element of its array more; every other character of it stays (contract S4). The
 * places come from the syntax tree, and the author's quotes, semicolons, line ends and module endings are taken over.
 */
export function registerInBarrel(compiler: typeof ts, registration: Registration): RegisterOutcome {
  const { text, exportName, identifier, file } = registration;
  const source = compiler.createSourceFile("index.ts", text, compiler.ScriptTarget.Latest, true);
  const fault = faultIn(compiler, source);
  if (fault) return { ok: false, reason: "no_code", ...fault };
  if (mentions(compiler, source, identifier)) return { ok: false, reason: "already_registered" };
  const array = exportedArray(compiler, source, exportName);
  if (!array) return { ok: false, reason: "no_array" };
  const style = styleOf(compiler, source);
  const statement = `import {${style.space}${identifier}${style.space}} from ${style.quote}./${file}${style.moduleEnding}${style.quote}${style.semicolon}`;
  const insertions = [
    importInsertion(compiler, source, { statement, lineEnd: style.lineEnd }),
    ...elementInsertions(source, array, { identifier, lineEnd: style.lineEnd }),
  ];
  return { ok: true, text: withInsertions(text, insertions), moduleEnding: style.moduleEnding };
}

interface Insertion {
  at: number;
  text: string;
}

function withInsertions(text: string, insertions: Insertion[]): string {
  // From the end, so that earlier places stay valid; two at one place keep their order.
  return insertions
    .map((insertion, order) => ({ ...insertion, order }))
    .sort((a, b) => b.at - a.at || b.order - a.order)
    .reduce((result, { at, text: added }) => result.slice(0, at) + added + result.slice(at), text);
}

/** The parser's own first complaint: a tree that it had to guess is no place to insert into. */
function faultIn(
  compiler: typeof ts,
  source: ts.SourceFile,
): { message: string; line: number; column: number } | undefined {
  // Not public, and the only way to a file's syntax errors that needs no program.
  const { parseDiagnostics } = source as ts.SourceFile & { parseDiagnostics: ts.DiagnosticWithLocation[] };
  const first = parseDiagnostics[0];
  if (!first) return undefined;
  const { line, character } = source.getLineAndCharacterOfPosition(first.start);
  const message = compiler.flattenDiagnosticMessageText(first.messageText, " ");
  return { message, line: line + 1, column: character + 1 };
}

function mentions(compiler: typeof ts, source: ts.SourceFile, identifier: string): boolean {
  const visit = (node: ts.Node): boolean =>
    (compiler.isIdentifier(node) && node.text === identifier) ||
    (compiler.forEachChild(node, (child) => visit(child) || undefined) ?? false);
  return visit(source);
}

function exportedArray(
  compiler: typeof ts,
  source: ts.SourceFile,
  exportName: string,
): ts.ArrayLiteralExpression | undefined {
  const arrays = new Map<string, ts.ArrayLiteralExpression>();
  const exported = new Map<string, ts.ArrayLiteralExpression>();
  for (const statement of source.statements) {
    if (!compiler.isVariableStatement(statement)) continue;
    const isExported = statement.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword);
    for (const { name, initializer } of statement.declarationList.declarations) {
      const array = initializer && arrayIn(compiler, initializer);
      if (!array || !compiler.isIdentifier(name)) continue;
      arrays.set(name.text, array);
      if (isExported) exported.set(name.text, array);
    }
  }
  for (const statement of source.statements) {
    if (compiler.isExportAssignment(statement) && !statement.isExportEquals) {
      const array =
        arrayIn(compiler, statement.expression) ?? arrays.get(nameIn(compiler, statement.expression));
      if (array) exported.set("default", array);
    }
    if (!compiler.isExportDeclaration(statement) || statement.moduleSpecifier || statement.isTypeOnly)
      continue;
    if (!statement.exportClause || !compiler.isNamedExports(statement.exportClause)) continue;
    for (const { name, propertyName } of statement.exportClause.elements) {
      const array = arrays.get((propertyName ?? name).text);
      if (array) exported.set(name.text, array);
    }
  }
  const distinct = new Set(exported.values());
  return exported.get(exportName) ?? (distinct.size === 1 ? [...distinct][0] : undefined);
}

/** The array literal behind parentheses, `as const`, `satisfies`, `!` and `Object.freeze`. */
function arrayIn(compiler: typeof ts, expression: ts.Expression): ts.ArrayLiteralExpression | undefined {
  if (compiler.isArrayLiteralExpression(expression)) return expression;
  if (
    compiler.isParenthesizedExpression(expression) ||
    compiler.isAsExpression(expression) ||
    compiler.isSatisfiesExpression(expression) ||
    compiler.isTypeAssertionExpression(expression) ||
    compiler.isNonNullExpression(expression)
  ) {
    return arrayIn(compiler, expression.expression);
  }
  const isFreeze =
    compiler.isCallExpression(expression) && expression.expression.getText() === "Object.freeze";
  const frozen = isFreeze ? expression.arguments[0] : undefined;
  return frozen && arrayIn(compiler, frozen);
}

function nameIn(compiler: typeof ts, expression: ts.Expression): string {
  if (compiler.isAsExpression(expression) || compiler.isSatisfiesExpression(expression)) {
    return nameIn(compiler, expression.expression);
  }
  return compiler.isIdentifier(expression) ? expression.text : "";
}

interface Style {
  quote: string;
  semicolon: string;
  /** Inside of the braces. */
  space: string;
  lineEnd: string;
  /** `.js`, `.ts` or nothing. */
  moduleEnding: string;
}

/** As the last import has it, and where there is none, as the rest of the file or else the templates have it. */
function styleOf(compiler: typeof ts, source: ts.SourceFile): Style {
  const { text, statements } = source;
  const links = statements.filter(
    (statement): statement is ts.ImportDeclaration | ts.ExportDeclaration =>
      compiler.isImportDeclaration(statement) ||
      (compiler.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined),
  );
  const specifiers = links.map(({ moduleSpecifier }) => moduleSpecifier!.getText());
  const relative = specifiers.filter((specifier) => /^.\.\.?\//.test(specifier)).at(-1);
  const bindings = links
    .map((link) => link.getText())
    .filter((link) => /\{\s*\w/.test(link))
    .at(-1);
  const endsWith = links.at(-1) ?? statements.findLast((at) => compiler.isVariableStatement(at));
  return {
    quote: specifiers.at(-1)?.charAt(0) ?? '"',
    semicolon: endsWith && !endsWith.getText().endsWith(";") ? "" : ";",
    space: bindings !== undefined && /\{\w/.test(bindings) ? "" : " ",
    lineEnd: /\r\n|\n|\r/.exec(text)?.[0] ?? "\n",
    moduleEnding: relative === undefined ? ".js" : (/\.[jt]s(?=.$)/.exec(relative)?.[0] ?? ""),
  };
}

interface ImportInsertion {
  statement: string;
  lineEnd: string;
}

/** After the last import, after the directives, or before the first statement and the comment that belongs to it. */
function importInsertion(
  compiler: typeof ts,
  source: ts.SourceFile,
  { statement, lineEnd }: ImportInsertion,
): Insertion {
  const { text, statements } = source;
  const isDirective = (at: ts.Statement): boolean =>
    compiler.isExpressionStatement(at) && compiler.isStringLiteral(at.expression);
  const firstOther = statements.findIndex((at) => !isDirective(at));
  const directives = firstOther === -1 ? [...statements] : statements.slice(0, firstOther);
  const anchor =
    statements.findLast((at) => compiler.isImportDeclaration(at) || compiler.isImportEqualsDeclaration(at)) ??
    directives.at(-1);
  if (anchor) {
    const comments = compiler.getTrailingCommentRanges(text, anchor.getEnd()) ?? [];
    const at = comments.at(-1)?.end ?? anchor.getEnd();
    return { at, text: `${lineEnd}${statement}${restIsBlank(text, at) ? "" : lineEnd}` };
  }
  const start = /^\uFEFF?(#![^\n\r]*(\r\n|\n|\r|$))?/.exec(text)?.[0].length ?? 0;
  const header = (compiler.getLeadingCommentRanges(text, 0) ?? [])
    .map(({ end, pos }) => ({ end, isForTools: forTools.test(text.slice(pos, end)) }))
    .findLast(({ end, isForTools }) => isForTools || /^[ \t]*(\r\n|\n|\r)[ \t]*[\r\n]/.test(text.slice(end)));
  if (!header) return { at: start, text: `${statement}${lineEnd}${lineEnd}` };
  const between = header.isForTools ? lineEnd : lineEnd + lineEnd;
  return { at: header.end, text: `${between}${statement}${restIsBlank(text, header.end) ? "" : lineEnd}` };
}

// Comments that are about the whole file and have to stand before its first statement.
const forTools = /^\/\/\/|@ts-(no)?check|eslint-disable(?!-)|@license|@file|@jsx/;

function restIsBlank(text: string, at: number): boolean {
  return /^[ \t]*(?:[\n\r\u2028\u2029]|$)/.test(text.slice(at));
}

function elementInsertions(
  source: ts.SourceFile,
  array: ts.ArrayLiteralExpression,
  { identifier, lineEnd }: { identifier: string; lineEnd: string },
): Insertion[] {
  const { text } = source;
  const { elements } = array;
  const close = array.getEnd() - 1;
  const inside = text.slice(array.getStart() + 1, close);
  const last = elements.at(-1);
  const needsComma = last !== undefined && !elements.hasTrailingComma;
  const ending = /[\n\r\u2028\u2029][ \t]*$/.exec(inside);
  if (ending) {
    // The bracket stands on a line of its own: so does the new element, before it.
    const at = close - ending[0].length + 1;
    const indent = indentOf(text, { element: last?.getStart(), close });
    const comma = last === undefined || elements.hasTrailingComma ? "," : "";
    const line = { at, text: `${indent}${identifier}${comma}${lineEnd}` };
    return needsComma ? [{ at: last.getEnd(), text: "," }, line] : [line];
  }
  if (last === undefined) return [{ at: close, text: identifier }];
  const at = close - (/[ \t]*$/.exec(inside)?.[0].length ?? 0);
  if (needsComma) return [{ at, text: `, ${identifier}` }];
  return [{ at, text: ` ${identifier},` }];
}

/** That of the last element where it begins its line; otherwise one step more than that of the bracket. */
function indentOf(text: string, { element, close }: { element: number | undefined; close: number }): string {
  const own = element === undefined ? undefined : blankBefore(text, element);
  if (own !== undefined) return own;
  const outer = blankBefore(text, close) ?? "";
  return outer + (outer.includes("\t") || /^\t/m.test(text) ? "\t" : "  ");
}

/** The blanks between the line's beginning and a place; undefined where something else stands there. */
function blankBefore(text: string, at: number): string | undefined {
  return /(?:^|[\n\r\u2028\u2029])([ \t]*)$/.exec(text.slice(0, at))?.[1];
}
