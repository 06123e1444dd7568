import { expect } from 'chai';
import { repositoriesIn } from '../../../adapters/knex/repositories.js';
import { sql } from '../../../adapters/knex/sessions/query.js';
import type { Session } from '../../../adapters/knex/sessions/session.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { cidr, ip } from '../../contracts/support/builders.js';
import { withSession } from './fresh-database.js';

/** A network with 4,000 networks directly below it, and one with 4,000 addresses, as the database's statistics know. */
const full = [
  sql`insert into sections (name, name_key, strict_mode) values ('s', 's', true)`,
  sql`insert into subnets (section_id, network) values (1, '10.0.0.0/8'), (1, '172.16.0.0/16')`,
  sql`insert into subnets (section_id, master_subnet_id, network)
    select 1, 1, set_masklen('10.0.0.0'::inet + 256 * n, 24)::cidr from generate_series(1, 4000) n`,
  sql`insert into addresses (subnet_id, ip) select 2, '172.16.0.0'::inet + n from generate_series(1, 4000) n`,
  sql`analyze subnets, addresses`,
];

/** After how many runs PostgreSQL decides whether one plan is as good as new ones. */
const trials = 5;

/** What `pg_prepared_statements` tells of what was run in a session. */
const plansIn = (session: Session) =>
  session.rows<{ name: string; planned: number; kept: number }>(
    sql`select name, custom_plans::integer as planned, generic_plans::integer as kept from pg_prepared_statements
      where name not like '%migration%' and name not like '%settings%'`,
  );

describe('Statements that look for a few of many', () => {
  for (const [what, name, look] of [
    [
      'networks that overlap a new one',
      /^hexipam_subnets_/,
      ({ subnets }, n) => subnets.findOverlap(cidr(`10.200.${n}.16/28`), { masterSubnetId: 1, vrfId: null, orNoVrf: true }),
    ],
    [
      'networks at the top of a section that overlap a new one',
      /^hexipam_subnets_/,
      ({ subnets }, n) => subnets.findOverlap(cidr(`192.168.${n}.16/28`), { sectionId: 1, vrfId: null }),
    ],
    [
      'addresses that are to be created',
      /^hexipam_held_addresses_/,
      ({ addresses }, n) => addresses.usedAmong(2, [ip(`172.16.99.${n}`), ip(`172.16.98.${n}`)]),
    ],
    [
      'addresses that a changed network would lose',
      /^hexipam_lowest_of_addresses_/,
      ({ addresses }, n) => addresses.findAnyOf(2, [ip(`172.16.99.${n}`)]),
    ],
  ] as const satisfies readonly [string, RegExp, (repositories: Repositories, n: number) => Promise<unknown>][])
    it(`are planned once and not each time: ${what}`, () =>
      withSession(full, async (session) => {
        const found = await session.transact(async (held) => {
          const repositories = repositoriesIn(held);
          for (let n = 0; n < trials + 10; n++) await look(repositories, n);
          return (await plansIn(held)).filter((statement) => name.test(statement.name));
        });
        expect(found).to.have.length(1);
        expect(found[0]).to.include({ planned: trials, kept: 10 });
      }));
});

/** A network with a thousand networks below it, of which nothing was ever analyzed, beside many addresses. */
const unknown = [...full.slice(0, -1), sql`insert into subnets (section_id, network) values (1, '192.168.0.0/24')`];

/** Rows of subnets and addresses that a transaction has read so far. */
const rowsRead = async (held: Session): Promise<number> => {
  const [told] = await held.rows<{ read: number }>(
    sql`select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
      where relname in ('subnets', 'addresses')`,
  );
  return told?.read ?? 0;
};

describe('Statements that tell what a deletion takes along', () => {
  it('read nothing of other networks, whatever the database believes of its tables', () =>
    withSession(unknown, async (session) => {
      const [last] = await session.rows<{ id: number }>(sql`select max(id) as id from subnets`);
      const read = await session.transact(async (held) => {
        const { changeLog } = repositoriesIn(held);
        const before = await rowsRead(held);
        const by = { at: '2024-03-01 12:00:00', userId: null, by: 'test', appId: null, clientAddress: null };
        await changeLog.appendConsequences({ of: 'deletion', object: 'subnet', id: last?.id ?? 0 }, by);
        return (await rowsRead(held)) - before;
      });
      expect(read).to.be.within(1, 50);
    }));
});
