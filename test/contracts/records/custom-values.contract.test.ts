import { expect } from 'chai';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import type { CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../../domain/fields/custom-value.js';
import type { CustomValues } from '../../../domain/fields/field.js';
import { collect } from '../../support/collect.js';
import { capabilitiesOf, findAny, insertAny, minimalValues, type OwnerName } from '../support/any-record.js';
import { insertNetwork, ip, newAddress, newNetwork, newSection, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const owners: Readonly<Record<CustomFieldOwner, OwnerName>> = {
  sections: 'section',
  subnets: 'subnet',
  addresses: 'address',
  vlans: 'vlan',
  vrfs: 'vrf',
  l2domains: 'l2domain',
  devices: 'device',
  locations: 'location',
  racks: 'rack',
};

describeContract('Values of a custom field', ['customValues'], (storage) => {
  for (const [on, owner] of Object.entries(owners) as [CustomFieldOwner, OwnerName][]) {
    if (!storage.has(...capabilitiesOf(owner))) continue;
    const insert = (custom: CustomValues): Promise<number> =>
      storage.write(async (to) => insertAny(to, owner, await minimalValues(to, owner), custom));
    const customOf = async (id: number): Promise<CustomValues | undefined> => (await findAny(storage.readers, owner, id))?.custom;
    /** Runs work with a lock on the definitions, which the port requires. */
    const change = <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> =>
      storage.write(async (repositories) => {
        await repositories.customFields.lock();
        return work(repositories);
      });

    describe(`of ${on}`, () => {
      it('are converted one by one, and equal texts of different types are different values', async () => {
        const [name, other] = [uniqueWord(), uniqueWord()];
        const conversions = new Map<CustomScalar, CustomScalar>([
          ['1', 1],
          [1, '1'],
          [true, 'yes'],
          ['', 'empty'],
          ['a', 'b'],
          ['b', 'c'],
          [0, false],
          ['same', 'same'],
        ]);
        const held = [...conversions.keys(), 'a', 1];
        const ids: number[] = [];
        for (const value of held) ids.push(await insert({ [name]: value, [other]: 'a' }));
        ids.push(await insert({ [name]: null, [other]: 'b' }), await insert({}));
        const seen = new Set<CustomScalar>();
        const convert = (value: CustomScalar): CustomScalar => {
          seen.add(value);
          return conversions.get(value) ?? value;
        };
        await change(({ customValues }) => customValues.convert(on, name, convert));
        expect([...seen]).to.have.members([...conversions.keys()]);
        const customs = await Promise.all(ids.map(customOf));
        expect(customs.map((custom) => custom?.[name] ?? null)).to.deep.equal([
          ...held.map((value) => conversions.get(value)),
          null,
          null,
        ]);
        expect(customs.map((custom) => custom?.[other])).to.deep.equal([...held.map(() => 'a'), 'b', undefined]);
      });

      it('are unchanged when one of them cannot be converted', async () => {
        const name = uniqueWord();
        const ids = [await insert({ [name]: 'good' }), await insert({ [name]: 'bad' }), await insert({ [name]: 'good' })];
        const failure = new Error('cannot be converted');
        const convert = (value: CustomScalar): CustomScalar => {
          if (value === 'bad') throw failure;
          return 'converted';
        };
        const caught = await change(({ customValues }) => customValues.convert(on, name, convert)).catch(
          (error: unknown) => error,
        );
        expect(caught).to.equal(failure);
        expect((await Promise.all(ids.map(customOf))).map((custom) => custom?.[name])).to.deep.equal(['good', 'bad', 'good']);
      });

      it('are reported as unset if any record has none', async () => {
        const name = uniqueWord();
        await insert({ [name]: 1 });
        expect(await change(({ customValues }) => customValues.isUnsetSomewhere(on, name))).to.equal(true);
        await change(({ customValues }) => customValues.fill(on, name, 'filled'));
        expect(await change(({ customValues }) => customValues.isUnsetSomewhere(on, name))).to.equal(false);
        await insert({ [name]: null });
        expect(await change(({ customValues }) => customValues.isUnsetSomewhere(on, name))).to.equal(true);
      });

      it('are added to every record without one, and change nothing else', async () => {
        const [name, other] = [uniqueWord(), uniqueWord()];
        const ids = [
          await insert({}),
          await insert({ [name]: null, [other]: 'o' }),
          await insert({ [name]: false }),
          await insert({ [name]: '' }),
        ];
        await change(({ customValues }) => customValues.fill(on, name, `it's "x"`));
        const held = await Promise.all(ids.map(customOf));
        expect(held.map((custom) => custom?.[name])).to.deep.equal([`it's "x"`, `it's "x"`, false, '']);
        expect(held[1]?.[other]).to.equal('o');
      });

      it('are all unchanged when the conversion of one fails', async () => {
        const name = uniqueWord();
        const ids = [await insert({ [name]: 'a' }), await insert({ [name]: 'b' })];
        const failing = change(({ customValues }) =>
          customValues.convert(on, name, (value) => {
            if (value === 'b') throw new Error('no');
            return 'converted';
          }),
        );
        expect(await failing.catch((error: Error) => error.message)).to.equal('no');
        expect((await Promise.all(ids.map(customOf))).map((custom) => custom?.[name])).to.deep.equal(['a', 'b']);
      });

      it('are removed from all records', async () => {
        const [name, other] = [uniqueWord(), uniqueWord()];
        const ids = [await insert({ [name]: 1, [other]: 2 }), await insert({ [name]: 'x' })];
        await change(({ customValues }) => customValues.remove(on, name));
        const held = await Promise.all(ids.map(customOf));
        expect(held).to.deep.equal([{ [other]: 2 }, {}]);
      });
    });
  }

  it('are converted and filled in 2200 records', async () => {
    const name = uniqueWord();
    const subnet = await storage.write(async (to) => {
      const id = await insertNetwork(to, '10.0.0.0/16');
      for (let i = 0; i < 2200; i++) {
        const custom = i % 3 ? { [name]: i } : {};
        await to.addresses.insert(newAddress(id, `10.0.${i >> 8}.${i & 255}`, { custom }));
      }
      return id;
    });
    await storage.write(async ({ customFields, customValues }) => {
      await customFields.lock();
      await customValues.convert('addresses', name, (value) => `v${String(value)}`);
      await customValues.fill('addresses', name, 'none');
    });
    const held = await collect(storage.readers.addresses.list({ subnetId: subnet, order: 'address' }));
    expect(held.map(({ custom }) => custom[name])).to.deep.equal(
      Array.from({ length: 2200 }, (_, i) => (i % 3 ? `v${i}` : 'none')),
    );
  });
});

describeContract('A condition on a custom field', (storage) => {
  const samples = ['7', 7, true, 'true', '', 0, `Host's "x"`] as const;

  it('matches subnets with exactly the value, including its type', async () => {
    const name = uniqueWord();
    const ids = await storage.write(async ({ sections, subnets }) => {
      const sectionId = await sections.insert(newSection());
      const inserted: number[] = [];
      for (const value of samples)
        inserted.push(await subnets.insert(newNetwork(sectionId, '10.0.0.0/24', { custom: { [name]: value, other: 'x' } })));
      await subnets.insert(newNetwork(sectionId, '10.0.0.0/24', { custom: { other: '7', [name]: null } }));
      return inserted;
    });
    for (const [i, value] of samples.entries()) {
      const listed = await collect(storage.readers.subnets.list({ custom: { field: name, value }, order: { by: 'network' } }));
      expect(
        listed.map(({ subnet }) => subnet.id),
        String(value),
      ).to.deep.equal([ids[i]]);
    }
    expect(
      await collect(storage.readers.subnets.list({ custom: { field: name, value: 'none' }, order: { by: 'id' } })),
    ).to.deep.equal([]);
  });

  it('matches addresses with exactly the value, including its type', async () => {
    const name = uniqueWord();
    const ids = await storage.write(async (to) => {
      const subnet = await insertNetwork(to, '10.0.0.0/24');
      const inserted: number[] = [];
      for (const [i, value] of samples.entries())
        inserted.push(await to.addresses.insert(newAddress(subnet, `10.0.0.${i}`, { custom: { [name]: value } })));
      return inserted;
    });
    for (const [i, value] of samples.entries()) {
      const listed = await collect(storage.readers.addresses.list({ custom: { field: name, value }, order: 'address' }));
      expect(
        listed.map(({ id }) => id),
        String(value),
      ).to.deep.equal([ids[i]]);
    }
  });

  it('combines with other conditions', async () => {
    const name = uniqueWord();
    const custom = { field: name, value: 'x' } as const;
    const id = await storage.write(async (to) => {
      const [here, there] = [await insertNetwork(to, '10.0.0.0/24'), await insertNetwork(to, '10.0.0.0/24')];
      await to.addresses.insert(newAddress(there, '10.0.0.1', { custom: { [name]: 'x' } }));
      return to.addresses.insert(newAddress(here, '10.0.0.2', { custom: { [name]: 'x' } }));
    });
    const listed = await collect(storage.readers.addresses.list({ custom, ip: ip('10.0.0.2'), order: 'id' }));
    expect(listed.map((address) => address.id)).to.deep.equal([id]);
  });
});
