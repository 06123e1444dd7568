import { expect } from 'chai';
import { repositoriesIn } from '../../../../adapters/knex/repositories.js';
import { sql } from '../../../../adapters/knex/sessions/sql.js';
import { networkSumsIn } from '../../../../adapters/knex/usage/network-sums.js';
import { type Principal, unrestrictedPrincipal } from '../../../../domain/access/access-policy.js';
import { Prefix } from '../../../../domain/net/prefix.js';
import { collect } from '../../../support/collect.js';
import { withSession } from '../fresh-database.js';

/** Two networks per prefix, one of them below 10.0.0.0/8, with one address each. Group 2 may see every third one. */
const fill = [
  sql`insert into sections (name, name_key, permissions) values ('s', 's', '[[2, 1]]')`,
  sql`insert into subnets (section_id, network, permissions) select 1, '10.0.0.0/8', '[[2, 1]]'`,
  sql`insert into subnets (section_id, master_subnet_id, network, permissions)
    select 1, case when n % 2 = 0 then 1 end, ('10.0.' || n / 2 || '.0/24')::cidr, case when n % 3 = 0 then '[[2, 1]]'::jsonb end
    from generate_series(0, 99) n`,
  sql`insert into addresses (subnet_id, ip, tag) select id, host(network)::inet + 1, 2 from subnets where id > 1`,
];

describe('Sums that are computed in chunks', () => {
  it('contain each network once, wherever a chunk ends', () =>
    withSession(fill, async (session) => {
      const { subnets } = repositoriesIn(session);
      const readSums = async (viewer: Principal, partSize: number) => {
        const sums = networkSumsIn(session, subnets, partSize);
        const cells = await collect(sums.byCell({ prefix: Prefix.parse('10.0.0.0/10'), cellLength: 24, viewer }));
        const small = await collect(sums.byCell({ prefix: Prefix.parse('10.0.0.0/10'), cellLength: 20, viewer }));
        const sections = await collect(sums.bySection(viewer, 200));
        const total = (values: readonly (number | bigint)[]): number =>
          values.reduce<number>((sum, value) => sum + Number(value), 0);
        return {
          parts: sections.length,
          networks: cells.flatMap((part) => part.networks.map(({ network }) => network.id)),
          inCells: total(small.flatMap((part) => part.cells.map(({ networks }) => networks))),
          usedInCells: total(small.flatMap((part) => part.cells.map(({ used }) => used))),
          inSections: total(sections.flatMap((part) => part.sections.map(({ networks }) => networks))),
          used: total(sections.flatMap((part) => part.sections.map(({ used }) => used))),
          fullest: sections.flatMap((part) => part.fullest).length,
        };
      };
      const group: Principal = { unrestricted: false, groups: [2], inventory: 'read' };
      for (const viewer of [unrestrictedPrincipal, group]) {
        const { parts, ...whole } = await readSums(viewer, 1000);
        expect(parts).to.equal(1);
        expect(whole.networks).to.have.length(viewer.unrestricted ? 101 : 35);
        expect(whole).to.include({ inCells: whole.networks.length - 1, fullest: whole.networks.length - 1 });
        for (const partSize of [1, 2, 7, 101]) {
          const { parts: many, ...inParts } = await readSums(viewer, partSize);
          expect(many).to.equal(Math.ceil(101 / partSize));
          expect(inParts, `parts of ${partSize}`).to.deep.equal(whole);
        }
      }
    }));
});
