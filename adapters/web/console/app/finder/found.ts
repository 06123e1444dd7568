import { type AnyRecord, ApiError, send } from '../../api/client';
import { findObjects, firstOf, maxHits, networkIn } from '../../api/find';
import type { Rights } from '../../api/session';
import { macOfBeginning, readIp } from '../../values/ip';

export interface Found {
  readonly records: readonly { readonly kind: string; readonly record: AnyRecord }[];
  /** A free address without a record, and its network. */
  readonly free?: { readonly ip: string; readonly network: AnyRecord } | undefined;
}

type Records = readonly AnyRecord[];

const withKind = (kind: string, records: Records) => records.slice(0, maxHits).map((record) => ({ kind, record }));

/** @param text an address, a network, the beginning of a network, `VLAN 100`, a MAC address, or any other text @throws ApiError */
export async function find(text: string, rights: Rights): Promise<Found> {
  const ip = readIp(text);
  if (ip !== undefined) return findIp(ip, rights);
  if (networkIn(text) !== undefined) {
    const [subnets, addresses] = await Promise.all([findObjects('subnet', text), findObjects('address', text)]);
    return { records: [...withKind('subnet', subnets), ...withKind('address', addresses)] };
  }
  const [vlans, byMac, others] = await Promise.all([findVlans(text, rights), findMac(text), findText(text)]);
  const records = [...withKind('vlan', vlans), ...withKind('address', byMac), ...others];
  const keys = records.map(({ kind, record }) => `${kind} ${record.id ?? record.vlanId}`);
  return { records: records.filter((_, index) => keys.indexOf(keys[index] ?? '') === index) };
}

async function findIp(ip: string, rights: Rights): Promise<Found> {
  const [addresses, networks] = await Promise.all([
    firstOf('addresses', [['filter[ip]', ip]]),
    firstOf(`subnets/containing/${ip}`, [['sort', '-mask']]),
  ]);
  const records = [...withKind('address', addresses), ...withKind('subnet', networks)];
  const [narrowest] = networks;
  if (addresses.length > 0 || !narrowest || rights.level(String(narrowest.permissions ?? '')) < 2) return { records };
  return { records, free: (await isFree(ip, narrowest)) ? { ip, network: narrowest } : undefined };
}

/** Checks by a dry run whether the address can be allocated. */
async function isFree(ip: string, { id }: AnyRecord): Promise<boolean> {
  try {
    await send('POST', 'addresses/?dry_run=1', { subnetId: id, ip });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
    throw error;
  }
}

async function findVlans(text: string, rights: Rights): Promise<Records> {
  const number = /^vlan\s*#?(\d{1,9})$/i.exec(text)?.[1];
  return number !== undefined && rights.reads('vlan') ? firstOf('vlans', [['filter[number]', number]]) : [];
}

async function findMac(text: string): Promise<Records> {
  const mac = macOfBeginning(text);
  return mac === undefined
    ? []
    : firstOf('addresses', [
        ['filter[mac][prefix]', mac],
        ['sort', 'mac'],
      ]);
}

/**
 * Search results by the name of a list, or by kind within `kinds`. If a list has no results, its `data` is a text instead of
 * records.
 */
type Lists = Readonly<Record<string, { readonly data?: Records | string } | undefined>>;

const kindOfList: Readonly<Record<string, string>> = { subnets: 'subnet', addresses: 'address', vlan: 'vlan', vrf: 'vrf' };

async function findText(text: string): Promise<Found['records']> {
  const path = `search/${encodeURIComponent(text)}/?vlan=1&vrf=1&kinds=1&links=false`;
  const { data = {} } = await send<{ data?: Lists & { readonly kinds?: Lists } }>('GET', path);
  const recordsIn = (lists: Lists, kindOf: (list: string) => string | undefined) =>
    Object.entries(lists).flatMap(([list, found]) => {
      const kind = kindOf(list);
      return kind !== undefined && Array.isArray(found?.data) ? withKind(kind, found.data) : [];
    });
  return [...recordsIn(data, (list) => kindOfList[list]), ...recordsIn(data.kinds ?? {}, (list) => list)];
}
