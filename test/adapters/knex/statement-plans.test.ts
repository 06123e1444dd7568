import { expect } from 'chai';
import { repositoriesIn } from '../../../adapters/knex/repositories.js';
import type { Session } from '../../../adapters/knex/sessions/session.js';
import { sql } from '../../../adapters/knex/sessions/sql.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { cidr, ip } from '../../contracts/support/builders.js';
import { withSession } from './fresh-database.js';

/** A network with 4,000 children and one with 4,000 addresses, with current statistics. */
const full = [
  sql`insert into sections (name, name_key, strict_mode) values ('s', 's', true)`,
  sql`insert into subnets (section_id, network) values (1, '10.0.0.0/8'), (1, '172.16.0.0/16')`,
  sql`insert into subnets (section_id, master_subnet_id, network)
    select 1, 1, set_masklen('10.0.0.0'::inet + 256 * n, 24)::cidr from generate_series(1, 4000) n`,
  sql`insert into addresses (subnet_id, ip) select 2, '172.16.0.0'::inet + n from generate_series(1, 4000) n`,
  sql`analyze subnets, addresses`,
];

/** Runs after which PostgreSQL decides between a generic plan and new plans. */
const trials = 5;

/** The `pg_prepared_statements` rows of a session. */
const plansIn = (session: Session) =>
  session.rows<{ name: string; planned: number; kept: number }>(
    sql`select name, custom_plans::integer as planned, generic_plans::integer as kept from pg_prepared_statements
      where name not like '%migration%' and name not like '%settings%'`,
  );

describe('Statements that select a few of many rows', () => {
  for (const [title, name, look] of [
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
    it(`reuse one plan after the first runs: ${title}`, () =>
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

/** Like full without statistics, with another section that has a network and a child. */
const unknown = [
  ...full.slice(0, -1),
  sql`insert into sections (name, name_key) values ('t', 't')`,
  sql`insert into subnets (section_id, network) values (2, '192.168.0.0/24')`,
  sql`insert into subnets (section_id, master_subnet_id, network) values (2, 4003, '192.168.0.0/28')`,
];
const small = { section: { object: 'section', id: 2 }, subnet: { object: 'subnet', id: 4003 } } as const;

/** Rows of subnets and addresses that a transaction has read so far. */
const rowsRead = async (held: Session): Promise<number> => {
  const [statistics] = await held.rows<{ read: number }>(
    sql`select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
      where relname in ('subnets', 'addresses')`,
  );
  return statistics?.read ?? 0;
};

const by = { at: '2024-03-01 12:00:00', userId: null, by: 'test', appId: null, clientAddress: null };

/** Rows of subnets and addresses that `work` reads in a database without statistics. */
async function readBy(work: (repositories: Repositories) => Promise<unknown>): Promise<number> {
  let read = 0;
  await withSession(unknown, async (session) => {
    read = await session.transact(async (held) => {
      const before = await rowsRead(held);
      await work(repositoriesIn(held));
      return (await rowsRead(held)) - before;
    });
  });
  return read;
}

describe('Statements of a deletion read no rows of other networks, even without statistics:', () => {
  for (const [title, work] of [
    ['the cascade of a subnet', ({ changeLog }) => changeLog.appendConsequences({ of: 'deletion', ...small.subnet }, by)],
    ['the cascade of a section', ({ changeLog }) => changeLog.appendConsequences({ of: 'deletion', ...small.section }, by)],
    ['the subnet itself', ({ subnets }) => subnets.delete(small.subnet.id)],
    ['the section itself', ({ sections }) => sections.delete(small.section.id)],
  ] as const satisfies readonly [string, (repositories: Repositories) => Promise<unknown>][])
    it(title, async () => {
      expect(await readBy(work)).to.be.within(1, 60);
    });
});

/** A session that reports the row count of each statement. */
function watched(session: Session, report: (rows: number) => void): Session {
  return new Proxy(session, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name === 'transact')
        return (work: (held: Session) => Promise<unknown>) => target.transact((held) => work(watched(held, report)));
      return async (...given: unknown[]) => {
        const result: unknown = await Reflect.apply(member, target, given);
        if (Array.isArray(result)) report(result.length);
        return result;
      };
    },
  });
}

describe('Gaps between thousands of networks', () => {
  it('are collected in chunks, between which other requests run', () =>
    withSession(full, async (session) => {
      const sizes: number[] = [];
      const { subnets } = repositoriesIn(watched(session, (rows) => sizes.push(rows)));
      const prefix = cidr('10.0.0.0/8');
      const look = { range: { first: prefix.first, last: prefix.last }, end: 'first', perSize: 3, length: 24 } as const;
      const gaps = await subnets.freeBlocks({ id: 1, prefix }, look);
      const ends = gaps.map(({ first, last }) => [IpAddress.of(4, first).toString(), IpAddress.of(4, last).toString()]);
      expect(ends).to.have.deep.members([
        ['10.0.0.0', '10.0.0.255'],
        ['10.15.161.0', '10.255.255.255'],
      ]);
      expect(Math.max(...sizes)).to.be.at.most(2000);
    }));
});
