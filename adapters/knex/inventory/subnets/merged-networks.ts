import type { Knex } from 'knex';
import type { ContainerChange } from '../../../../domain/subnet/merged-networks.js';
import { lookupId } from '../../records/field-columns.js';
import type { Session } from '../../sessions/session.js';
import { sql } from '../../sessions/sql.js';

export interface PairOfIds {
  readonly one: number;
  readonly other: number;
}

/** Returns the first two networks that would overlap if a section became strict or a VRF were removed from its subnets. */
export async function findMerged(session: Session, change: ContainerChange): Promise<PairOfIds | undefined> {
  await session.allowLong();
  return session.row<PairOfIds>('vrfCleared' in change ? mergedOfVrf(change.vrfCleared) : mergedOfSection(change.strictSection));
}

const lastWithin = sql`set_masklen(broadcast(t.network), case family(t.network) when 4 then 32 else 128 end)`;

/** The networks that contain `t`, each once. */
const around = sql`any(array(select set_masklen(t.network, length) from generate_series(0, masklen(t.network) - 1) length))`;

/** Networks `n` with the same parent as `t`, or both without a parent, by two index lookups. */
const besides = (condition: Knex.Raw) => sql`
  select n.id, n.section_id, n.vrf_id from subnets n where n.master_subnet_id = t.master_subnet_id and ${condition}
  union all
  select n.id, n.section_id, n.vrf_id from subnets n
  where t.master_subnet_id is null and n.master_subnet_id is null and n.section_id = t.section_id and ${condition}`;

const within = sql`n.network between t.network and ${lastWithin}`;

/** Compares networks of the VRF with those without a VRF. After the change, both have none. */
const mergedOfVrf = (vrf: number) => sql`
  select least(t.id, o.id) as one, greatest(t.id, o.id) as other
  from subnets t join sections home on home.id = t.section_id and home.strict_mode
  left join subnets m on m.id = t.master_subnet_id
  cross join lateral (
    (${besides(within)}) union all (${besides(sql`n.network = ${around}`)})
  ) o
  where t.vrf_id = ${lookupId(vrf)}::integer and t.network is not null and m.is_folder is not true
    and o.section_id = t.section_id and o.vrf_id is null
  order by 1, 2 limit 1`;

/** Compares each network of the section with those siblings of the same VRF that are within the network. */
const mergedOfSection = (section: number) => sql`
  select least(t.id, o.id) as one, greatest(t.id, o.id) as other
  from subnets t left join subnets m on m.id = t.master_subnet_id
  cross join lateral (${besides(within)}) o
  where t.section_id = ${lookupId(section)}::integer and t.network is not null and m.is_folder is not true
    and o.id <> t.id and o.section_id = t.section_id and o.vrf_id is not distinct from t.vrf_id
  order by 1, 2 limit 1`;
