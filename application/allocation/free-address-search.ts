import type { Draw } from '../../domain/allocation/address-choice.js';
import { type AddressCriteria, searchedRange } from '../../domain/allocation/address-criteria.js';
import { AddressSearch, maxFreedAtOnce } from '../../domain/allocation/address-search.js';
import { freePrefixesIn } from '../../domain/allocation/free-prefixes.js';
import type { Gap } from '../../domain/allocation/free-ranges.js';
import { type Band, bandOf, type StoredRange, withinNamed } from '../../domain/allocation/stored-range.js';
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
import { type RangeSource, rangeNamed } from '../inventory/stored-ranges.js';
import type { AddressReader, SubnetReader } from '../ports/inventory.js';

export interface SearchFacts {
  readonly subnet: Subnet;
  readonly hasChildren: boolean;
  readonly hasRanges: boolean;
  readonly now: Date;
  readonly draw: Draw;
}

type AddressSource = Pick<AddressReader, 'freeGaps' | 'freedSince'>;

/**
 * Free addresses that meet the criteria, ascending.
 * @throws IpamError allocation.subnetFull, subnet.hasChildren, allocation.rangeInvalid, allocation.noAddress (fewer are free),
 * range.unknown, range.never
 */
export async function findByCriteria(
  { addresses, catalog }: { readonly addresses: AddressSource; readonly catalog: RangeSource },
  facts: SearchFacts,
  criteria: AddressCriteria,
): Promise<IpAddress[]> {
  const { subnet, hasChildren, hasRanges } = facts;
  requireAllocatable(subnet, hasChildren);
  const named = criteria.range === undefined ? undefined : await rangeNamed(catalog, subnet.id, criteria.range);
  const limited = withinNamed(criteria, named);
  const range = subnet.isFolder || !limited ? undefined : searchedRange(subnet, limited);
  if (!range || !limited) throw new IpamError('allocation.noAddress');
  const found: IpAddress[] = [];
  for (const band of bandsOf(named, hasRanges)) {
    const left = { ...limited, count: limited.count - found.length };
    found.push(...(await searchBand(addresses, facts, left, new AddressSearch(left, range, facts.draw, band))).most);
    if (found.length === limited.count) return found.sort((a, b) => a.compare(b));
  }
  throw new IpamError('allocation.noAddress');
}

/** The searched bands, in order. */
const bandsOf = (named: StoredRange | undefined, hasRanges: boolean): readonly Band[] => {
  if (named) return [bandOf(named.allocation)];
  return hasRanges ? ['first', 'open'] : ['open'];
};

async function searchBand(
  addresses: AddressSource,
  { subnet, now }: SearchFacts,
  { quarantine }: AddressCriteria,
  search: AddressSearch,
): Promise<AddressSearch> {
  const since = formatTimestamp(new Date(now.getTime() - quarantine * 60_000));
  for (let { look } = search; look; look = search.look) {
    const { family } = look.range.first;
    const gaps = await addresses.freeGaps(subnet.id, look);
    const ends = gaps.flatMap(({ first, last }) => [first, last]).sort((a, b) => (a < b ? -1 : 1));
    const [lowest, highest] = [ends[0], ends.at(-1)];
    const isQuiet = quarantine > 0 && lowest !== undefined && highest !== undefined;
    const between = isQuiet && { first: IpAddress.of(family, lowest), last: IpAddress.of(family, highest) };
    const freed = between ? await addresses.freedSince(subnet.id, between, since, look.order, maxFreedAtOnce) : [];
    const values = freed.map(({ value }) => value);
    search.see(look, gaps, values, freed.length === maxFreedAtOnce);
  }
  return search;
}

/** A free network of a length that meets the criteria. @throws IpamError allocation.rangeInvalid, allocation.noSubnet */
export async function findSubnetByCriteria(
  subnets: Pick<SubnetReader, 'freeBlocks'>,
  network: Network,
  length: number,
  criteria: SubnetCriteria,
  draw: Draw,
): Promise<Prefix> {
  const range = searchedSpace(network.prefix, criteria);
  const gaps: Gap[] = [];
  for (const look of range ? queriesFor(criteria, network.prefix, range, length, draw) : []) {
    if (isCrowded(gaps)) break;
    gaps.push(...(await subnets.freeBlocks(network, look)));
  }
  return freePrefixesIn(chooseSubnet(network.prefix, gaps, length, criteria.policy, draw));
}
