import { expect } from 'chai';
import fc from 'fast-check';
import type { Readers, Repositories } from '../../../application/ports/unit-of-work.js';
import { vlan } from '../../../domain/catalog/kind-descriptors.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import { type KindRecord, rowOf } from '../../../domain/fields/kind.js';
import { isStored } from '../../../domain/listing/condition.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import { readCondition } from '../../../domain/listing/read-condition.js';
import { type Position, positionOf, readPosition, writePosition } from '../../../domain/listing/sort.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { collect } from '../../support/collect.js';
import { capabilitiesOf } from '../support/any-record.js';
import { blankValues, insertNetwork, newAddress, newFolder, newNetwork, newSection, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import {
  customNames,
  listFields,
  type ModelOwner,
  type ModelRow,
  modelFields,
  modelList,
  type Order,
  orders,
  type Wanted,
  wanted,
} from '../support/list-model.js';

type Values = Readonly<Record<string, FieldValue>>;

/** The parent of the records of a test. It excludes the records of other tests. */
interface World {
  insert(to: Repositories, index: number, values: Values, custom: Values): Promise<number>;
  list(readers: Readers, listQuery: StoredQuery): AsyncIterable<KindRecord>;
  count(readers: Readers, listQuery: StoredQuery): Promise<number>;
}

async function* rows<T>(items: AsyncIterable<T>, rowOfItem: (item: T) => KindRecord): AsyncGenerator<KindRecord> {
  for await (const item of items) yield rowOfItem(item);
}

const worlds: Readonly<Record<ModelOwner, (to: Repositories) => Promise<World>>> = {
  async address(to) {
    const subnetId = await insertNetwork(to, '10.0.0.0/24');
    const query = (listQuery: StoredQuery) => ({ subnetId, order: 'id', listQuery }) as const;
    return {
      insert: (repositories, index, values, custom) =>
        repositories.addresses.insert(newAddress(subnetId, `10.0.0.${(index * 37) % 256}`, { ...values, custom })),
      list: ({ addresses }, listQuery) => rows(addresses.list(query(listQuery)), rowOf),
      count: ({ addresses }, listQuery) => addresses.count(query(listQuery)),
    };
  },
  async subnet(to) {
    const sectionId = await to.sections.insert(newSection());
    const query = (listQuery: StoredQuery) => ({ sectionId, order: { by: 'id' }, listQuery }) as const;
    return {
      insert: (repositories, _index, { prefix, ...values }, custom) =>
        repositories.subnets.insert(
          prefix === null
            ? newFolder(sectionId, { ...values, custom })
            : newNetwork(sectionId, String(prefix), { ...values, custom }),
        ),
      list: ({ subnets }, listQuery) => rows(subnets.list(query(listQuery)), ({ subnet }) => rowOf(subnet)),
      count: ({ subnets }, listQuery) => subnets.count(query(listQuery)),
    };
  },
  async vlan(to) {
    const domainId = await to.catalog.insert('l2domain', { name: uniqueWord() }, {});
    return {
      insert: ({ catalog }, _index, values, custom) =>
        catalog.insert('vlan', { ...blankValues(vlan.fields), domainId, ...values }, custom),
      list: ({ catalog }, listQuery) => catalog.select('vlan', { domainId }, listQuery),
      count: ({ catalog }, listQuery) => catalog.count('vlan', { domainId }, listQuery),
    };
  },
};

const modelRow = ({ id, values, custom }: KindRecord): ModelRow => {
  const plain = Object.entries({ ...values, ...custom }).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? value.toString() : value,
  ]);
  const length = values.prefix instanceof Prefix ? values.prefix.length : null;
  return { ...Object.fromEntries(plain), maskLength: length, id };
};

function queryOf(owner: ModelOwner, where: readonly Wanted[], by: readonly Order[]): StoredQuery {
  const fields = listFields(owner);
  const field = (name: string) => fields.get(name) ?? expect.fail(name);
  const conditions = where.map((each) => readCondition(field(each.field), each.operator, each.value, () => () => false));
  return {
    where: conditions.filter(isStored),
    sort: by.map(({ field: name, descending }) => ({ field: field(name), descending })),
  };
}

