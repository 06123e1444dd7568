import { expect } from 'chai';
import pg from 'pg';
import { type Database, openDatabase } from '../../../adapters/knex/index.js';
import { rangeOf } from '../../../domain/net/address-range.js';
import { cidr, insertAddresses, newFolder, newNetwork, newSection } from '../../contracts/support/builders.js';
import { collect } from '../../support/collect.js';
import { onPostgres } from './fresh-database.js';

/** Runs a test with an open database and a function that runs SQL without the repositories. */
function withPrompt(test: (database: Database, prompt: (sql: string) => Promise<unknown>) => Promise<void>): Promise<void> {
  return onPostgres(async (url) => {
    const database = await openDatabase({ url });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await database.migrate();
      await test(database, (sql) => client.query(sql));
    } finally {
      await client.end();
      await database.close();
    }
  });
}

/** Creates a strict section, a network with two children and one with two addresses, and queries their free space. */
async function fill({ unitOfWork, readers }: Database): Promise<{ master: number; child: number; leaf: number }> {
  const ids = await unitOfWork.run(async (to) => {
    const sectionId = await to.sections.insert({ ...newSection(), strictMode: true });
    const insert = (network: string, masterSubnetId: number | null) =>
      to.subnets.insert(newNetwork(sectionId, network, { masterSubnetId }));
    const master = await insert('10.0.0.0/16', null);
    const child = await insert('10.0.0.0/24', master);
    const leaf = await insert('10.0.9.0/24', master);
    await insertAddresses(to, leaf, ['10.0.9.1', '10.0.9.3']);
    await to.subnets.insert(newFolder(sectionId));
    return { master, child, leaf };
  });
  await readers.subnets.freePrefix({ id: ids.master, prefix: cidr('10.0.0.0/16') }, 24, 'first');
  await readers.addresses.lowestFree(ids.leaf, 1, rangeOf(cidr('10.0.9.0/24')));
  return ids;
}

const texts = async (database: Database, repair = false): Promise<string[]> =>
  (await collect(database.check({ repair }))).map(({ text, repaired }) => `${text}${repaired ? ' (repaired)' : ''}`);

