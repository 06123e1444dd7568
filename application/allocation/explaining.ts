import { addressFields } from '../../domain/address/address.js';
import { type AddressCriteria, searchedRange } from '../../domain/allocation/address-criteria.js';
import {
  coverSpan,
  type ExplainedSpan,
  type Explanation,
  edgesWithin,
  examinedRange,
  explainedRange,
  explanationOf,
  reasonOfFree,
  reasonOfGap,
  reasonOfRecord,
  refusedFor,
  summaryOf,
} from '../../domain/allocation/explanation.js';
import { ascending, type Gap } from '../../domain/allocation/free-ranges.js';
import { bandOf, type StoredRange, withinRange } from '../../domain/allocation/stored-range.js';
import { type SubnetCriteria, searchedSpace } from '../../domain/allocation/subnet-choice.js';
import type { FieldSet } from '../../domain/fields/field.js';
import { listFieldsOf } from '../../domain/listing/list-field.js';
import type { Sort } from '../../domain/listing/sort.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { type Network, subnetFields } from '../../domain/subnet/subnet.js';
import { type Caller, canSee } from '../caller.js';
import { rangesOf } from '../inventory/stored-ranges.js';
import type { Clock } from '../ports/environment.js';
import type { Readers } from '../ports/unit-of-work.js';

/** Maximum number of examined records. `maxRecordsInUnit` applies within a unit of work, because others wait for its locks. */
const maxRecords = 5000;
const maxRecordsInUnit = 1000;

export class Explaining {
  readonly #readers: Readers;
  readonly #clock: Clock;
  readonly #maxRecords: number;

  constructor(readers: Readers, clock: Clock, max = maxRecords) {
    this.#readers = readers;
    this.#clock = clock;
    this.#maxRecords = max;
  }

