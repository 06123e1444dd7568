import type { Clock } from '../../../application/ports/environment.js';
import type {
  RankedNetwork,
  RankingPage,
  RankingQuery,
  UsageHistoryReader,
  UsageHistoryRepository,
  UsageRecordingDates,
} from '../../../application/ports/usage-history.js';
import { SubnetAggregate } from '../../../domain/subnet/subnet-aggregate.js';
import { noUsage } from '../../../domain/subnet/usage.js';
import { type Day, daysBetween } from '../../../domain/trends/day.js';
import { growthOf, type Ranking, type RankingPosition } from '../../../domain/trends/ranking.js';
import type { DaySpan, SectionUsagePoint, UsagePoint } from '../../../domain/trends/usage-history.js';
import type { Draft } from '../records/state.js';
import type { OwnedPoint, UsageTrend } from '../records/tables.js';
import { searchSubnets } from './subnet-search.js';
import { usageCounts } from './usage-counts.js';
import { seesSubnet } from './visibility.js';

export function usageHistoryIn(draft: Draft, clock: Clock): UsageHistoryRepository {
  const days = draft.collection('usageDays');
  const points = draft.collection('usagePoints');
  const savePoint = (point: OwnedPoint, { expendable }: UsageRecordingDates): void => {
    points.save(point);
    for (const day of expendable) points.delete(point.on, point.ownerId, day);
  };
  const writes: Omit<UsageHistoryRepository, keyof UsageHistoryReader> = {
    async begin(day, owner, seconds) {
      const now = clock.now().getTime();
      const known = days.find(day) ?? { day, isComplete: false, holder: null, until: 0 };
      if (known.holder !== null && known.holder !== owner && known.until > now) return false;
      days.save({ ...known, holder: owner, until: now + seconds * 1000 });
      return true;
    },
    async recordSubnets(ids, dates) {
      const { state } = draft;
      const subnets = searchSubnets(state.records.subnet, { ids, order: { by: 'id' } });
      const counts = usageCounts(
        state,
        subnets.map(({ id }) => id),
      );
      for (const subnet of subnets) {
        const count = counts.get(subnet.id) ?? noUsage;
        const { used, size } = new SubnetAggregate(subnet).usage(count);
        setTrend(draft, { id: subnet.id, isLeaf: count.children === undefined, used, size }, dates);
        savePoint({ on: 'subnet', ownerId: subnet.id, day: dates.day, used, size, used6: 0n }, dates);
      }
      return [];
    },
    async recordSections(sections, dates) {
      for (const { id, ...counts } of sections)
        if (draft.table('section').get(id)) savePoint({ on: 'section', ownerId: id, day: dates.day, ...counts }, dates);
    },
    async end(owner, { day, expendable }, isComplete) {
      const known = days.find(day);
      if (known?.holder === owner) days.save({ ...known, holder: null, isComplete: known.isComplete || isComplete });
      for (const gone of isComplete ? expendable : []) days.delete(gone);
    },
  };
  return Object.assign(usageHistoryReaderIn(draft), writes);
}

function setTrend(
  draft: Draft,
  counted: Pick<UsageTrend, 'id' | 'isLeaf' | 'used' | 'size'>,
  { day, growthBase }: UsageRecordingDates,
): void {
  const trends = draft.collection('usageTrends');
  const { id, used } = counted;
  const base = growthBase === undefined ? undefined : draft.collection('usagePoints').find('subnet', id, growthBase);
  const growth = base && growthBase !== undefined ? growthOf(used, base.used, daysBetween(growthBase, day)) : null;
  const unusedSince = used === 0n ? (trends.at(id)?.unusedSince ?? day) : null;
  trends.put(id, { ...counted, growth, unusedSince });
}

