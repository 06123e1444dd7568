import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** The names that sources declare: classes, functions, values, types and members. Comments and texts do not count. */
export function declaredNames(files: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const { name } = node as ts.NamedDeclaration;
    if (name && declares(node) && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) names.add(name.text.replace(/^#/, ''));
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return names;
}

const declares = (node: ts.Node): boolean =>
  ts.isClassElement(node) ||
  ts.isTypeElement(node) ||
  ts.isClassDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isObjectLiteralElementLike(node);
