import type { Draw } from '../../domain/allocation/address-choice.js';
import { type AddressCriteria, searchedRange } from '../../domain/allocation/address-criteria.js';
import { AddressSearch, maxFreedAtOnce } from '../../domain/allocation/address-search.js';
import { freePrefixesIn } from '../../domain/allocation/free-prefixes.js';
import type { Gap } from '../../domain/allocation/free-ranges.js';
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
import type { AddressReader, SubnetReader } from '../ports/inventory.js';

export interface SearchFacts {
  readonly subnet: Subnet;
  readonly hasChildren: boolean;
  readonly now: Date;
  readonly draw: Draw;
}

/**
 * Free addresses that meet the criteria, ascending.
 * @throws IpamError allocation.subnetFull, subnet.hasChildren, allocation.rangeInvalid, allocation.noAddress (fewer are free)
 */
export async function findWished(
  addresses: Pick<AddressReader, 'freeGaps' | 'freedSince'>,
  { subnet, hasChildren, now, draw }: SearchFacts,
  wish: AddressCriteria,
): Promise<IpAddress[]> {
  requireAllocatable(subnet, hasChildren);
  const range = subnet.isFolder ? undefined : searchedRange(subnet, wish);
  if (!range) throw new IpamError('allocation.noAddress');
  const { family } = range.first;
  const search = new AddressSearch(wish, range, draw);
  const since = formatTimestamp(new Date(now.getTime() - wish.quarantine * 60_000));
  for (let { look } = search; look; look = search.look) {
    const gaps = await addresses.freeGaps(subnet.id, look);
    const ends = gaps.flatMap(({ first, last }) => [first, last]).sort((a, b) => (a < b ? -1 : 1));
    const [lowest, highest] = [ends[0], ends.at(-1)];
    const isQuiet = wish.quarantine > 0 && lowest !== undefined && highest !== undefined;
    const between = isQuiet && { first: IpAddress.of(family, lowest), last: IpAddress.of(family, highest) };
    const freed = between ? await addresses.freedSince(subnet.id, between, since, look.order, maxFreedAtOnce) : [];
    const values = freed.map(({ value }) => value);
    search.see(look, gaps, values, freed.length === maxFreedAtOnce);
  }
  const { found } = search;
  if (!found) throw new IpamError('allocation.noAddress');
  return found;
}

/** A free network of a length that meets the criteria. @throws IpamError allocation.rangeInvalid, allocation.noSubnet */
export async function findWishedSubnet(
  subnets: Pick<SubnetReader, 'freeBlocks'>,
  network: Network,
  length: number,
  wish: SubnetCriteria,
  draw: Draw,
): Promise<Prefix> {
  const range = searchedSpace(network.prefix, wish);
  const gaps: Gap[] = [];
  for (const look of range ? queriesFor(wish, network.prefix, range, length, draw) : []) {
    if (isCrowded(gaps)) break;
    gaps.push(...(await subnets.freeBlocks(network, look)));
  }
  return freePrefixesIn(chooseSubnet(network.prefix, gaps, length, wish.policy, draw));
}