  within(readers: Readers): Explaining {
    return new Explaining(readers, this.#clock, maxRecordsInUnit);
  }

  /** Explains the choice of addresses. @param taken allocated addresses, ascending @throws IpamError allocation.rangeInvalid */
  async addresses(
    caller: Caller,
    subnetId: number,
    requested: AddressCriteria,
    taken: readonly IpAddress[],
  ): Promise<Explanation> {
    const subnet = await this.#readers.subnets.find(subnetId);
    if (!subnet || !(await canSee(this.#readers, caller, subnet))) return refusedFor('permission');
    if (subnet.isFolder) return refusedFor('folder');
    if (taken.length === 0 && subnet.isFull) return refusedFor('full');
    if (taken.length === 0 && (await this.#readers.subnets.hasChildren(subnetId))) return refusedFor('hasChildren');
    const ranges = await rangesOf(this.#readers.catalog, subnetId);
    const requestedRange = ranges.find(({ name }) => name === requested.range);
    if (requested.range !== undefined && (!requestedRange || requestedRange.allocation === 'never')) return refusedFor('range');
    const criteria = withinRange(requested, requestedRange);
    const range = criteria && searchedRange(subnet, criteria);
    if (!range) return refusedFor('outside');
    const takenSpans = taken.map(({ value }) => ({ first: value, last: value, reason: null }));
    const searched = explainedRange(subnet, criteria, { first: range.first.value, last: range.last.value });
    const span = examinedRange(searched, takenSpans, criteria.policy);
    const isDownwards = criteria.policy === 'highest';
    const spans = await this.#addressSpans(subnet, span, isDownwards);
    const examined = summaryOf(span, spans, this.#maxRecords, isDownwards);
    const takenNumbers = new Set(takenSpans.map(({ first }) => first));
    const known = [...edgesWithin(subnet, examined), ...spans.filter(({ first }) => !takenNumbers.has(first)), ...takenSpans];
    const quiet = await this.#quarantineSpans(subnet, examined, criteria);
    const excluded = requestedRange ? [] : excludedSpans(ranges);
    const open = (gap: Gap) => coverSpan(gap, quiet, (rest) => [{ ...rest, reason: reasonOfFree(rest, criteria) }]);
    const free = (gap: Gap) => coverSpan(gap, excluded, open);
    const covered = coverSpan(examined, ascending(known), free);
    return explanationOf(range.first.family, span, { spans: covered, taken: takenSpans }, isDownwards);
  }

  /** Explains the choice of a network. @throws IpamError allocation.rangeInvalid */
  async networks(
    caller: Caller,
    subnetId: number,
    length: number,
    criteria: SubnetCriteria,
    taken: Prefix | undefined,
  ): Promise<Explanation> {
    const subnet = await this.#readers.subnets.find(subnetId);
    if (!subnet || !(await canSee(this.#readers, caller, subnet))) return refusedFor('permission');
    if (subnet.isFolder) return refusedFor('folder');
    const range = searchedSpace(subnet.prefix, criteria);
    if (!range) return refusedFor('outside');
    const takenSpans = taken ? [{ first: taken.first, last: taken.last, reason: null }] : [];
    const span = examinedRange(range, takenSpans, criteria.policy);
    const isDownwards = criteria.policy === 'highest';
    const children = await this.#childSpans(caller, subnet, isDownwards);
    const summary = summaryOf(span, children, this.#maxRecords, isDownwards);
    const known = [...children.filter(({ first, last }) => first !== taken?.first || last !== taken.last), ...takenSpans];
    const free = (gap: Gap): ExplainedSpan[] => [{ ...gap, reason: reasonOfGap(gap, subnet.prefix, length) }];
    const covered = coverSpan(summary, ascending(known), free);
    return explanationOf(subnet.prefix.family, span, { spans: covered, taken: takenSpans }, isDownwards);
  }

  /** Direct child networks, ascending; at most `maxRecords` from one end. */
  async #childSpans(caller: Caller, { id }: Network, isDownwards: boolean): Promise<ExplainedSpan[]> {
    const listQuery = { where: [], sort: orderBy(subnetFields, 'prefix', isDownwards), max: this.#maxRecords };
    const found: ExplainedSpan[] = [];
    for await (const { subnet } of this.#readers.subnets.list({ masterSubnetId: id, order: { by: 'network' }, listQuery })) {
      if (found.length === this.#maxRecords) break;
      if (subnet.isFolder) continue;
      const reason = (await canSee(this.#readers, caller, subnet)) ? reasonOfRecord(subnet) : ({ reason: 'permission' } as const);
      found.push({ first: subnet.prefix.first, last: subnet.prefix.last, ...reason });
    }
    return isDownwards ? found.reverse() : found;
  }

  /** Addresses with reasons, ascending; at most `maxRecords` from one end. */
  async #addressSpans({ id: subnetId, prefix }: Network, span: Gap, isDownwards: boolean): Promise<ExplainedSpan[]> {
    const { family } = prefix;
    const range = { first: IpAddress.of(family, span.first), last: IpAddress.of(family, span.last) };
    const listQuery = { where: [], sort: orderBy(addressFields, 'ip', isDownwards), max: this.#maxRecords };
    const found: ExplainedSpan[] = [];
    if (span.first > span.last) return found;
    for await (const address of this.#readers.addresses.list({ subnetId, range, order: 'address', listQuery })) {
      if (found.length === this.#maxRecords) break;
      found.push({ first: address.ip.value, last: address.ip.value, ...reasonOfRecord(address) });
    }
    return isDownwards ? found.reverse() : found;
  }

  async #quarantineSpans(
    { id: subnetId, prefix }: Network,
    span: Gap,
    { quarantine }: AddressCriteria,
  ): Promise<ExplainedSpan[]> {
    if (quarantine === 0 || span.first > span.last) return [];
    const range = { first: IpAddress.of(prefix.family, span.first), last: IpAddress.of(prefix.family, span.last) };
    const since = formatTimestamp(new Date(this.#clock.now().getTime() - quarantine * 60_000));
    const freed = await this.#readers.addresses.freedSince(subnetId, range, since, 'ascending', this.#maxRecords);
    return freed.map(({ value }) => ({ first: value, last: value, reason: 'quarantine' }));
  }
}

/** The ranges that an allocation skips unless it names the range. @param ranges ascending */
const excludedSpans = (ranges: readonly StoredRange[]): ExplainedSpan[] =>
  ranges.flatMap(({ first, last, allocation, name }) =>
    bandOf(allocation) === 'excluded' ? [{ first: first.value, last: last.value, reason: 'range', range: name }] : [],
  );

function orderBy(fields: FieldSet, name: string, descending: boolean): Sort {
  const field = listFieldsOf(fields).get(name);
  if (!field) throw new Error(`no list can be ordered by ${name}`);
  return [{ field, descending }];
}