describe('The check of a database', () => {
  it('finds nothing after writes through the repositories', () =>
    withPrompt(async (database) => {
      await fill(database);
      expect(await texts(database)).to.deep.equal([]);
    }));

  it('finds addresses and networks written without the index, and repairs the index', () =>
    withPrompt(async (database, prompt) => {
      const { master, leaf } = await fill(database);
      await prompt(`insert into addresses (subnet_id, ip) values (${leaf}, '10.0.9.2')`);
      await prompt(
        `insert into subnets (section_id, master_subnet_id, network) select section_id, id, '10.0.1.0/24' from subnets where id = ${master}`,
      );
      const found = [
        `subnet ${leaf}: 1 range of free addresses differs from what is used`,
        `subnet ${master}: 2 ranges of free networks differ from what is used`,
      ];
      expect(await texts(database)).to.deep.equal(found);
      expect(await texts(database, true)).to.deep.equal(found.map((text) => `${text} (repaired)`));
      expect(await texts(database)).to.deep.equal([]);
      const { subnets, addresses } = database.readers;
      expect(String(await subnets.freePrefix({ id: master, prefix: cidr('10.0.0.0/16') }, 24, 'first'))).to.equal('10.0.2.0/24');
      expect((await addresses.lowestFree(leaf, 3, rangeOf(cidr('10.0.9.0/24')))).map(String)).to.deep.equal([
        '10.0.9.0',
        '10.0.9.4',
        '10.0.9.5',
      ]);
    }));

  it('finds free ranges of subnets without an index, and deletes them', () =>
    withPrompt(async (database, prompt) => {
      const { child } = await fill(database);
      await prompt(`insert into free_addresses values (${child}, '10.0.0.5', '10.0.0.9')`);
      await prompt(`insert into free_blocks values (${child}, '10.0.0.5', '10.0.0.9', 31)`);
      expect(await texts(database, true)).to.have.length(2);
      expect(await texts(database)).to.deep.equal([]);
    }));

  it('finds a block whose size is wrong', () =>
    withPrompt(async (database, prompt) => {
      const { master } = await fill(database);
      await prompt(`update free_blocks set largest = 12 where subnet_id = ${master} and largest = 17`);
      expect(await texts(database, true)).to.deep.equal([
        `subnet ${master}: 2 ranges of free networks differ from what is used (repaired)`,
      ]);
    }));

  it('finds wrong usage counts, and recalculates them', () =>
    withPrompt(async (database, prompt) => {
      const { master, child, leaf } = await fill(database);
      const { subnets } = database.readers;
      const right = (await subnets.usageCounts([master])).get(master);
      const tampering: readonly (readonly [sql: string, wrong: readonly number[]])[] = [
        [`update usage_counts set addresses = '[[2, 3]]' where subnet_id = ${leaf}`, [leaf]],
        [`update usage_counts set children = children || '{"up:3": "5"}' where subnet_id = ${master}`, [master]],
        [`update usage_counts set reported = reported || '{"up:3": "5"}' where subnet_id = ${child}`, [master, child]],
        [`update usage_counts set used = used + 1 where subnet_id = ${leaf}`, [leaf]],
        [`update usage_counts set size = 0 where subnet_id = ${master}`, [master]],
        [`delete from usage_counts where subnet_id = ${leaf}`, [master]],
        [`update usage_counts set reported = null, reported_to = null where subnet_id = ${child}`, [master, child]],
      ];
      for (const [statement, wrong] of tampering) {
        await prompt(statement);
        const found = wrong.map((id) => `subnet ${id}: its usage counts differ from what there is`);
        expect(await texts(database), statement).to.deep.equal(found);
        expect(await texts(database, true), statement).to.deep.equal(found.map((text) => `${text} (repaired)`));
        expect(await texts(database), statement).to.deep.equal([]);
        expect((await subnets.usageCounts([master])).get(master), statement).to.deep.equal(right);
      }
      await prompt(`insert into addresses (subnet_id, ip, tag) values (${leaf}, '10.0.9.77', 4)`);
      expect(await texts(database, true)).to.deep.include(
        `subnet ${leaf}: its usage counts differ from what there is (repaired)`,
      );
      expect((await subnets.usageCounts([master])).get(master)?.children?.upwards.get(4)).to.equal(1n);
    }));

  it('finds unreadable usage counts, and recalculates them', () =>
    withPrompt(async (database, prompt) => {
      const { master, leaf } = await fill(database);
      const { subnets } = database.readers;
      const right = (await subnets.usageCounts([master])).get(master);
      const damages = [
        ...['{}', 'null', '"x"', '7', '[[2]]', '[2, 3]', '[["a", "b"]]', '[[2, 1.5]]', '[[2, 1e400]]', '[[2, null]]'].map(
          (value) => ['addresses', value] as const,
        ),
        ...['[]', 'null', '3', '{"size": null}', '{"size": 5}', '{"size": "many"}', '{"size": {}}', '{"size": "1e9"}'].flatMap(
          (value) => [['children', value] as const, ['reported', value] as const],
        ),
        ['children', `{"size": "${'9'.repeat(200_000)}"}`],
      ] as const;
      for (const [column, value] of damages) {
        const label = `${column} ${value.slice(0, 40)}`;
        for (const id of [master, leaf]) {
          await prompt(`update usage_counts set ${column} = '${value}' where subnet_id = ${id}`);
          const text = `subnet ${id}: its usage counts cannot be read`;
          expect(await texts(database), label).to.deep.equal([text]);
          expect(await texts(database, true), label).to.include(`${text} (repaired)`);
          expect(await texts(database), label).to.deep.equal([]);
          expect((await subnets.usageCounts([master])).get(master), label).to.deep.equal(right);
        }
      }
    })).timeout(120_000);

  it('finds negative and huge usage counts, and recalculates them', () =>
    withPrompt(async (database, prompt) => {
      const { master, leaf } = await fill(database);
      const { subnets } = database.readers;
      const right = (await subnets.usageCounts([master])).get(master);
      for (const change of [
        `addresses = '[[2, -5]]'`,
        `addresses = '[[2, 9007199254740991]]'`,
        `addresses = '[[-3, 5], [null, 0]]'`,
        `children = '{"size": "-${'9'.repeat(50)}", "subnets": "-1", "tag:x": "4"}'`,
        `reported = '{"size": "${'9'.repeat(50)}"}'`,
        `used = -1`,
        `size = 'NaN'`,
        `reported_to = 2147483647`,
        `reported_to = null`,
      ]) {
        await prompt(`update usage_counts set ${change} where subnet_id in (${master}, ${leaf})`);
        expect(await texts(database, true), change).not.to.deep.equal([]);
        expect(await texts(database), change).to.deep.equal([]);
        expect((await subnets.usageCounts([master])).get(master), change).to.deep.equal(right);
      }
    }));

  it('finds states that no client can create, and does not change them', () =>
    withPrompt(async (database, prompt) => {
      const { child, leaf } = await fill(database);
      await prompt(`update subnets set network = '10.0.9.128/25' where id = ${child}`);
      await prompt(`insert into addresses (subnet_id, ip) values (${child}, '10.0.0.7')`);
      const findings = [
        `subnet ${child}: address 10.0.0.7 is outside of 10.0.9.128/25`,
        `subnet ${child}: 10.0.9.128/25 overlaps 10.0.9.0/24, subnet ${leaf}`,
      ];
      expect((await texts(database, true)).slice(-2)).to.deep.equal(findings);
      expect(await texts(database)).to.deep.equal(findings);
    }));

  it('finds each pair of overlapping siblings, whichever is larger and whatever lies between them', () =>
    withPrompt(async (database, prompt) => {
      await fill(database);
      await prompt(`insert into sections (name, name_key, strict_mode) values ('strict', 'strict', true)`);
      await prompt(`insert into vrfs (name) values ('blue')`);
      const places = [
        ['20.0.0.64/26', 'null'],
        ['20.0.0.0/24', 'null'], // contains the one before
        ['20.0.0.0/25', '(select min(id) from vrfs)'], // another VRF, between the two
        ['20.0.0.64/26', 'null'], // the first once more
        ['20.0.1.0/24', 'null'], // overlaps nothing
        ['20.0.0.0/26', '(select min(id) from vrfs)'], // within that of its VRF
      ];
      for (const [network, vrf] of places)
        await prompt(`insert into subnets (network, section_id, description, vrf_id)
          values ('${network}', (select max(id) from sections), 'placed', ${vrf})`);
      const found = (await texts(database)).filter((text) => text.includes('overlaps'));
      expect(found.map((text) => text.replace(/subnet \d+/g, 'subnet'))).to.have.members([
        'subnet: 20.0.0.64/26 overlaps 20.0.0.0/24, subnet',
        'subnet: 20.0.0.64/26 overlaps 20.0.0.64/26, subnet',
        'subnet: 20.0.0.0/24 overlaps 20.0.0.64/26, subnet',
        'subnet: 20.0.0.0/25 overlaps 20.0.0.0/26, subnet',
      ]);
    }));
});
