import type { Prefix } from '../../../../domain/net/prefix.js';
import { GatheredStatements } from '../../connection/gathered-statements.js';
import { boundsOf } from '../../records/network-conditions.js';
import type { Session } from '../../sessions/session.js';
import { hiddenFromPlanner, prepared, sql } from '../../sessions/sql.js';

/** Whether networks overlap children of a subnet: one row for each network, in the order of the parameters. */
const overlapsOfChildren = prepared<
  { id: number; lowests: readonly string[]; highests: readonly string[] },
  { overlaps: boolean }
>(
  'overlaps_of_children',
  ({ id, lowests, highests }) => sql`
    select exists (
      select from subnets where master_subnet_id = ${id}::integer and network between given.lowest and given.highest
    ) or exists (
      select from generate_series(0, 127) length cross join lateral (
        select set_masklen(given.lowest, length) as network offset 0
      ) around join subnets on master_subnet_id = ${id}::integer and subnets.network = around.network
      where length < masklen(given.lowest)
    ) as overlaps
    from unnest(${hiddenFromPlanner(sql`${lowests}::cidr[]`)}, ${hiddenFromPlanner(sql`${highests}::cidr[]`)})
      with ordinality given(lowest, highest, n)
    order by n`,
);

/** Compares all networks of one turn of the event loop with the children of a subnet in one statement. */
// perf(one-parent): 649 in place of 545 networks per second (19 %), a quarter less processor time of the database
export class GatheredOverlaps {
  readonly #session: Session;
  readonly #comparisons = new GatheredStatements((id: number, prefixes: readonly Prefix[]) => this.#compare(id, prefixes));

  constructor(session: Session) {
    this.#session = session;
  }

  /** @returns false if the network overlaps no direct child in any VRF. A single network is not compared: true. */
  async mayOverlapChild(id: number, prefix: Prefix): Promise<boolean> {
    const { result, index } = this.#comparisons.add(id, prefix);
    return (await result)[index] ?? true;
  }

  async #compare(id: number, prefixes: readonly Prefix[]): Promise<readonly boolean[]> {
    if (prefixes.length === 1) return [true];
    const bounds = prefixes.map(boundsOf);
    const rows = await this.#session.prepared(overlapsOfChildren, {
      ...{ id, lowests: bounds.map(({ lowest }) => lowest), highests: bounds.map(({ highest }) => highest) },
    });
    return rows.map(({ overlaps }) => overlaps);
  }
}
