import { expect } from 'chai';
import fc from 'fast-check';
import { applyFilter } from '../../../adapters/http/wire/filter.js';
import type { WireObject } from '../../../adapters/http/wire/wire-value.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { ObservedList, plain, recordsOf } from '../../adapters/http/support/lists.js';
import { newAddress, newFolder, newNetwork, newSection } from '../../contracts/support/builders.js';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { collect } from '../../support/collect.js';
import { storageVariants } from '../../support/databases/storage-variants.js';

/** Texts that are equal under some comparisons, but not under others. */
const oddTexts = [
  ...['web', 'WEB', 'Web ', ' web', 'straße', 'STRASSE', 'ẞ', 'ä', 'a\u0308', 'Ä', 'İ', 'i\u0307', 'ı', 'ǆ', 'ǅ', 'ſ', 'K', 'K'],
  ...['7', '007', '7.0', '+7', ' 7', '7 ', '1e1', '10', '0', '-0', '.5', '0.5', '9007199254740993', '9007199254740992', 'null'],
  ...['😀', 'x'.repeat(64), '%', '_', '\\', "'", '00:11:22:33:44:55', '10.0.0.1', 'Infinity', 'NaN', '0x7', '1,5'],
];

async function fill(to: Repositories): Promise<void> {
  const sectionId = await to.sections.insert(newSection());
  const deviceId = await to.catalog.insert('device', { hostname: 'device' }, {});
  const vrfId = await to.catalog.insert('vrf', { name: 'red' }, {});
  const subnetId = await to.subnets.insert(newNetwork(sectionId, '10.0.0.0/24'));
  for (const [index, text] of oddTexts.entries())
    await to.addresses.insert(
      newAddress(subnetId, `10.0.0.${index}`, {
        ...(index % 5 === 0 ? {} : { hostname: text }),
        description: text,
        is_gateway: index === 3,
        mac: index % 3 === 0 ? '00:11:22:aa:bb:cc' : null,
        tag: [null, 1, 2, 3][index % 4] ?? null,
        deviceId: index % 7 === 0 ? deviceId : null,
        lastSeen: '2024-03-01 12:00:00',
        PTR: index % 2 === 0 ? index : 0,
      }),
    );
  const folder = await to.subnets.insert(newFolder(sectionId, { description: 'web' }));
  const networks = [
    '0.0.0.0/0',
    '10.0.0.0/8',
    '10.0.0.0/16',
    '10.0.1.0/24',
    '2001:db8::/32',
    '2001:db8::/64',
    '::/0',
    '::1:0/112',
  ];
  for (const [index, network] of networks.entries())
    await to.subnets.insert(
      newNetwork(sectionId, network, {
        description: oddTexts[index] ?? null,
        vrfId: index % 2 === 0 ? vrfId : null,
        ...(index === 0 ? {} : { masterSubnetId: folder }),
      }),
    );
  const sixth = await to.subnets.insert(newNetwork(await to.sections.insert(newSection()), 'fd00::/64', { description: '7' }));
  for (const each of ['fd00::', 'fd00::1', 'fd00::a:0:0:1']) await to.addresses.insert(newAddress(sixth, each));
}

/** Ways to spell a stored text. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => ` ${text}`,
  (text) => `${text}\n`,
  (text) => `0${text}`,
  (text) => `+${text}`,
  (text) => `-${text}`,
  (text) => `${text}.0`,
  (text) => `${text}e0`,
  (text) => `${text}/24`,
  (text) => text.replace('::', ':0:0:0:'),
  (text) => text.replaceAll(':', '-'),
  (text) => text.normalize('NFD'),
];
const furtherTexts = [
  ...['167772161', '4294967296', '42540766411282592856903984951653826560', '340282366920938463463374607431768211456'],
  ...['1.5', '1e400', '-1', '0', '-0', '1e0', '2147483647', '2147483648', '999999999999999', '1e15', '1e16', '.0', '1.'],
  ...['a\u0000b', '\ud800', '10.0.0', '10.0.0.01', '::', '0.0.0.0', '::10.0.0.1', 'FD00::1', 'fd00::1%eth0', '10.0.0.1/32'],
];

const paths = ['/addresses/', '/subnets/', '/subnets/all/', '/subnets/1/addresses/', '/sections/1/subnets/', '/vrf/1/subnets/'];

for (const variant of storageVariants) {
  describe(`Full filters of lists in ${variant.name}`, () => {
    let server: ApiServer;
    let client: ApiClient;
    before(async () => {
      const storage = await variant.open();
      server = await ApiServer.start({ storage });
      client = server.client;
      await storage.unitOfWork.run(fill);
    });
    after(async () => {
      expect(server.complaints).to.deep.equal([]);
      await server.close();
    });

    /** The records of a complete list that pass a filter. */
    async function passing(records: readonly WireObject[], field: string, value: string): Promise<WireObject[]> {
      const list = applyFilter({ field, value, match: 'full' }, new ObservedList(recordsOf(records)));
      return list.then(
        async (found) => (await collect(found)).map(plain),
        () => [],
      );
    }

    const listsByPath = async (): Promise<ReadonlyMap<string, readonly WireObject[]>> => {
      const lists = new Map<string, readonly WireObject[]>();
      for (const path of paths) lists.set(path, (await client.get(path)).records as readonly WireObject[]);
      return lists;
    };

    async function expectPassing(path: string, records: readonly WireObject[], field: string, value: string): Promise<void> {
      const query = `filter_by=${encodeURIComponent(field)}&filter_value=${encodeURIComponent(value)}`;
      const answer = await client.get(`${path}?${query}`);
      const expected = await passing(records, field, value);
      if (expected.length === 0) expect(answer.summary, query).to.equal('404 No results (filter applied)');
      else expect(answer.records, query).to.deep.equal(expected);
    }

    it('return the same records in the same order as a filter over the complete list', async () => {
      const lists = await listsByPath();
      const ask = fc.record({
        path: fc.constantFrom(...paths),
        row: fc.nat(),
        column: fc.nat(),
        spell: fc.constantFrom(...spellings),
        further: fc.option(fc.constantFrom(...oddTexts, ...furtherTexts), { freq: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(ask, async ({ path, row, column, spell, further }) => {
          const records = lists.get(path) ?? [];
          const record = records[row % records.length] ?? {};
          const fields = Object.keys(records[0] ?? {});
          const field = fields[column % fields.length] ?? '';
          const value = spell(further ?? String(record[field] ?? ''));
          fc.pre(value !== '' && !/\p{Surrogate}/u.test(value));
          await expectPassing(path, records, field, value);
        }),
        { numRuns: 400 },
      );
    });

    it('accept any number or address', async () => {
      const lists = await listsByPath();
      const fields = { '/addresses/': ['id', 'tag', 'deviceId', 'ip', 'mac'], '/subnets/': ['id', 'subnet', 'vrfId'] };
      for (const [path, names] of Object.entries(fields))
        for (const field of names)
          for (const value of furtherTexts.filter((text) => !/\p{Surrogate}/u.test(text)))
            await expectPassing(path, lists.get(path) ?? [], field, value);
    });
  });
}
