import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { archiveTexts, readArchive, readFileBytes, writeFile } from '../../../adapters/archive/index.js';
import { openDatabase } from '../../../adapters/knex/index.js';
import type { Database } from '../../../application/ports/database.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { collect } from '../../support/collect.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { tablesOf } from '../../support/transfer/phpipam-dump.js';
import { fillWithSamples } from '../../support/transfer/sample-register.js';

/** Expiry times of the hold of one address and of one subnet. */
const heldUntil = { address: '2099-01-01 00:00:00', network: '2098-01-01 00:00:00' };

/** Returns `count` evenly spread indexes of a list of `length` items. */
const evenly = (length: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor((index * length) / count));

describe('An archive', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let embedded: Database;
  let server: Database;
  const drops: (() => Promise<void>)[] = [];

  before(async () => {
    folder = makeTemporaryFolder();
    embedded = await openFresh(createEmbeddedDatabase);
    server = await openFresh(createPostgresDatabase);
    if (embedded.loader) await fillWithSamples(embedded.loader);
    await embedded.unitOfWork.run(({ catalog }) => catalog.delete('vlan', 5)); // its id must not be assigned again
    await embedded.unitOfWork.run(({ addresses }) => addresses.update(1, { heldUntil: heldUntil.address }));
    await embedded.unitOfWork.run(({ subnets }) => subnets.update(3, { heldUntil: heldUntil.network }));
  });
  after(async () => {
    for (const drop of drops) await drop();
    folder.remove();
  });

  async function openFresh(create: typeof createEmbeddedDatabase): Promise<Database> {
    const { url, drop } = await create();
    const database = await openDatabase({ url, sync: false });
    drops.push(() => database.close().then(drop));
    return database;
  }

  async function textOf({ archive }: Database): Promise<string> {
    return (await archive?.snapshot(async (taken) => (await collect(archiveTexts(taken))).join(''))) ?? '';
  }

  async function restore({ archive }: Database, text: string | Buffer, replace = false): Promise<void> {
    const path = join(folder.path, 'archive.jsonl');
    writeFileSync(path, text);
    await archive?.restore(await readArchive(readFileBytes(path)), { replace });
  }

  const failure = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'nothing is wrong',
      (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
    );

  it('of an embedded database restores into a server, whose own archive is identical to the byte', async () => {
    const text = await textOf(embedded);
    await restore(server, gzipSync(text));
    expect(await textOf(server)).to.equal(text);
    const [address, network] = await Promise.all([server.readers.addresses.find(1), server.readers.subnets.find(3)]);
    expect([address?.heldUntil, network?.heldUntil]).to.deep.equal([heldUntil.address, heldUntil.network]);
    expect(await collect(server.check({ repair: false }))).to.deep.equal([]);
  });

  it('of a server replaces the contents of an embedded database', async () => {
    const text = await textOf(server);
    await restore(embedded, text, true);
    expect(await textOf(embedded)).to.equal(text);
  });

  it('restores the next id of each table, also when the records with the highest ids are deleted', async () => {
    const add = ({ catalog }: Repositories) => catalog.insert('vlan', { name: 'new', number: 7, domainId: 1 }, {});
    expect(await server.unitOfWork.run(add)).to.equal(6);
  });

  it('is refused by a database that is not empty, and changes nothing in it', async () => {
    const text = await textOf(server);
    expect(await failure(restore(server, text))).to.equal('RegisterNotEmpty: the register is not empty: it has sections');
    expect(await textOf(server)).to.equal(text);
  });

  it('is refused with the reason when it is damaged, cut off or of a later version, and changes nothing', async () => {
    const text = await textOf(server);
    const lines = text.split('\n');
    const cases: readonly (readonly [damaged: string | Buffer, expected: RegExp])[] = [
      ['', /the archive is empty/],
      ['hello\n', /line 1 is not JSON/],
      ['{"a":1}\n', /not a Hexipam archive/],
      [
        text.replace('"format":1', '"format":2'),
        /the archive has format version 2, but this version of Hexipam reads only format version 1/,
      ],
      [text.replace(/"schema":\d+/, '"schema":9999'), /the archive is of a later version/],
      [text.slice(0, text.length - 20), /is incomplete/],
      [`${lines.slice(0, 20).join('\n')}\n`, /is incomplete: it ends after line 20/],
      [text.replace('2024-05-01 10:00:00', '2024-05-01 10:00:01'), /its content does not match its checksum/],
      [text.replace('{"table":"sections"', '{"table":"elsewhere"'), /has a table "elsewhere"/],
      [lines.toSpliced(5, 1).join('\n'), /damaged/],
      [`${text}{}\n`, /line \d+ follows the last line/],
      [gzipSync(text).subarray(0, 500), /is damaged or incomplete/],
    ];
    for (const [damaged, expected] of cases) expect(await failure(restore(server, damaged, true))).to.match(expected);
    expect(await textOf(server)).to.equal(text);
  });

  it('with any malformed content is refused in one sentence, and changes nothing', async () => {
    const text = await textOf(server);
    const [head = '', ...lines] = text.trimEnd().split('\n');
    const withHead = (members: object) => [JSON.stringify({ ...JSON.parse(head), ...members }), ...lines].join('\n').concat('\n');
    const counts = [null, [], 'many', { sections: -1 }, { sections: '3' }, { sections: 1e99 }, { 'no"table': 0 }, {}];
    const lastIds = [null, [], 'last', { sections: 'x' }, { sections: '9'.repeat(30) }, { sections: '9223372036854775807' }];
    const broken: (() => string)[] = [
      ...['null\n', '[]\n', '"text"\n', '{"hexipam":"register","format":"\\u001b[2J"}\n'].map((whole) => () => whole),
      ...counts.map((each) => () => withHead({ counts: each })),
      ...lastIds.map((each) => () => withHead({ lastIds: each })),
      ...[null, 0, -1, 1.5, '23', 1e99].map((schema) => () => withHead({ schema })),
    ];
    const whole = (changed: readonly string[]): string => `${[head, ...changed].join('\n')}\n`;
    for (const index of evenly(lines.length, 15)) {
      const line = lines[index] ?? '';
      if (!line.startsWith('[')) continue;
      const cells: unknown[] = JSON.parse(line);
      for (const invalid of ['not a value', '9'.repeat(40), null, '\u001b[31m', 7, {}, []])
        broken.push(() => whole(lines.with(index, JSON.stringify(cells.with(0, invalid)))));
      broken.push(() => whole(lines.toSpliced(index, 0, line)));
    }
    for (const each of broken) {
      const reason = await failure(restore(server, each(), true));
      expect(reason).to.match(/^SourceError: /);
      expect(reason).to.have.length.lessThan(300);
      expect(reason).not.to.contain('\u001b');
    }
    expect(await textOf(server)).to.equal(text);
  });

  it('without an end is refused', async () => {
    const head = JSON.stringify({ hexipam: 'register', format: 1, schema: 23, counts: { sections: 3 }, lastIds: {} });
    const table = JSON.stringify({ table: 'sections', columns: ['id'] });
    async function* endless(begin: string, text: string): AsyncGenerator<Uint8Array> {
      yield Buffer.from(begin);
      for (const piece = Buffer.from(text.repeat(Math.ceil(262_144 / text.length))); ; ) yield piece;
    }
    const cases = [
      [endless('', 'x'), /a line is too long/],
      [endless(`${head}\n${table}\n`, '["1"]\n'), /table "sections" should have 3 rows, but has more/],
      [endless(`${head}\n${table}\n["`, 'x'), /a line is too long/],
      [endless(`${head}\n`, `${table}\n`), /has too many tables/],
      [endless(head, '\n'), /line 2 is not JSON/],
    ] as const;
    for (const [bytes, expected] of cases) {
      const read = async () => {
        for await (const _ of (await readArchive(bytes)).tables());
      };
      expect(await failure(read())).to.match(expected);
    }
    const elements = `${head}\n${table}\n${'['.repeat(2_000_000)}\n`;
    const read = async () => {
      for await (const _ of (await readArchive(bytesOf(elements))).tables());
    };
    expect(await failure(read())).to.match(/line 3 has too many elements/);
  });

  for (const name of ['server', 'embedded database'] as const)
    it(`of a ${name} is a snapshot of its start, despite later writes`, async () => {
      const database = name === 'server' ? server : embedded;
      const before = await textOf(database);
      const writes: readonly ((repositories: Repositories) => Promise<unknown>)[] = [
        ({ addresses }) => addresses.delete([1]),
        ({ catalog }) => catalog.insert('vlan', { name: 'later', number: 8, domainId: 1 }, {}),
        ({ catalog }) => catalog.update('location', 2, { description: 'later' }, {}),
        ({ addresses }) => addresses.delete([30]),
        ({ catalog }) => catalog.delete('vrf', 1),
        ({ users }) => users.update(4, { groups: [3] }),
        ({ catalog }) => catalog.update('location', 2, { description: 'later still' }, {}),
      ];
      const during = await database.archive?.snapshot(async (taken) => {
        const texts: string[] = [];
        for await (const text of archiveTexts(taken)) {
          const write = writes[texts.length];
          if (write) await database.unitOfWork.run(write);
          texts.push(text);
        }
        expect(texts).to.have.length.greaterThan(writes.length);
        return texts.join('');
      });
      expect(during).to.equal(before);
      expect(await textOf(database)).to.not.equal(before);
    });

  it('of an embedded database leaves no table behind, and only one is written at a time', async () => {
    const second = await embedded.archive?.snapshot(() => failure(textOf(embedded)));
    expect(second).to.equal('DatabaseFailure: another export of the database is running');
    expect(await embedded.archive?.snapshot(async ({ tables }) => tables.map(({ name }) => name))).to.not.include('export_kept');
  });

  it('of an earlier schema is restored and migrated', async () => {
    for (const database of [server, embedded]) {
      const content = await readArchive(readFileBytes('test/adapters/archive/schema-23.jsonl.gz'));
      expect(content.head.schema).to.equal(23);
      await database.archive?.restore(content, { replace: true });
      expect(await database.pendingMigrations()).to.deep.equal([]);
      const findings = await collect(database.check({ repair: false }));
      expect(findings.filter(({ what }) => what !== 'rack')).to.deep.equal([]); // its devices never fitted into their racks
      expect((await tablesOf(database)).get('addresses')).to.have.lengthOf(content.head.counts.addresses ?? 0);
      expect((await collect(database.readers.sections.list())).map(({ id }) => id)).to.have.members([1, 2, 3]);
    }
  });

  it('gets its file name only after the complete write, and is compressed if the name ends with .gz', async () => {
    const path = join(folder.path, 'written.jsonl.gz');
    await writeFile(path, pieces());
    expect(gunzipSync(readFileSync(path)).toString()).to.equal('one\ntwo\n');
    expect(await failure(writeFile(join(folder.path, 'broken'), failing()))).to.equal('Error: the source failed');
    expect(await failure(collect(readFileBytes(join(folder.path, 'broken'))))).to.match(/there is no file/);
  });

  it('that cannot be read is reported in one line', async () => {
    writeFileSync(join(folder.path, 'a-file'), '');
    for (const [name, reason] of [
      ['a-file/x', 'there is no file PATH'],
      ['.', 'PATH is a directory'],
      ['x'.repeat(300), 'PATH cannot be read: ENAMETOOLONG'],
    ] as const) {
      const path = join(folder.path, name);
      expect(await failure(collect(readFileBytes(path)))).to.equal(`SourceError: ${reason.replace('PATH', path)}`);
    }
  });

  async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }

  async function* pieces() {
    yield 'one\n';
    yield 'two\n';
  }

  async function* failing() {
    yield 'one\n';
    throw new Error('the source failed');
  }
});
