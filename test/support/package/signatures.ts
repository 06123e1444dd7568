import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { packageRoot } from './package-root.js';

/** Declaration files of the package's entries, by import name. */
export function entryDeclarations(root: string = packageRoot): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, unknown> };
  const entries = Object.entries(exports).flatMap(([name, target]): [string, string][] =>
    typeof target === 'object' && target !== null && 'types' in target ? [[name, join(root, String(target.types))]] : [],
  );
  return new Map(entries);
}

/** A type of the package that a public signature mentions, with the path to it. */
export interface Mention {
  readonly name: string;
  /** Relative to the package. */
  readonly file: string;
  /** The declarations from the export to the type. */
  readonly way: readonly string[];
}

/**
 * Types that public signatures mention and no entry exports.
 * Types that their module does not export are excluded, but the types that they mention count.
 */
export function unexportedMentions(root: string = packageRoot): Mention[] {
  const entries = [...entryDeclarations(root).values()];
  return new SignatureWalk(programOf(entries), root).unexported(entries);
}

/** Names by which two entries export different things. */
export function ambiguousNames(root: string = packageRoot): string[] {
  const entries = [...entryDeclarations(root).values()];
  return new SignatureWalk(programOf(entries), root).ambiguous(entries);
}

const programOf = (entries: readonly string[]): ts.Program =>
  ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    typeRoots: [join(packageRoot, 'node_modules/@types')],
    skipLibCheck: true,
    strict: true,
  });

class SignatureWalk {
  readonly #checker: ts.TypeChecker;
  readonly #program: ts.Program;
  readonly #root: string;
  readonly #seen = new Map<ts.Symbol, readonly string[]>();

  constructor(program: ts.Program, root: string) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
    this.#root = root;
  }

  unexported(entries: readonly string[]): Mention[] {
    const exported = new Set(entries.flatMap((entry) => this.#exportsOf(entry)));
    if (exported.size === 0) throw new Error('the entries export nothing: was the package built?');
    for (const symbol of exported) this.#visit(symbol, []);
    return [...this.#seen].flatMap(([symbol, way]) =>
      exported.has(symbol) || !this.#isExported(symbol) ? [] : [this.#mention(symbol, way)],
    );
  }

  ambiguous(entries: readonly string[]): string[] {
    const targets = new Map<string, ts.Symbol>();
    return entries.flatMap((entry) =>
      this.#namesOf(entry).flatMap((symbol) => {
        const known = targets.get(symbol.name);
        targets.set(symbol.name, this.#target(symbol));
        return known && known !== this.#target(symbol) ? [symbol.name] : [];
      }),
    );
  }

  #exportsOf(entry: string): ts.Symbol[] {
    return this.#namesOf(entry).map((symbol) => this.#target(symbol));
  }

  #namesOf(entry: string): ts.Symbol[] {
    const file = this.#program.getSourceFile(entry);
    const module = file && this.#checker.getSymbolAtLocation(file);
    return module ? this.#checker.getExportsOfModule(module) : [];
  }

  #target(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #visit(symbol: ts.Symbol, way: readonly string[]): void {
    if (this.#seen.has(symbol)) return;
    this.#seen.set(symbol, way);
    for (const declaration of symbol.declarations ?? []) this.#walk(declaration, [...way, symbol.name]);
  }

  /** Visits the types of a declaration, without private members. */
  #walk(node: ts.Node, way: readonly string[]): void {
    if (isPrivate(node)) return;
    const name = nameOfReference(node);
    if (name) this.#reach(name, way);
    ts.forEachChild(node, (child) => this.#walk(child, way));
  }

  #reach(name: ts.Node, way: readonly string[]): void {
    const found = this.#checker.getSymbolAtLocation(name);
    const symbol = found && this.#target(found);
    if (symbol && !(symbol.flags & ts.SymbolFlags.TypeParameter) && this.#isOfPackage(symbol)) this.#visit(symbol, way);
  }

  #isExported(symbol: ts.Symbol): boolean {
    const file = symbol.declarations?.[0]?.getSourceFile();
    const module = file && this.#checker.getSymbolAtLocation(file);
    return module !== undefined && this.#checker.getExportsOfModule(module).includes(symbol);
  }

  #isOfPackage(symbol: ts.Symbol): boolean {
    const own = join(this.#root, 'dist/');
    return (symbol.declarations ?? []).some((declaration) => declaration.getSourceFile().fileName.startsWith(own));
  }

  #mention(symbol: ts.Symbol, way: readonly string[]): Mention {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
    return { name: symbol.name, file: file.slice(this.#root.length + 1), way };
  }
}

function isPrivate(node: ts.Node): boolean {
  if (ts.isClassElement(node) && node.name && ts.isPrivateIdentifier(node.name)) return true;
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
}

function nameOfReference(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  if (ts.isTypeQueryNode(node)) return node.exprName;
  return ts.isImportTypeNode(node) ? node.qualifier : undefined;
}