function usageHistoryReaderIn(draft: Draft): UsageHistoryReader {
  const days = draft.collection('usageDays');
  const points = draft.collection('usagePoints');
  const pointsOf = (on: OwnedPoint['on'], id: number, { from, until }: DaySpan): SectionUsagePoint[] => {
    const inSpan = points.by('key', on, id).filter(({ day }) => day >= from && day <= until);
    return inSpan.map(({ on: _on, ownerId: _id, ...point }) => point);
  };
  return {
    days: async () => days.by('key').map(({ day, isComplete }) => ({ day, isComplete })),
    ofSubnet: async (id, span) => pointsOf('subnet', id, span).map(({ used6: _, ...point }) => point),
    ofSection: async (id, span) => pointsOf('section', id, span),
    async ofSubnets(ids, on) {
      const pointsOn = (id: number) => on.flatMap((day) => points.find('subnet', id, day) ?? []);
      const found = ids.map((id) => [id, pointsOn(id).map(subnetPoint)] as const);
      return new Map(found.filter(([, own]) => own.length > 0));
    },
    async sums(ids, span) {
      const sums = new Map<Day, UsagePoint>();
      for (const { day, used, size } of ids.flatMap((id) => pointsOf('subnet', id, span))) {
        const known = sums.get(day);
        sums.set(day, { day, used: used + (known?.used ?? 0n), size: size + (known?.size ?? 0n) });
      }
      return [...sums.values()].sort((one, other) => compare(one.day, other.day));
    },
    ranked: async (query) => ranked(draft, query),
  };
}

function ranked(draft: Draft, { by, viewer, after, max, unusedOn }: RankingQuery): RankingPage {
  const { state } = draft;
  const found = draft
    .collection('usageTrends')
    .all()
    .filter((trend) => isRanked[by](trend) && (unusedOn === undefined || (trend.unusedSince ?? '') <= unusedOn))
    .toSorted((one, other) => comparePositions(by, positionOf(by, one), positionOf(by, other)))
    .filter((trend) => !after || comparePositions(by, after, positionOf(by, trend)) < 0)
    .flatMap((trend) => {
      const [subnet] = searchSubnets(state.records.subnet, { ids: [trend.id], isFolder: false, order: { by: 'id' } });
      return subnet?.prefix && seesSubnet(state, viewer, subnet) ? [{ trend, subnet, prefix: subnet.prefix }] : [];
    });
  const networks = found.slice(0, max).map(({ trend, prefix, subnet: { id, sectionId, description } }): RankedNetwork => {
    const { used, size, growth, unusedSince } = trend;
    return { network: { id, sectionId, prefix, description }, used, size, growth, unusedSince };
  });
  const last = found[max - 1];
  return { networks, ...(last ? { next: positionOf(by, last.trend) } : {}) };
}

const subnetPoint = ({ day, used, size }: OwnedPoint): UsagePoint => ({ day, used, size });

const isRanked: Readonly<Record<Ranking, (trend: UsageTrend) => boolean>> = {
  fullest: ({ isLeaf, used }) => isLeaf && used > 0n,
  growing: ({ isLeaf, growth }) => isLeaf && growth !== null && growth > 0n,
  unused: ({ isLeaf, unusedSince }) => isLeaf && unusedSince !== null,
};

const sortValue: Readonly<Record<Ranking, (trend: UsageTrend) => string>> = {
  fullest: ({ used, size }) => String(Number(used) / Number(size === 0n ? 1n : size)),
  growing: ({ growth }) => String(growth),
  unused: ({ unusedSince }) => unusedSince ?? '',
};

const positionOf = (by: Ranking, trend: UsageTrend): RankingPosition => ({ value: sortValue[by](trend), subnetId: trend.id });

/** Negative if the first position precedes. */
function comparePositions(by: Ranking, one: RankingPosition, other: RankingPosition): number {
  const values = by === 'unused' ? compare(one.value, other.value) : compare(Number(other.value), Number(one.value));
  if (values !== 0) return values;
  return by === 'unused' ? one.subnetId - other.subnetId : other.subnetId - one.subnetId;
}

const compare = <T extends string | number>(one: T, other: T): number => (one === other ? 0 : one < other ? -1 : 1);
