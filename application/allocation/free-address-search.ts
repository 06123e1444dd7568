import type { Draw } from '../../domain/allocation/address-choice.js';
import { type AddressCriteria, searchedRange } from '../../domain/allocation/address-criteria.js';
import { AddressSearch, maxFreedAtOnce } from '../../domain/allocation/address-search.js';
import { freePrefixesIn } from '../../domain/allocation/free-prefixes.js';
import type { Gap } from '../../domain/allocation/free-ranges.js';
import { type Band, bandOf, type StoredRange, withinRange } from '../../domain/allocation/stored-range.js';
import {
  chooseSubnet,
  isCrowded,
  queriesFor,
  type SubnetCriteria,
  searchedSpace,
} from '../../domain/allocation/subnet-choice.js';
import { IpamError } from '../../domain/errors.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import type { Network, Subnet } from '../../domain/subnet/subnet.js';
import { requireAllocatable } from '../../domain/subnet/usable-addresses.js';
import { findRangeByName, type RangeSource } from '../inventory/stored-ranges.js';
import type { AddressReader } from '../ports/inventory/addresses.js';
import type { SubnetReader } from '../ports/inventory/subnets.js';

export interface SearchFacts {
  readonly subnet: Subnet;
  readonly hasChildren: boolean;
  readonly hasRanges: boolean;
  readonly now: Date;
  readonly draw: Draw;
}

type AddressSource = Pick<AddressReader, 'freeGaps' | 'freedSince'>;

/**
 * Free addresses by criteria, ascending.
 * @throws IpamError allocation.subnetFull, subnet.hasChildren, allocation.rangeInvalid, allocation.noAddress (too few are free),
 * range.unknown, range.never
 */
export async function findByCriteria(
  { addresses, catalog }: { readonly addresses: AddressSource; readonly catalog: RangeSource },
  facts: SearchFacts,
  criteria: AddressCriteria,
): Promise<IpAddress[]> {
  const { subnet, hasChildren, hasRanges } = facts;
  requireAllocatable(subnet, hasChildren);
  const requestedRange = criteria.range === undefined ? undefined : await findRangeByName(catalog, subnet.id, criteria.range);
  const limited = withinRange(criteria, requestedRange);
  const range = subnet.isFolder || !limited ? undefined : searchedRange(subnet, limited);
  if (!range || !limited) throw new IpamError('allocation.noAddress');
  const found: IpAddress[] = [];
  for (const band of bandsOf(requestedRange, hasRanges)) {
    const left = { ...limited, count: limited.count - found.length };
    found.push(...(await searchBand(addresses, facts, left, new AddressSearch(left, range, facts.draw, band))).most);
    if (found.length === limited.count) return found.sort((a, b) => a.compare(b));
  }
  throw new IpamError('allocation.noAddress');
}

const bandsOf = (range: StoredRange | undefined, hasRanges: boolean): readonly Band[] => {
  if (range) return [bandOf(range.allocation)];
  return hasRanges ? ['first', 'open'] : ['open'];
};

async function searchBand(
  addresses: AddressSource,
  { subnet, now }: SearchFacts,
  { quarantine }: AddressCriteria,
  search: AddressSearch,
): Promise<AddressSearch> {
  const since = formatTimestamp(new Date(now.getTime() - quarantine * 60_000));
  for (let { query } = search; query; query = search.query) {
    const { family } = query.range.first;
    const gaps = await addresses.freeGaps(subnet.id, query);
    const ends = gaps.flatMap(({ first, last }) => [first, last]).sort((a, b) => (a < b ? -1 : 1));
    const [lowest, highest] = [ends[0], ends.at(-1)];
    const isQuiet = quarantine > 0 && lowest !== undefined && highest !== undefined;
    const between = isQuiet && { first: IpAddress.of(family, lowest), last: IpAddress.of(family, highest) };
    const freed = between ? await addresses.freedSince(subnet.id, between, since, query.order, maxFreedAtOnce) : [];
    const values = freed.map(({ value }) => value);
    search.add(query, gaps, values, freed.length === maxFreedAtOnce);
  }
  return search;
}

/** A free network of a length by criteria. @throws IpamError allocation.rangeInvalid, allocation.noSubnet */
export async function findSubnetByCriteria(
  subnets: Pick<SubnetReader, 'freeBlocks'>,
  network: Network,
  length: number,
  criteria: SubnetCriteria,
  draw: Draw,
): Promise<Prefix> {
  const range = searchedSpace(network.prefix, criteria);
  const gaps: Gap[] = [];
  for (const query of range ? queriesFor(criteria, network.prefix, range, length, draw) : []) {
    if (isCrowded(gaps)) break;
    gaps.push(...(await subnets.freeBlocks(network, query)));
  }
  return freePrefixesIn(chooseSubnet(network.prefix, gaps, length, criteria.policy, draw));
}
