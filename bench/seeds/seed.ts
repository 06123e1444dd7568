import type { SqlSession } from '../sql-session.js';
import { firstChildId, firstLongId, pools, type Rectangle, rangesEach, type Sizes, sections, trees } from './places.js';

/** Fills the base tables of a migrated database directly. @param report reports progress, because seeding takes long */
export async function seed(session: SqlSession, sizes: Sizes, report: (text: string) => void): Promise<void> {
  report(`seeding ${2 * sizes.addresses} addresses, ${2 * sizes.children + sizes.longSection} subnets`);
  await session.run('set session_replication_role = replica').catch(() => undefined); // avoids checks of foreign keys
  await session.run(sectionRows());
  for (const statement of subnetRows(sizes)) await session.run(statement);
  await withoutIndexes(session, 'addresses', async () => {
    for (const statement of addressRows(sizes)) await session.run(statement);
  });
  for (const position of pools.ranged) await session.run(rangeRows(position));
  await session.run(noDailyRecording);
  for (const table of ['sections', 'subnets', 'addresses', 'ranges'])
    await session.run(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  await session.run('set session_replication_role = origin').catch(() => undefined);
  for (const table of ['sections', 'subnets', 'addresses', 'ranges']) await session.run(`vacuum (analyze) ${table}`);
  await session.run('checkpoint').catch(() => undefined);
}

/** The daily recording of the utilization would begin five seconds after the start of the service, during the first benchmarks. */
const noDailyRecording = `update settings set settings = settings || '{"usageHistory": {"enabled": false, "hour": 0}}'`;

/** Drops indexes of a table and recreates them after filling it, which is faster. Those of constraints remain. */
async function withoutIndexes(session: SqlSession, table: string, fill: () => Promise<void>): Promise<void> {
  const found = await session.rows(
    'indexes',
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = $1
     and indexname not in (select conname from pg_constraint where conrelid = $1::regclass)`,
    [table],
  );
  for (const { indexname } of found) await session.run(`drop index "${indexname}"`);
  await fill();
  for (const { indexdef } of found) await session.run(String(indexdef));
}

function sectionRows(): string {
  const rows = Object.entries(sections).map(([name, id]) => `(${id}, '${name}', '${name}', ${id === sections.trees})`);
  return `insert into sections (id, name, name_key, strict_mode) values ${rows.join(', ')}`;
}

const subnetColumns = 'insert into subnets (id, network, section_id, master_subnet_id, description, tag, scan_agent)';

function subnetRows({ children, fewChildren, longSection }: Sizes): string[] {
  const all = [...Object.values(pools), ...Object.values(trees)].flat();
  const positions = all.map(({ id, cidr, section }) => `(${id}, '${cidr}', ${section}, null, 'seeded', 2, 1)`);
  let next = firstChildId;
  const childrenOf = (master: Rectangle, count: number, length: number): string => {
    const first = next;
    next += count;
    const address = length === 28 ? `host('${master.cidr}'::cidr)::inet + n * 16` : ipv6Child(master.cidr);
    return `${subnetColumns} select ${first} + n, set_masklen(${address}, ${length})::cidr, ${master.section}, ${master.id},
      'child ' || n, 2, 1 from generate_series(0, ${count - 1}) n`;
  };
  return [
    `${subnetColumns} values ${positions.join(', ')}`,
    `${subnetColumns} select ${firstLongId} + n, set_masklen('20.0.0.0'::inet + n * 256, 24)::cidr, ${sections.long}, null,
      'office ' || n, 2, 1 from generate_series(0, ${longSection - 1}) n`,
    childrenOf(trees.large, children, 28),
    ...trees.small.map((position) => childrenOf(position, fewChildren, 28)),
    childrenOf(trees.largeIpv6, children, 64),
    childrenOf(trees.smallIpv6, fewChildren, 64),
  ];
}

/** Returns the nth /64 of a /32, with its number in the third and fourth group. */
function ipv6Child(cidr: string): string {
  const prefix = cidr.replace(/::\/32$/, '');
  return `('${prefix}:' || to_hex(n >> 16) || ':' || to_hex(n & 65535) || '::')::inet`;
}

const rangeRows = ({ id, cidr }: Rectangle): string => `
  insert into ranges (subnet_id, name, first, last, purpose, allocation)
  select ${id}, 'range ' || n, host('${cidr}'::cidr)::inet + n * 64 + 48, host('${cidr}'::cidr)::inet + n * 64 + 63, 'dhcp', 'never'
  from generate_series(0, ${rangesEach - 1}) n`;

/** Returns a host name made from the subnet's id and the address's number. */
export const hostnameOf = (subnet: number, number: number): string =>
  `host-${subnet}-${String(number).padStart(8, '0')}.bench.example`;

/** Returns a MAC address made from the same numbers. */
export function macOf(subnet: number, number: number): string {
  const digits = `02${subnet.toString(16).padStart(4, '0')}${number.toString(16).padStart(6, '0')}`;
  return digits.replace(/..(?=.)/g, '$&:');
}

const addressOf = (subnet: string, ip: string): string => `
  insert into addresses (subnet_id, ip, hostname, hostname_key, mac, tag, description)
  select subnet, ip, name, name, regexp_replace('02' || lpad(to_hex(subnet), 4, '0') || lpad(to_hex(n), 6, '0'), '..(?=.)', '\\&:', 'g'),
    2, 'seeded'
  from (select *, 'host-' || subnet || '-' || lpad(n::text, 8, '0') || '.bench.example' as name from (select n, ${subnet} as subnet, ${ip} as ip`;

const addressesIn = ({ id, cidr }: Rectangle, count: number, step = 1): string =>
  `${addressOf(String(id), `host('${cidr}'::cidr)::inet + (n - 1) * ${step} + 1`)} from generate_series(1, ${count}) n) numbered) named`;

function addressRows({ addresses, longSection, longSubnet }: Sizes): string[] {
  const perOffice = 5;
  return [
    addressesIn(pools.contiguous, addresses),
    addressesIn(pools.everySecond, addresses, 2),
    addressesIn(pools.list, longSubnet),
    ...[...pools.ten, ...pools.ranged].map((position) => addressesIn(position, 10)),
    `${addressOf(`${firstLongId} + o`, `'20.0.0.0'::inet + o * 256 + n`)}
      from generate_series(0, ${longSection - 1}) o, generate_series(1, ${perOffice}) n) numbered) named`,
  ];
}
