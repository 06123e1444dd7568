import { levels, requireSection } from '../../domain/access/access-policy.js';
import { vrf } from '../../domain/catalog/kind-descriptors.js';
import { IpamError } from '../../domain/errors.js';
import { listFieldsOf } from '../../domain/listing/list-field.js';
import { foldCase } from '../../domain/listing/text-match.js';
import { addressBits, type IpAddress } from '../../domain/net/ip-address.js';
import { Prefix } from '../../domain/net/prefix.js';
import { readId } from '../../domain/scalar-text.js';
import { networkFor } from '../../domain/subnet/holding-network.js';
import type { Network } from '../../domain/subnet/subnet.js';
import type { Caller } from '../caller.js';
import type { SubnetQuery } from '../ports/inventory/subnets.js';
import type { Readers } from '../ports/unit-of-work.js';

/** Section and VRF as ids or names. 0 or an empty text: no VRF. */
export interface NetworkScope {
  readonly section?: string | undefined;
  readonly vrf?: string | undefined;
}

type Sources = Pick<Readers, 'sections' | 'subnets' | 'catalog'>;

export async function networksAround(
  sources: Pick<Readers, 'sections' | 'catalog'>,
  caller: Caller,
  ip: IpAddress,
  { section, vrf: vrfText }: NetworkScope,
): Promise<SubnetQuery> {
  return {
    overlapping: Prefix.of(ip, addressBits(ip.family)),
    isFolder: false,
    ...(section === undefined ? {} : { sectionId: await sectionOf(sources, caller, section) }),
    ...(vrfText === undefined ? {} : { vrfId: await vrfOf(sources, vrfText) }),
    order: { by: 'longestMask' },
  };
}

/** The most specific visible network of an address. @throws IpamError address.noNetwork, address.ambiguous, field.reference */
export async function findNetworkFor(sources: Sources, caller: Caller, ip: IpAddress, scope: NetworkScope): Promise<Network> {
  const query = await networksAround(sources, caller, ip, scope);
  const around: Network[] = [];
  for await (const { subnet } of sources.subnets.list({ ...query, viewer: caller.principal }))
    if (!subnet.isFolder) around.push(subnet);
  return networkFor(ip, around);
}

async function sectionOf({ sections }: Pick<Readers, 'sections'>, { principal }: Caller, text: string): Promise<number> {
  const id = readId(text);
  const found = id === undefined ? await sections.findByName(text) : await sections.find(id);
  return requireSection(principal, found, levels.see, () => new IpamError('field.reference', { field: 'section', id: text })).id;
}

const vrfName = listFieldsOf(vrf.fields).get('name');

async function vrfOf({ catalog }: Pick<Readers, 'catalog'>, text: string): Promise<number | null> {
  const id = text === '' ? 0 : readId(text);
  if (id === 0) return null;
  if (id !== undefined && (await catalog.find('vrf', id))) return id;
  if (id === undefined && vrfName) {
    const hasName = { field: vrfName, is: 'oneOf', values: [foldCase(text)], orUnset: false, negated: false } as const;
    for await (const found of catalog.select('vrf', {}, { where: [hasName], sort: [], max: 1 })) return found.id;
  }
  throw new IpamError('field.reference', { field: 'vrf', id: text });
}
