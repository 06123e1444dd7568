import { expect } from 'chai';
import type { TextSearch } from '../../../application/ports/inventory/records.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import type { PermissionMap } from '../../../domain/fields/permission-map.js';
import { collect } from '../../support/collect.js';
import { levels } from '../../support/levels.js';
import { insertNetwork, newAddress, newNetwork, newSection, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

/** Printable characters that may have a special meaning in patterns. */
const punctuation = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ '];

describeContract('The search for a text', ['search'], (storage) => {
  const inDescription = (text: string): TextSearch => ({ text, fields: ['description'], custom: [] });

  describe('among subnets', () => {
    const insert = (description: string | null, custom = {}): Promise<number> =>
      storage.write((to) => insertNetwork(to, '10.0.0.0/24', { description, custom }));
    const ids = async (search: TextSearch): Promise<number[]> =>
      (await collect(storage.readers.subnets.search(search))).map(({ subnet }) => subnet.id);

    it('finds it anywhere in a field, in order of id', async () => {
      const word = uniqueWord();
      const found = [
        await insert(`end ${word}`),
        await insert(`${word} start`),
        await insert(`in\nthe ${word} middle`),
        await insert(word),
      ];
      await insert(word.slice(0, -1));
      await insert(null);
      expect(await ids(inDescription(word))).to.deep.equal(found);
    });

    it('ignores the case of letters', async () => {
      const word = uniqueWord();
      const id = await insert(`Zoë ΣΊΓΜΑ straße ${word}`);
      for (const text of [`ZOË σίγμα STRAßE ${word}`, `zoË Σίγμα Straße ${word.toUpperCase()}`]) {
        expect(await ids(inDescription(text)), text).to.deep.equal([id]);
      }
      expect(await ids(inDescription(`zoe ΣΊΓΜΑ straße ${word}`))).to.deep.equal([]);
    });

    it('matches every punctuation character literally', async () => {
      const word = uniqueWord();
      const found = new Map<string, number>();
      for (const character of punctuation) found.set(character, await insert(`${word}${character}x`));
      for (const [character, id] of found)
        expect(await ids(inDescription(`${word}${character}X`)), character).to.deep.equal([id]);
    });

    it('searches the requested fields and custom fields, and no others', async () => {
      const word = uniqueWord();
      const inField = await insert(`a ${word}`);
      const inCustom = await insert('x', { custom_text: `b ${word}`, custom_other: null });
      const inOther = await insert('x', { custom_other: `c ${word}` });
      expect(await ids(inDescription(word))).to.deep.equal([inField]);
      expect(await ids({ text: word, fields: ['description'], custom: ['custom_text'] })).to.deep.equal([inField, inCustom]);
      expect(await ids({ text: word, fields: [], custom: ['custom_text', 'custom_other'] })).to.deep.equal([inCustom, inOther]);
      expect(await ids({ text: word, fields: ['firewallAddressObject'], custom: [] })).to.deep.equal([]);
      expect(await ids({ text: word, fields: [], custom: [] })).to.deep.equal([]);
    });

    it('stops when the caller no longer awaits the result', async () => {
      const word = uniqueWord();
      await insert(word);
      expect(await ids({ ...inDescription(word), isAwaited: () => false })).to.deep.equal([]);
    });

    it('returns only records that a viewer may read', async () => {
      const word = uniqueWord();
      const place = (to: Repositories, section: PermissionMap | null, subnet: PermissionMap | null) =>
        to.sections
          .insert(newSection({ permissions: section }))
          .then((id) => to.subnets.insert(newNetwork(id, '10.0.0.0/24', { description: word, permissions: subnet })));
      const [visible, ...hidden] = await storage.write(async (to) => [
        await place(to, levels({ 2: 1 }), levels({ 2: 1 })),
        await place(to, levels({ 2: 1 }), null),
        await place(to, null, levels({ 2: 1 })),
      ]);
      const seen = await collect(
        storage.readers.subnets.search(inDescription(word), { unrestricted: false, groups: [2], inventory: 'read' }),
      );
      expect(seen.map(({ subnet }) => subnet.id)).to.deep.equal([visible]);
      expect(await ids(inDescription(word))).to.deep.equal([visible, ...hidden]);
    });

    it('returns the same record as a list', async () => {
      const word = uniqueWord();
      const id = await insert(word);
      await storage.write(({ addresses }) => addresses.insert(newAddress(id, '10.0.0.1', { is_gateway: true })));
      const [found] = await collect(storage.readers.subnets.search(inDescription(word)));
      expect(found).to.deep.equal(await storage.readers.subnets.findListing(id));
    });
  });

  describe('among addresses', () => {
    it('finds it in fields and custom fields, limited to the records of a viewer', async () => {
      const word = uniqueWord();
      const subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
      const ids = await storage.write(async ({ addresses }) => [
        await addresses.insert(newAddress(subnet, '10.0.0.9', { hostname: `${word.toUpperCase()}.example` })),
        await addresses.insert(newAddress(subnet, '10.0.0.1', { custom: { custom_n: `x${word}`, custom_m: 1 } })),
        await addresses.insert(newAddress(subnet, '10.0.0.2', { note: word })),
      ]);
      const search: TextSearch = { text: word, fields: ['hostname', 'description'], custom: ['custom_n'] };
      expect((await collect(storage.readers.addresses.search(search))).map(({ id }) => id)).to.deep.equal(ids.slice(0, 2));
      expect(
        await collect(storage.readers.addresses.search(search, { unrestricted: false, groups: [2], inventory: 'read' })),
      ).to.deep.equal([]);
    });

    it('finds all among many, across gaps in their ids, and stops when its reader stops', async () => {
      const word = uniqueWord();
      const wanted = await storage.write(async (to) => {
        const [subnet, emptied] = [await insertNetwork(to, '10.0.0.0/16'), await insertNetwork(to, '10.0.0.0/16')];
        const found: number[] = [];
        for (let i = 0; i < 1200; i++) {
          const isWanted = i % 100 === 3;
          const hostname = isWanted ? `h${i}.${word}` : `h${i}`;
          const id = await to.addresses.insert(newAddress(i % 2 ? subnet : emptied, `10.0.${i >> 8}.${i & 255}`, { hostname }));
          if (isWanted) found.push(id);
        }
        await to.addresses.deleteAllIn(emptied);
        return found;
      });
      const search: TextSearch = { text: word, fields: ['hostname'], custom: [] };
      expect((await collect(storage.readers.addresses.search(search))).map(({ id }) => id)).to.deep.equal(wanted);
      for await (const { id } of storage.readers.addresses.search(search)) {
        expect(id).to.equal(wanted[0]);
        break;
      }
    });
  });

  describe('in the catalogue', () => {
    if (!storage.has('catalog')) return;
    it('finds it in texts, in numbers as printed, and in custom fields', async () => {
      const [word, number] = [uniqueWord(), 1234567];
      const ids = await storage.write(async ({ catalog }) => [
        await catalog.insert('vlan', { name: `v ${word}`, number: 1 }, {}),
        await catalog.insert('vlan', { name: 'v', number }, {}),
        await catalog.insert('vlan', { name: 'v', number: 2 }, { custom_n: 71234567 }),
        await catalog.insert('vlan', { name: 'v', number: 3, description: word }, {}),
      ]);
      const search = async (text: string, fields: string[], custom: string[]) =>
        (await collect(storage.readers.catalog.search('vlan', { text, fields, custom }))).map(({ id }) => id);
      expect(await search(word.toUpperCase(), ['name', 'number'], [])).to.deep.equal([ids[0]]);
      expect(await search('234567', ['name', 'number'], [])).to.deep.equal([ids[1]]);
      expect(await search('1234567', ['number'], ['custom_n'])).to.deep.equal(ids.slice(1, 3));
      const [found] = await collect(storage.readers.catalog.search('vlan', { text: word, fields: ['name'], custom: [] }));
      expect(found).to.deep.equal(await storage.readers.catalog.find('vlan', ids[0] ?? 0));
    });

    it('searches one kind only', async () => {
      const word = uniqueWord();
      await storage.write(({ catalog }) => catalog.insert('rack', { name: word }, {}));
      expect(
        await collect(storage.readers.catalog.search('location', { text: word, fields: ['name'], custom: [] })),
      ).to.deep.equal([]);
    });
  });
});
