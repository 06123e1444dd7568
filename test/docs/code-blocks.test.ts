import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { parse } from 'yaml';
import { UsageError } from '../../adapters/cli/index.js';
import { readCommandLine } from '../../config/commands/command-line.js';
import type { TestDatabase } from '../support/databases/postgres-server.js';
import { createEmbeddedDatabase } from '../support/databases/prepared-databases.js';
import { adminPassword, ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';
import { type CodeBlock, callsIn, codeBlocks, type Way } from './support/code-blocks.js';
import { compilePrograms, removePrograms, runProgramFile } from './support/programs.js';
import { answersShown, type DocumentedService, runInShell } from './support/shell-session.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const documents = [
  'README.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
];
const blocks = documents.flatMap((file) => codeBlocks(file, root)).filter(({ way }) => way !== 'picture');
const blocksOf = (...ways: readonly Way[]): CodeBlock[] => blocks.filter(({ way }) => way !== undefined && ways.includes(way));

/** Arguments of a shell command, without quotes, pipes and redirections. */
const wordsOf = (call: string): string[] =>
  [...call.replace(/ +(#|>|\||&|2>).*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, one, two, bare]) => one ?? two ?? bare ?? '',
  );

function refusalOf(call: string): string | undefined {
  try {
    readCommandLine(wordsOf(call));
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return `${call}: ${error.message}`;
    throw error;
  }
}

describe('Blocks of code in the documents', function () {
  this.timeout(180_000);

  it('declare how they run, or why they do not', () => {
    expect(blocks.length).to.be.greaterThan(40);
    expect(blocks.filter(({ way }) => way === undefined).map(({ place, text }) => `${place}: ${text}`)).to.deep.equal([]);
    const silent = blocksOf('none').filter(({ reason }) => reason.length < 10);
    expect(silent.map(({ place }) => place)).to.deep.equal([]);
    const run = blocks.length - blocksOf('none').length;
    expect(run / blocks.length, 'share of those that are run').to.be.greaterThan(0.6);
  });

  it('call the program with valid arguments', () => {
    const calls = blocksOf('commands', 'shell').flatMap(({ text }) => callsIn(text));
    expect(calls.length).to.be.greaterThan(30);
    expect(calls.map(refusalOf).filter((refusal) => refusal !== undefined)).to.deep.equal([]);
  });

  it('contain valid JSON and YAML', () => {
    const [json, yaml] = [blocksOf('json'), blocksOf('yaml')];
    expect(json.length).to.be.greaterThan(1);
    for (const { place, text } of json) expect(JSON.parse(text), place).to.be.an('object');
    for (const { place, text } of yaml) expect(parse(text), place).to.be.an('object');
  });

  it('contain programs that compile and exit without an error', () => {
    const programs = blocksOf('program');
    expect(programs.length).to.be.greaterThan(3);
    try {
      for (const file of compilePrograms(programs)) runProgramFile(file);
    } finally {
      removePrograms();
    }
  });

  describe('for a shell', () => {
    let database: TestDatabase;
    let folder: TemporaryFolder;
    let running: ServiceProcess;
    let service: DocumentedService;

    before(async () => {
      folder = makeTemporaryFolder();
      database = await createEmbeddedDatabase();
      running = await ServiceProcess.start({ databaseUrl: database.url, variables: { HEXIPAM_METRICS_PORT: '0' } });
      const metricsUrl = /Metrics are at (\S+)/.exec(running.logs)?.[1] ?? '';
      service = { url: running.url, metricsUrl, password: adminPassword, databaseUrl: database.url, folder: folder.path };
    });
    after(async () => {
      await running?.stop();
      await database?.drop();
      folder?.remove();
    });

    for (const file of documents) {
      const own = blocksOf('shell').filter(({ place }) => place.startsWith(`${file}:`));
      if (own.length === 0) continue;
      it(`run in order, with the answers that they show: ${file}`, async () => {
        const output = await runInShell(own, service);
        for (const shown of answersShown(own)) expect(output).to.include(shown);
      });
    }
  });
});
