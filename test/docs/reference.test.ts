import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { plain, subjectNames } from '../../adapters/cli/index.js';
import { errorTable } from '../../adapters/http/error-table.js';
import { type FailureCode, failureSchemas, statusOf } from '../../adapters/http/openapi/failures.js';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import {
  appMembers,
  customFieldMembers,
  groupMembers,
  userMembers,
  webhookMembers,
} from '../../application/access/provisioning/records.js';
import { capabilityMethods } from '../../application/ports/capabilities.js';
import { createCommandLine } from '../../config/commands/command-line.js';
import { variables } from '../../config/settings/variables.js';
import { defaultSettings, settingFields } from '../../domain/access/settings.js';
import { operators } from '../../domain/listing/read-condition.js';

const folder = fileURLToPath(new URL('../../../docs/reference/', import.meta.url));
const page = (name: string): string => readFileSync(`${folder}${name}`, 'utf8');

/** Cells of the table rows of a text, without the headers. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') || line.startsWith('| |'))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));

/** The section of a page below a title. */
function sectionOf(text: string, title: string): string {
  const [, behind = ''] = text.split(`\n## ${title}\n`);
  return behind.split('\n## ')[0] ?? '';
}

const quotedIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const firstNames = (text: string): string[] => rowsOf(text).flatMap(([first = '']) => quotedIn(first));

/** The methods of a port of the memory storage. */
function methodsOf(port: object): string[] {
  const names = new Set<string>();
  for (let from: object = Object.getPrototypeOf(port); from !== Object.prototype; from = Object.getPrototypeOf(from))
    for (const name of Object.getOwnPropertyNames(from)) if (name !== 'constructor') names.add(name);
  return [...names];
}

describe('The guide to storages', () => {
  const text = page('../guides/write-a-storage.md');
  const capabilities = Object.entries<Readonly<Record<string, object>>>(capabilityMethods);

  it('lists the methods of the core', async () => {
    const listed = Object.fromEntries(
      rowsOf(sectionOf(text, 'The core'))
        .filter(([port = '']) => port.startsWith('`'))
        .map(([port = '', methods = '']) => [quotedIn(port)[0], quotedIn(methods).sort()]),
    );
    const ofCapabilities = (port: string): string[] => capabilities.flatMap(([, ports]) => Object.keys(ports[port] ?? {}));
    await createMemoryDatabase().unitOfWork.run(async (repositories) => {
      for (const [port, methods] of Object.entries<string[]>(listed)) {
        const all = methodsOf(repositories[port as keyof typeof repositories]);
        expect(methods, port).to.deep.equal(all.filter((name) => !ofCapabilities(port).includes(name)).sort());
      }
    });
    expect(Object.keys(listed)).to.have.length(6);
  });

  it('lists every capability with its ports and methods', () => {
    const listed = rowsOf(sectionOf(text, 'Capabilities'))
      .filter(([name = '']) => name.startsWith('`'))
      .map(([name = '', , methods = '']) => [...quotedIn(name), ...quotedIn(methods)]);
    const core = firstNames(sectionOf(text, 'The core'));
    const known = capabilities.map(([name, ports]) => {
      const wordsOf = (port: string, methods: object): string[] =>
        core.includes(port) ? Object.keys(methods).map((method) => `${port}.${method}`) : [port];
      const words = Object.entries(ports).flatMap(([port, methods]) => wordsOf(port, methods));
      return [name, ...(name === 'consistency' ? ['check'] : words)];
    });
    expect(listed).to.deep.equal(known);
  });
});

