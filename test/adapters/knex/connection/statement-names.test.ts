import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { limitsOf } from '../../../../adapters/knex/connection/limits.js';
import { DatabaseFailure } from '../../../../adapters/knex/index.js';
import { repositoriesIn } from '../../../../adapters/knex/repositories.js';
import { PoolSession } from '../../../../adapters/knex/sessions/pool-session.js';
import { knex, type Markers, type PreparedStatement, prepared, sql } from '../../../../adapters/knex/sessions/sql.js';
import { Connections } from '../../../../adapters/knex/waiting/connections.js';
import { type Address, addressFields } from '../../../../domain/address/address.js';
import { newAddress, newNetwork, newSection } from '../../../contracts/support/builders.js';
import { onPostgres, withMigrated } from '../fresh-database.js';

describe('A prepared statement', () => {
  const build = ({ id, ids }: Markers<{ id: number; ids: readonly number[] }>) =>
    knex('subnets')
      .select('id')
      .where({ id, is_folder: true })
      .whereNotIn('id', [sql`all(${ids}::integer[])`])
      .limit(5);

  it('is compiled once, with constants in its text and parameters in the order of their markers', () => {
    const statement = prepared<{ id: number; ids: readonly number[] }>('test_order', build);
    expect(statement.unnamed.text).to.equal(
      'select "id" from "subnets" where "id" = $1 and "is_folder" = true and "id" not in (all($2::integer[])) limit 5',
    );
    expect(statement.valuesOf({ ids: [1], id: 7 })).to.deep.equal([7, [1]]);
  });

  it('is named after the code and a digest of its text, so that no name has two texts', () => {
    const [one, two] = ['test_first', 'test_second'].map((name) => prepared(name, () => sql`select 1 as ${sql`one`}`));
    const other = prepared('test_other', () => sql`select 2 as two`);
    const digestOf = (statement: PreparedStatement | undefined) => statement?.named.name?.slice(-16);
    expect(one?.named.name).to.match(/^hexipam_test_first_[0-9a-f]{16}$/);
    expect(digestOf(one)).to.equal(digestOf(two)).and.not.equal(digestOf(other));
    expect(one?.named.text).to.equal('select 1 as one');
  });

  it('is refused with the name of another one, or with a name that PostgreSQL would truncate', () => {
    const make = (name: string) => () => prepared(name, () => sql`select 1`);
    make('test_twice')();
    expect(make('test_twice')).to.throw('two statements have the name test_twice');
    expect(make('x'.repeat(39))).to.throw('too long');
    expect(prepared('y'.repeat(38), () => sql`select 1`).named.name).to.have.length(63);
  });

  it('passes constants other than natural numbers and booleans as parameters, and accepts an escaped question mark', () => {
    const statement = prepared(
      'test_constants',
      () => sql`select ${"it's"}::text, ${-1}::integer, '{}'::jsonb \\? 'a', ${0}::integer`,
    );
    expect(statement.unnamed.text).to.equal(`select $1::text, $2::integer, '{}'::jsonb ? 'a', 0::integer`);
    expect(statement.valuesOf(undefined)).to.deep.equal(["it's", -1]);
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const one = prepared('test_one', () => sql`select 1 as one`);

describe('Statements on PostgreSQL', () => {
  it('that differ from request to request stay neither on the server nor in the process', async function () {
    this.timeout(300_000);
    await onPostgres((url) =>
      withMigrated({ url }, async () => {
        const connections = Connections.toServer(url, { poolSize: 4, limits: limitsOf(60_000), keepStatements: true });
        const session = new PoolSession(connections);
        try {
          await session.transact(async (transaction) => {
            const { sections, subnets, addresses } = repositoriesIn(transaction);
            const section = await sections.insert(newSection({ name: 'Many' }));
            const subnetId = await subnets.insert(newNetwork(section, '10.0.0.0/16'));
            const id = await addresses.insert(newAddress(subnetId, '10.0.0.1'));
            const changes = differentChanges(10_000);
            const [some, more] = [changes.slice(0, 2000), changes.slice(2000)];
            for (const change of some) await addresses.update(id, change);
            const before = usedMemory();
            for (const [index, change] of more.entries()) {
              await addresses.update(id, change);
              if (index % 20 === 0)
                await addresses.insert({
                  ...newAddress(subnetId, `10.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`),
                  ...change,
                });
            }
            expect(usedMemory() - before, 'bytes, of which 8,000 names would take two million').to.be.below(1e6);
            const [countRow] = await transaction.rows<{ count: number }>(knex('pg_prepared_statements').count({ count: '*' }));
            expect(countRow?.count).to.be.within(1, 20);
          });
        } finally {
          await connections.close();
        }
      }),
    );
  });

  it('that a pooler has lost fail as unavailable with the setting that helps, and work on a new connection', () =>
    onPostgres(async (url) => {
      const connections = Connections.toServer(url, { poolSize: 4, limits: limitsOf(10_000), keepStatements: true });
      const session = new PoolSession(connections);
      try {
        const lost = session.transact(async (transaction) => {
          await transaction.prepared(one);
          await transaction.rows(sql`deallocate all`);
          await transaction.prepared(one);
        });
        const error = await lost.catch((reason: unknown) => reason);
        expect(error).to.be.instanceOf(DatabaseFailure).and.include({ code: '26000', trouble: 'unavailable' });
        expect(error).to.have.property('message').that.includes('HEXIPAM_PREPARED_STATEMENTS');
        const found = await session.transact((transaction) => transaction.prepared(one));
        expect(found).to.deep.equal([{ one: 1 }]);
      } finally {
        await connections.close();
      }
    }));
});

/** A value for each optional field of an address. */
const givenValues = Object.entries(addressFields).flatMap(([name, field]): [string, unknown][] => {
  if (field.type === 'text' || field.type === 'multiline') return [[name, 'a text']];
  if (field.type === 'flag') return [[name, true]];
  if (field.type === 'integer') return [[name, 7]];
  if (field.type === 'reference' && name !== 'subnetId') return [[name, null]];
  return [];
});

/** Returns `count` changes of an address, each of other fields. */
function differentChanges(count: number): Partial<Address>[] {
  expect(2 ** givenValues.length).to.be.above(count);
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(givenValues.filter((_value, place) => (index + 1) & (1 << place))),
  );
}

/** Bytes in use, without garbage. */
function usedMemory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
