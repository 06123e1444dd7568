import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect } from 'chai';
import ts from 'typescript';

const folder = fileURLToPath(new URL('../../../adapters/web/console/', import.meta.url));

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/^(generated|texts)\//.test(name))
  .map((name) => ts.createSourceFile(name, readFileSync(join(folder, name), 'utf8'), ts.ScriptTarget.Latest, true));

const catalogueOf = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(folder, `texts/${language}.json`), 'utf8'));

const english = catalogueOf('en');
const others = readdirSync(join(folder, 'texts')).flatMap((name) => (/^(?!en)(\w+)\.json$/.exec(name) ?? []).slice(1));

/** Texts without translation: names of the product, of keys, of the API and of file columns, and CSS widths. */
const names: readonly RegExp[] = [
  /^Hexipam( ?\{version\})?$/,
  /^ ?· Hexipam$/,
  /^(Ctrl|Alt) [A-Z]$/,
  /^Node\.js $/,
  /^(Network$|(Subnet|Min|Max|Number of|MAC|Host|Shows|Recursive|PTR|Without|VLAN) )/,
  /^minmax\(/,
];

/** Attributes and members with visible texts. */
const readNames: readonly string[] = [
  ...['label', 'title', 'placeholder', 'description', 'aria-label', 'alt', 'suffix', 'warning', 'empty', 'message', 'failed'],
  ...['nothingFound', 'nothingFoundMessage', 'group', 'yes', 'no', 'done'],
];

/** Functions with visible texts as arguments. */
const readers: readonly string[] = ['notifyDone', 'notifyError', 'Error', 'ApiError'];

const isText = (text: string): boolean => /\p{L}/u.test(text) && !names.some((name) => name.test(text.trim()));
/** Two words, the first of them with a capital. */
const isSentence = (text: string): boolean => /^[A-Z][\w’']* [a-zA-Z][\w’']*/.test(text) && isText(text);

/** The possible string values of an expression, without calls, which have their own texts. */
function stringsIn(node: ts.Node | undefined): ts.Node[] {
  if (!node) return [];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return isText(node.text) ? [node] : [];
  if (ts.isTemplateExpression(node)) return [node.head, ...node.templateSpans.map(({ literal }) => literal)].filter(hasText);
  if (ts.isConditionalExpression(node)) return [...stringsIn(node.whenTrue), ...stringsIn(node.whenFalse)];
  if (ts.isBinaryExpression(node) && !isComparison(node)) return [...stringsIn(node.left), ...stringsIn(node.right)];
  if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) return stringsIn(node.expression);
  return [];
}

const hasText = ({ text }: { readonly text: string }): boolean => isText(text);

const isComparison = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind >= ts.SyntaxKind.LessThanToken && kind <= ts.SyntaxKind.ExclamationEqualsEqualsToken;

/** The visible texts of a node, without those of its children. */
function textsAt(node: ts.Node): ts.Node[] {
  if (ts.isJsxText(node)) return isText(node.text) ? [node] : [];
  if (ts.isJsxAttribute(node)) return readNames.includes(node.name.getText()) ? stringsIn(node.initializer) : [];
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return stringsIn(node.expression);
  if (ts.isPropertyAssignment(node)) return readNames.includes(node.name.getText()) ? stringsIn(node.initializer) : [];
  if (ts.isCallExpression(node) || ts.isNewExpression(node))
    return readers.includes(node.expression.getText()) ? (node.arguments ?? []).flatMap(stringsIn) : [];
  return ts.isStringLiteral(node) && isSentence(node.text) ? [node] : [];
}

function* nodesIn(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesIn(child);
}

const placeOf = (node: ts.Node): string => {
  const source = node.getSourceFile();
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText().trim()}`;
};

const calls = sources
  .flatMap((source) => [...nodesIn(source)])
  .filter((node): node is ts.CallExpression => ts.isCallExpression(node) && /^t(extFor)?$/.test(node.expression.getText()));

/** The names of the variables in a text. */
function variablesIn(tokens: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (!Array.isArray(tokens)) return found;
  for (const token of tokens) {
    if (!Array.isArray(token)) continue;
    const [name, , cases] = token;
    found.add(String(name));
    if (typeof cases === 'object' && cases !== null) for (const each of Object.values(cases)) variablesIn(each, found);
  }
  return found;
}

const variablesOf = (text: string): string[] => [...variablesIn(compileMessage(text))].sort();

describe('Texts of the console', () => {
  it('are only in the catalogue', () => {
    const found = new Set(sources.flatMap((source) => [...nodesIn(source)].flatMap(textsAt).map(placeOf)));
    expect([...found]).to.deep.equal([]);
  });

  it('are read inside functions, as the language may change', () => {
    const isWithinFunction = (node: ts.Node): boolean =>
      node.parent !== undefined && (ts.isFunctionLike(node.parent) || isWithinFunction(node.parent));
    expect(calls.filter((call) => !isWithinFunction(call)).map(placeOf)).to.deep.equal([]);
  });

  it('are all used', () => {
    const literals = new Set<string>();
    const heads = new Set<string>();
    for (const node of sources.flatMap((source) => [...nodesIn(source)])) {
      if (ts.isStringLiteralLike(node)) literals.add(node.text);
      if (ts.isTemplateHead(node) && node.text.includes('.')) heads.add(node.text);
    }
    for (const call of calls)
      for (const node of nodesIn(call)) if (ts.isTemplateHead(node) && node.text !== '') heads.add(node.text);
    const isUsed = (key: string) =>
      literals.has(key) || [...heads].some((head) => key.startsWith(head)) || /^(edit|create)\./.test(key);
    expect(Object.keys(english).filter((key) => !isUsed(key))).to.deep.equal([]);
  });

  it('receive all their variables', () => {
    const wrong = calls.filter(({ arguments: [key, values] }) => {
      if (!key || !ts.isStringLiteral(key) || (values && !ts.isObjectLiteralExpression(values))) return false;
      const given = values?.properties.map(({ name }) => name?.getText() ?? '') ?? [];
      return variablesOf(english[key.text] ?? '').some((name) => !given.includes(name));
    });
    expect(wrong.map(placeOf)).to.deep.equal([]);
  });

  for (const language of others)
    it(`exist in ${language}, with the same variables`, () => {
      const catalogue = catalogueOf(language);
      expect(Object.keys(catalogue)).to.have.members(Object.keys(english));
      const wrong = Object.entries(english).filter(
        ([key, text]) => variablesOf(text).join() !== variablesOf(catalogue[key] ?? '').join(),
      );
      expect(wrong.map(([key]) => key)).to.deep.equal([]);
    });
});
