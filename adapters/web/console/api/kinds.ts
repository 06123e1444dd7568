import { type QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { t, textFor } from '../texts/text';
import { whole } from '../values/numbers';
import { type AnyRecord, type DataOf, listAt, type Subnet } from './client';
import { kindsQuery, recordsQuery } from './queries';
import { useRights } from './session';

export type KindDescription = DataOf<typeof kindsQuery>[number];
export type FieldDescription = KindDescription['fields'][number];

const columnTitles: Readonly<Record<string, string>> = {
  mac: 'MAC address',
  hostname: 'Host name',
  ip: 'Address',
  DNSrecords: 'Shows DNS records',
  DNSrecursive: 'Recursive DNS',
  PTR: 'PTR record',
  PTRignore: 'Without PTR',
  rd: 'RD',
  tag: 'State',
  vlanId: 'VLAN',
  vrfId: 'VRF',
};

/** Returns the title of a field's CSV column, equal in all languages: `customer_id` is Customer, `hasBack` Has back. */
export function columnTitle(name: string): string {
  const known = columnTitles[name];
  if (known) return known;
  const text = name
    .replace(/^custom_/, '')
    .replace(/_id$|Id$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(short, (word) => word.toUpperCase());
}

/** @param kind for fields with a special label in that kind */
export const labelOf = (name: string, kind = ''): string =>
  textFor(`label.${kind}.${name}`, textFor(`label.${name}`, columnTitle(name.split('.').at(-1) ?? name)));

export const kindTitle = ({ name, title }: Pick<KindDescription, 'name' | 'title'>): string =>
  textFor(`kind.${name}`, title.charAt(0).toUpperCase() + title.slice(1));

/** Returns a number of records with the kind's name: 2 VLANs. */
export const countOfKind = ({ name, title }: KindDescription, number: number): string =>
  textFor(`count.${name}`, `${whole(number)} ${title}`, { n: number });

const short = /\b(?:dns|id|ip|mac|nat|ptr|snmp|ttl|url|vlan|vrf)\b/gi;

const withoutForm = ['permissions', 'prefix'];

export const isWritable = (kind: string, { name, type, isReadOnly }: FieldDescription): boolean =>
  !isReadOnly &&
  !withoutForm.includes(type) &&
  !(kind === 'subnet' && ['masterSubnetId', 'sectionId', 'isFolder'].includes(name));

/** Renames values of fields to the names that writes accept. */
export const writtenValues = <V>(kind: KindDescription, values: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [kind.fields.find((field) => field.name === name)?.inputName ?? name, value]),
  );

export const titleOf = (record: AnyRecord): string =>
  String(record.name ?? record.hostname ?? record.type ?? record.tname ?? record.title ?? record.description ?? `#${record.id}`);

const withPages = ['section', 'subnet', 'address', 'request'];

/** Whether the generic records page lists this kind. */
export const isListed = ({ name }: KindDescription): boolean => !withPages.includes(name);

/** Kinds with many records, whose names are read by id instead of all at once. */
export type NamedById = 'address' | 'subnet';

export const isNamedById = (kind: string): kind is NamedById => kind === 'address' || kind === 'subnet';

/** Names of records by kind and id. */
export type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The id is needed for subnets and addresses only. */
interface NamedReference {
  readonly kind: string | null;
  readonly id?: string | number;
}

/**
 * The names of subnets and addresses with these ids, and the names of all records of the other kinds: `10.0.0.0/24`, `10.0.0.1`.
 * @param isLong whether to add the host name or description of subnets and addresses
 */
export function useNames(references: readonly NamedReference[], isLong = false): Names {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const rights = useRights();
  const byKind = Map.groupBy(references, ({ kind }) => kind);
  const whole = kinds.filter(({ name }) => byKind.has(name) && !isNamedById(name) && rights.reads(name));
  const lists = useQueries({ queries: whole.map(({ path }) => recordsQuery(path)) });
  const titles = useTitles(whole);
  const batches = [...byKind].flatMap(([kind, own]) =>
    kind !== null && isNamedById(kind) ? batchesOf(own.map(({ id = '' }) => String(id))).map((batch) => ({ kind, batch })) : [],
  );
  const found = useQueries({ queries: batches.map(({ kind, batch }) => namesQuery(kind, batch)) });
  const namesOf = (kind: NamedById) =>
    namesIn(
      found.map(({ data = [] }, index) => (batches[index]?.kind === kind ? data : [])),
      isLong,
    );
  return new Map([
    ['address', namesOf('address')],
    ['subnet', namesOf('subnet')],
    ...whole.map(
      (kind, index) =>
        [
          kind.name,
          new Map((lists[index]?.data ?? []).map((record) => [String(record[kind.idName]), titles(kind, record)])),
        ] as const,
    ),
  ]);
}

/** Returns the names of subnets by id. */
export async function subnetNames(queries: QueryClient, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const lists: (readonly AnyRecord[])[] = [];
  for (const batch of batchesOf(ids)) lists.push(await queries.fetchQuery(namesQuery('subnet', batch)));
  return namesIn(lists, false);
}

/** Ids per request. */
const together = 100;

const paths: Readonly<Record<NamedById, string>> = {
  address: 'addresses/?links=false&fields=id,ip,hostname,description',
  subnet: 'subnets/?links=false&fields=id,subnet,mask,description,isFolder',
};

function batchesOf(ids: readonly string[]): readonly (readonly string[])[] {
  const requested = [...new Set(ids)].filter((id) => id !== '' && id !== '0');
  return Array.from({ length: Math.ceil(requested.length / together) }, (_, index) =>
    requested.slice(index * together, (index + 1) * together),
  );
}

const namesQuery = (kind: NamedById, batch: readonly string[]) =>
  queryOptions({
    queryKey: ['register', 'names', kind, batch.join()],
    queryFn: () => listAt(`${paths[kind]}&limit=${together}&filter[id][in]=${batch.join()}`),
    staleTime: 60_000,
  });

const namesIn = (lists: readonly (readonly AnyRecord[])[], isLong: boolean): ReadonlyMap<string, string> =>
  new Map(lists.flat().map((record) => [String(record.id), nameOfRecord(record, isLong)]));

function shortName({ ip, subnet, mask, isFolder, description }: AnyRecord): string {
  if (ip) return String(ip);
  return String(isFolder) === '1' ? String(description ?? '') : `${subnet}/${mask}`;
}

/** @param record a subnet or an address @param isLong whether to add the host name or description */
export function nameOfRecord(record: AnyRecord, isLong: boolean): string {
  const short = shortName(record);
  const { hostname, description } = record;
  return isLong ? [short, hostname || (description === short ? '' : description)].filter(Boolean).join(' ') : short;
}

/** Titles of records. VLANs have number, name and, with several L2 domains, the domain: 20 Servers (Campus). */
export function useTitles(kinds: readonly KindDescription[]): (kind: KindDescription, record: AnyRecord) => string {
  const isNeeded = useRights().reads('l2domain') && kinds.some(({ name }) => name === 'vlan');
  const { data: domains = [] } = useQuery({ ...recordsQuery('l2domains'), enabled: isNeeded });
  const domainTitles = new Map(domains.map((domain) => [String(domain.id), titleOf(domain)]));
  return ({ name }, record) => {
    if (name !== 'vlan') return titleOf(record);
    const domain = domainTitles.size > 1 ? domainTitles.get(String(record.domainId)) : undefined;
    return `${record.number} ${titleOf(record)}${domain ? ` (${domain})` : ''}`;
  };
}

export const isFolder = (subnet: Subnet): boolean => String(subnet.isFolder) === '1';

/** The path of the list in the API. */
export const listOf = (subnet: Subnet): 'folders' | 'subnets' => (isFolder(subnet) ? 'folders' : 'subnets');

export const nameOf = (subnet: Subnet): string =>
  isFolder(subnet) ? subnet.description || t('subnet.folder') : `${subnet.subnet}/${subnet.mask}`;