describe('Reference pages', () => {
  it('list every setting with its default', () => {
    const listed = rowsOf(page('settings.md'))
      .filter(([name = '']) => /^`(HEXIPAM_|TZ)/.test(name))
      .map(([name = '', , fallback = '']) => [...quotedIn(name), ...quotedIn(fallback)]);
    const known = Object.values(variables).map((variable) =>
      'fallback' in variable ? [variable.name, variable.fallback] : [variable.name],
    );
    expect(listed.map(String).sort()).to.deep.equal(known.map(String).sort());
  });

  it('list every member of the provisioning file', () => {
    const text = page('provisioning.md');
    const membersIn = (title: string): string[] => firstNames(sectionOf(text, title)).sort();
    const sorted = (names: readonly string[]): string[] => [...names].sort();
    expect(membersIn('Users')).to.deep.equal(sorted(userMembers));
    expect(membersIn('Groups')).to.deep.equal(sorted(groupMembers));
    const modes = ['none', 'ssl', 'static', 'crypt', 'oidc'];
    expect(membersIn('Applications')).to.deep.equal(sorted([...appMembers, ...modes]));
    expect(membersIn('Custom fields')).to.deep.equal(sorted([...customFieldMembers, 'drop']));
    expect(membersIn('Webhooks')).to.deep.equal(sorted(webhookMembers));
  });

  it('list every setting of the service with its default', () => {
    const listed = rowsOf(sectionOf(page('provisioning.md'), 'Settings'))
      .filter(([name = '']) => name.startsWith('`'))
      .map(([name = '', , fallback = '']) => `${quotedIn(name)} ${quotedIn(fallback)[0] ?? fallback}`);
    const known = Object.keys(settingFields).map((path) => `${path} ${defaultText(path)}`);
    expect(listed.sort()).to.deep.equal(known.sort());
  });

  it('list every command with its options', () => {
    const text = page('command-line.md');
    const listed = new Map<string, string[]>();
    let command = '';
    for (const [name = '', option = '', meaning = ''] of rowsOf(text)) {
      const [called] = quotedIn(name);
      if (called !== undefined) {
        command = called.replace(/ [[A-Z].*$/, '');
        const alike = /the options of `add`/.test(meaning) ? (listed.get(command.replace(/ set$/, ' add')) ?? []) : [];
        listed.set(command, [...alike]);
      }
      listed.get(command)?.push(...quotedIn(option).map((each) => each.split(' ')[0] ?? ''));
    }
    const known = commandsOf();
    expect([...listed.keys()].sort()).to.deep.equal([...known.keys()].sort());
    for (const [name, options] of known) {
      if (name === 'settings set') continue; // its options are the settings
      expect(listed.get(name)?.sort(), name).to.deep.equal([...options].sort());
    }
  });

  it('list every operator of conditions', () => {
    expect(firstNames(sectionOf(page('filters.md'), 'Operators')).sort()).to.deep.equal([...operators].sort());
  });

  it('list every error (HEXIPAM_RECORD_DOCS=1 rewrites the list)', () => {
    const text = page('errors.md');
    const [, before = '', listed = '', after = ''] = /^(.*?<!-- generated [^\n]* -->\n)(.*?)(<!-- end -->.*)$/s.exec(text) ?? [];
    if (process.env.HEXIPAM_RECORD_DOCS) writeFileSync(`${folder}errors.md`, `${before}${errorTables()}${after}`);
    else expect(listed).to.equal(errorTables());
  });
});

function defaultText(path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((object, name) => Reflect.get(object as object, name), defaultSettings as unknown);
  if (value === '') return 'empty';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Options of every command by its name. */
function commandsOf(): ReadonlyMap<string, readonly string[]> {
  const { program } = createCommandLine({ ...plain, columns: 100 }, () => {});
  const found = new Map<string, readonly string[]>();
  const subjects = subjectNames();
  const collect = (command: typeof program, words: readonly string[]): void => {
    const isSubject = subjects.includes(words[0] ?? '');
    const options = command.options.map(({ long }) => long ?? '').filter((long) => !isSubject || long !== '--json');
    const isCalled = !isSubject || words.length > 1;
    if (words.length > 0 && isCalled && String(words) !== 'import') found.set(words.join(' '), options);
    for (const each of command.commands) if (each.name() !== 'help') collect(each, [...words, each.name()]);
  };
  collect(program, []);
  return found;
}

const groupTitles: readonly (readonly [title: string, codes: RegExp])[] = [
  ['Values of fields', /^(field|record)\./],
  ['Addresses and networks', /^((address|prefix|subnet|section|resize|split)\.|permission\.group)/],
  ['Allocation, ranges, requests for space and holds', /^(allocation|range|spaceRequest|hold)\./],
  ['Other records', /^(vlan|rack|kind|customField)\./],
  ['Sign-in and permissions', /^(signIn|account|authorization|token|permission|rate|access|app)\./],
  ['Lists and filters', /^(list|filter|bulk|map)\./],
  ['Utilization over time and reports', /^(usage|report)\./],
  ['Import of rows', /^(rows?|import)\./],
  ['Change feed, DNS, pings, administration', /^(changes|feed|dns|ping|provision|administration)\./],
  ['Requests', /^(request|repeat|unreadable|storage|service)\./],
  ['Paths and parameters', /^(path|parameter)\./],
];

/** The text of this error is composed of its values alone. */
const composed = { code: 'customField.conflict', text: '{on} {name} {member} {problem}' };

const ofService = [
  ...['storage.unavailable', 'storage.writesRefused', 'storage.outcomeUnknown'],
  ...['unreadable.headers', 'unreadable.late', 'service.defect'],
];

/** Tables of all failures, by subject. */
function errorTables(): string {
  const codes = [...Object.keys(errorTable), ...ofService] as FailureCode[];
  const schemas = new Map(
    Object.values(failureSchemas(new Set(codes.filter((code) => code !== composed.code)))).flatMap((schema) =>
      'title' in schema ? [[schema.title, schema] as const] : [],
    ),
  );
  const left = new Set<FailureCode>(codes);
  const tables = groupTitles.map(([title, pattern]) => {
    const own = [...left].filter((code) => pattern.test(code));
    for (const code of own) left.delete(code);
    const rows = own.map(
      (code) =>
        `| \`${code}\` | ${statusOf(code)} | ${code === composed.code ? composed.text : textsIn(schemas.get(code)).join('<br>')} |`,
    );
    return ['', `## ${title}`, '', '| code | status | text |', '|---|---|---|', ...rows, ''].join('\n');
  });
  expect([...left]).to.deep.equal([]);
  return `${tables.join('')}\n`;
}

/** Texts of a failure, with the names of values in braces. */
function textsIn(schema: object | undefined): string[] {
  if (!schema) return [];
  const { const: text, examples, anyOf } = schema as { const?: string; examples?: string[]; anyOf?: object[] };
  return [text, ...(examples ?? []), ...(anyOf ?? []).flatMap(textsIn)].flatMap((each) =>
    each === undefined ? [] : [each.replaceAll('|', '\\|').replaceAll('<', '&lt;')],
  );
}
