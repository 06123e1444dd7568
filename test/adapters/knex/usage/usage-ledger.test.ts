import { expect } from 'chai';
import { repositoriesIn } from '../../../../adapters/knex/repositories.js';
import type { Session } from '../../../../adapters/knex/sessions/session.js';
import { knex, sql } from '../../../../adapters/knex/sessions/sql.js';
import { checkUsage } from '../../../../adapters/knex/usage/usage-check.js';
import { UsageLedger } from '../../../../adapters/knex/usage/usage-ledger.js';
import { readLines } from '../../../../adapters/knex/usage/usage-statements.js';
import { collect } from '../../../support/collect.js';
import { withSession } from '../fresh-database.js';

const fill = [
  sql`insert into sections (name, name_key) values ('s', 's')`,
  sql`insert into subnets (section_id, master_subnet_id, network)
    values (1, null, '10.0.0.0/8'), (1, 1, '10.0.0.0/16'), (1, 2, '10.0.0.0/24')`,
  sql`insert into addresses (subnet_id, ip, tag) values (3, '10.0.0.1', 2)`,
];
const [root, middle, leaf] = [1, 2, 3];

/** Changes of other transactions, as the service makes them. */
const others = {
  addAddress: (session: Session, last: number) =>
    session.transact(async (held) => {
      await held.rows(sql`insert into addresses (subnet_id, ip, tag) values (${leaf}, ${`10.0.0.${last}`}::inet, 2)`);
      await held.rows(sql`insert into usage_changes (subnet_id, tag, change) values (${leaf}, 2, 1)`);
    }),
  turnFull: (session: Session, id: number) =>
    session.transact(async (held) => {
      await held.rows(sql`update subnets set is_full = not is_full where id = ${id}`);
      await held.rows(sql`insert into usage_changes (subnet_id, change) values (${id}, 0)`);
    }),
  remove: (session: Session, id: number) =>
    session.transact(async (held) => {
      await held.rows(sql`insert into usage_changes (subnet_id, change) values (${id}, 0)`);
      await held.rows(sql`delete from subnets where id = ${id}`);
    }),
};

/** Runs a test with three nested networks that have usage counts. */
const withNetworks = (test: (session: Session, usageOf: (id: number) => Promise<unknown>) => Promise<void>): Promise<void> =>
  withSession(fill, async (session) => {
    const { subnets } = repositoriesIn(session);
    const usageOf = async (id: number) => (await subnets.usageCounts([id])).get(id);
    await usageOf(root);
    await test(session, usageOf);
  });

/** A session that runs `disturb` after `after` statements in transactions. */
function disturbed(session: Session, after: number, disturb: () => Promise<void>): Session {
  let left = after;
  const watched = <T extends Session>(given: T): T =>
    new Proxy(given, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        if (name === 'transact')
          return (work: (held: Session) => Promise<unknown>) => target.transact((held) => work(watched(held)));
        return async (...given: unknown[]) => {
          const result: unknown = await Reflect.apply(member, target, given);
          if (target.isTransaction && --left === 0) await disturb();
          return result;
        };
      },
    });
  return watched(session);
}

/** Changes that a transaction has read. */
const changesRead = async (held: Session): Promise<number> => {
  const [statistics] = await held.rows<{ read: number }>(
    sql`select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'usage_changes'`,
  );
  return statistics?.read ?? 0;
};

describe('The usage counts of subnets', () => {
  it('include the changes of others between two batches of counted changes', () =>
    withNetworks(async (session, usageOf) => {
      await others.addAddress(session, 2);
      await UsageLedger.run(session, async (ledger) => {
        await ledger.countIn(1); // reads the networks above the leaf as well
        await others.turnFull(session, middle);
        await ledger.countIn(50);
      });
      expect(await collect(checkUsage(session, false))).to.deep.equal([]);
      const stored = await usageOf(root);
      await session.rows(sql`delete from usage_counts`);
      expect(stored).to.deep.equal(await usageOf(root));
    }));

  it('are read with the ancestors of a subnet by id, whatever the table statistics', () =>
    withNetworks(async (session) => {
      await session.rows(
        sql`insert into subnets (section_id, network)
          select 1, set_masklen('11.0.0.0'::inet + n * 16, 28)::cidr from generate_series(0, 9999) n`,
      );
      const explained = sql`explain ${knex.raw(readLines.unnamed.text.replace('$1', `'{${Array.from({ length: 100 }, (_, index) => index + 1).join()}}'`))}`;
      const plan = await session.rows<{ 'QUERY PLAN': string }>(explained);
      const lines = plan.map((line) => line['QUERY PLAN'].trim());
      const scans = lines.filter((line) => /Scan .*on (subnets|usage_counts)/.test(line));
      expect(scans).to.have.lengthOf(3);
      const conditions = lines.filter((line) => /^Index Cond: \((subnet_)?id = line/.test(line));
      expect(conditions, lines.join('\n')).to.have.lengthOf(3);
    }));

  it('are updated for a few subnets without reading the changes of all others', () =>
    withNetworks(async (session, usageOf) => {
      await session.rows(
        sql`with added as (
            insert into subnets (section_id, master_subnet_id, network)
            select 1, ${root}, set_masklen('10.1.0.0'::inet + n * 16, 28)::cidr from generate_series(0, 9999) n returning id
          )
          insert into usage_changes (subnet_id, change) select id, 0 from added`,
      );
      const read = await session.transact(async (held) => {
        const before = await changesRead(held);
        await UsageLedger.run(held, (ledger) => ledger.countIn(100));
        return (await changesRead(held)) - before;
      });
      expect(read).to.be.within(100, 500);
      const stored = await usageOf(root);
      await session.rows(sql`delete from usage_counts`);
      expect(stored).to.deep.equal(await usageOf(root));
    })).timeout(60_000);

  it('are not reported as wrong when a process ended before it had summed up a network', () =>
    withNetworks(async (session, usageOf) => {
      const whole = await usageOf(root);
      await session.rows(sql`delete from usage_counts`);
      await usageOf(leaf);
      await UsageLedger.run(session, (ledger) => ledger.store([middle])); // the leaf has not reported to it yet
      expect(await collect(checkUsage(session, false))).to.deep.equal([]);
      expect(await usageOf(root)).to.deep.equal(whole);
      expect(await collect(checkUsage(session, false))).to.deep.equal([]);
    }));

  it('are not reported as wrong when others change their sources during the check', () =>
    withNetworks(async (session) => {
      for (let after = 1; after <= 12; after++) {
        await others.addAddress(session, 100 + after);
        const check = checkUsage(
          disturbed(session, after, () => others.turnFull(session, middle)),
          false,
        );
        expect(await collect(check), `a change behind statement ${after}`).to.deep.equal([]);
      }
    }));

  it('are not reported as wrong when a subnet is deleted during the check', () =>
    withNetworks(async (session, usageOf) => {
      for (let after = 1; after <= 12; after++) {
        const [added] = await session.rows<{ id: number }>(
          sql`insert into subnets (section_id, master_subnet_id, network) values (1, ${middle}, '10.0.7.0/24') returning id`,
        );
        const id = added?.id ?? 0;
        await session.rows(sql`insert into usage_changes (subnet_id, change) values (${id}, 0)`);
        await usageOf(id);
        const check = checkUsage(
          disturbed(session, after, () => others.remove(session, id)),
          false,
        );
        expect(await collect(check), `behind statement ${after}`).to.deep.equal([]);
        await others.remove(session, id); // in case the check ended earlier
        await usageOf(root);
      }
    }));
});