describeContract('Lists by conditions', (storage) => {
  /** Reads a list in pages. Each position is written as text and parsed again. */
  async function inPages(world: World, query: StoredQuery, size: number): Promise<number[]> {
    const found: number[] = [];
    for (let after: Position | undefined; ; ) {
      const page = await collect(world.list(storage.readers, { ...query, after, max: size }));
      const shown = page.slice(0, size);
      found.push(...shown.map(({ id }) => id));
      const last = shown.at(-1);
      if (!last || page.length <= size) return found;
      after = readPosition(query.sort, writePosition(query.sort, positionOf(query.sort, last)));
    }
  }

  for (const owner of Object.keys(modelFields) as ModelOwner[]) {
    storage.itWith(...capabilitiesOf(owner))(
      `return the same ${owner}s as a naive model, in its order, in pages and as a count`,
      async () => {
        const record = fc.record(
          Object.fromEntries(Object.entries(modelFields[owner]).map(([name, { values }]) => [name, values])),
        );
        const ask = fc.record({
          where: fc.array(wanted(owner), { maxLength: 2 }),
          by: orders(owner),
          size: fc.integer({ min: 1, max: 5 }),
        });
        const asks = fc.array(ask, { minLength: 8, maxLength: 8 });
        await fc.assert(
          fc.asyncProperty(fc.array(record, { maxLength: 14 }), asks, async (given, questions) => {
            const world = await storage.write((to) => worlds[owner](to));
            await storage.write(async (to) => {
              for (const [index, each] of given.entries()) {
                const isCustom = ([name]: readonly [string, unknown]) => customNames.includes(name);
                const entries = Object.entries(each).map(
                  ([name, value]) => [name, name === 'prefix' && value !== null ? Prefix.parse(String(value)) : value] as const,
                );
                const custom = entries.filter(isCustom).filter(([, value]) => value !== null || index % 2 === 0);
                const values = entries.filter((entry) => !isCustom(entry));
                await world.insert(to, index, Object.fromEntries(values) as Values, Object.fromEntries(custom) as Values);
              }
            });
            const all = await collect(world.list(storage.readers, { where: [], sort: [] }));
            expect(all).to.have.lengthOf(given.length);
            const model = all.map(modelRow);
            for (const { where, by, size } of questions) {
              const query = queryOf(owner, where, by);
              const expected = modelList(owner, model, where, by);
              const message = JSON.stringify({ where, by });
              expect(await inPages(world, query, size), message).to.deep.equal(expected);
              expect(await world.count(storage.readers, query), message).to.equal(expected.length);
            }
          }),
          { numRuns: 12 },
        );
      },
    );
  }

  it('continue after a deleted record, and skip no record that exists all the time', async () => {
    const world = await storage.write((to) => worlds.address(to));
    const ids = await storage.write(async (to) => {
      const made: number[] = [];
      for (let index = 0; index < 9; index++) made.push(await world.insert(to, index, { hostname: `h${index}` }, {}));
      return made;
    });
    const query = queryOf('address', [], [{ field: 'hostname', descending: true }]);
    const [first, second] = await collect(world.list(storage.readers, { ...query, max: 2 }));
    expect([first?.id, second?.id]).to.deep.equal([ids[8], ids[7]]);
    const after = positionOf(query.sort, second ?? expect.fail('there is a second one'));
    await storage.write(async (to) => {
      const { subnetId } = (await to.addresses.find(after.id)) ?? expect.fail('it is there');
      await to.subnets.lock(subnetId, 'change');
      await to.addresses.delete([after.id]);
      await world.insert(to, 20, { hostname: 'h9' }, {});
    });
    const rest = await collect(world.list(storage.readers, { ...query, after }));
    expect(rest.map(({ id }) => id)).to.deep.equal(ids.slice(0, 7).reverse());
  });

  it('of sections support orders and conditions', async () => {
    const word = uniqueWord();
    const ids = await storage.write(async ({ sections }) => {
      const made: number[] = [];
      for (const order of [3, null, -1]) made.push(await sections.insert(newSection({ name: `${word}-${order}`, order })));
      return made;
    });
    const [field, order] = ['name', 'order'].map((name) => listFields('vlan').get(name));
    expect(order).to.equal(undefined);
    const name = field ?? expect.fail('sections have a name');
    const query: StoredQuery = { where: [{ field: name, is: 'prefix', text: word }], sort: [{ field: name, descending: true }] };
    const found = await collect(storage.readers.sections.list(undefined, query));
    expect(found.map(({ id }) => id)).to.deep.equal([ids[1], ids[0], ids[2]]);
    expect(await storage.readers.sections.count(undefined, query)).to.equal(3);
  });

  it('are counted up to the requested maximum only', async () => {
    const subnetId = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    for (let last = 1; last <= 5; last++)
      await storage.write(({ addresses }) => addresses.insert(newAddress(subnetId, `10.0.0.${last}`)));
    const { addresses, subnets } = storage.readers;
    const counted = (max?: number) => addresses.count({ subnetId, order: 'id' }, max);
    expect([await counted(), await counted(3), await counted(5), await counted(6)]).to.deep.equal([5, 3, 5, 5]);
    expect(await subnets.count({ ids: [subnetId], order: { by: 'id' } }, 1)).to.equal(1);
    expect(await subnets.count({ order: { by: 'id' } }, 1)).to.equal(1);
  });
});
