import type { Clock } from '../../../application/ports/environment.js';
import type {
  RankedNetwork,
  RankingPage,
  RankingQuery,
  RecordedSection,
  UsageHistoryRepository,
  UsageRecordingDates,
} from '../../../application/ports/usage-history.js';
import { SubnetAggregate } from '../../../domain/subnet/subnet-aggregate.js';
import { noUsage } from '../../../domain/subnet/usage.js';
import { type Day, daysBetween } from '../../../domain/trends/day.js';
import { growthOf, type Ranking, type RankingPosition } from '../../../domain/trends/ranking.js';
import type { RecordedDay } from '../../../domain/trends/retention.js';
import type { DaySpan, SectionUsagePoint, UsagePoint } from '../../../domain/trends/usage-point.js';
import { type Draft, MemoryRepository } from '../records/state.js';
import type { OwnedPoint, UsageTrend } from '../records/tables.js';
import { searchSubnets } from './subnet-search.js';
import { usageCounts } from './usage-counts.js';
import { seesSubnet } from './visibility.js';

export class MemoryUsageHistoryRepository extends MemoryRepository implements UsageHistoryRepository {
  readonly #clock: Clock;
  readonly #days = this.draft.collection('usageDays');
  readonly #stored = this.draft.collection('usagePoints');
  readonly #trends = this.draft.collection('usageTrends');

  constructor(draft: Draft, clock: Clock) {
    super(draft);
    this.#clock = clock;
  }

  async days(): Promise<readonly RecordedDay[]> {
    return this.#days.by('key').map(({ day, isComplete }) => ({ day, isComplete }));
  }

  async ofSubnet(id: number, span: DaySpan): Promise<readonly UsagePoint[]> {
    return this.#points('subnet', id, span).map(({ used6: _, ...point }) => point);
  }

  async ofSection(id: number, span: DaySpan): Promise<readonly SectionUsagePoint[]> {
    return this.#points('section', id, span);
  }

  async ofSubnets(ids: readonly number[], days: readonly Day[]): Promise<ReadonlyMap<number, readonly UsagePoint[]>> {
    const pointsOn = (id: number) => days.flatMap((day) => this.#stored.find('subnet', id, day) ?? []);
    const found = ids.map((id) => [id, pointsOn(id).map(subnetPoint)] as const);
    return new Map(found.filter(([, points]) => points.length > 0));
  }

  async sums(ids: readonly number[], span: DaySpan): Promise<readonly UsagePoint[]> {
    const sums = new Map<Day, UsagePoint>();
    for (const { day, used, size } of ids.flatMap((id) => this.#points('subnet', id, span))) {
      const known = sums.get(day);
      sums.set(day, { day, used: used + (known?.used ?? 0n), size: size + (known?.size ?? 0n) });
    }
    return [...sums.values()].sort((one, other) => compare(one.day, other.day));
  }

  async ranked({ by, viewer, after, max, unusedOn }: RankingQuery): Promise<RankingPage> {
    const { state } = this.draft;
    const ranked = this.#trends
      .all()
      .filter((trend) => isRanked[by](trend) && (unusedOn === undefined || (trend.unusedSince ?? '') <= unusedOn))
      .toSorted((one, other) => comparePositions(by, positionOf(by, one), positionOf(by, other)))
      .filter((trend) => !after || comparePositions(by, after, positionOf(by, trend)) < 0)
      .flatMap((trend) => {
        const [subnet] = searchSubnets(state.records.subnet, { ids: [trend.id], isFolder: false, order: { by: 'id' } });
        return subnet?.prefix && seesSubnet(state, viewer, subnet) ? [{ trend, subnet, prefix: subnet.prefix }] : [];
      });
    const networks = ranked.slice(0, max).map(({ trend, prefix, subnet: { id, sectionId, description } }): RankedNetwork => {
      const { used, size, growth, unusedSince } = trend;
      return { network: { id, sectionId, prefix, description }, used, size, growth, unusedSince };
    });
    const last = ranked[max - 1];
    return { networks, ...(last ? { next: positionOf(by, last.trend) } : {}) };
  }

  #points(on: OwnedPoint['on'], id: number, { from, until }: DaySpan): SectionUsagePoint[] {
    const points = this.#stored.by('key', on, id).filter(({ day }) => day >= from && day <= until);
    return points.map(({ on: _on, ownerId: _id, ...point }) => point);
  }

  async begin(day: Day, owner: string, seconds: number): Promise<boolean> {
    const now = this.#clock.now().getTime();
    const known = this.#days.find(day) ?? { day, isComplete: false, holder: null, until: 0 };
    if (known.holder !== null && known.holder !== owner && known.until > now) return false;
    this.#days.save({ ...known, holder: owner, until: now + seconds * 1000 });
    return true;
  }

  async recordSubnets(ids: readonly number[], options: UsageRecordingDates): Promise<readonly number[]> {
    const { state } = this.draft;
    const subnets = searchSubnets(state.records.subnet, { ids, order: { by: 'id' } });
    const counts = usageCounts(
      state,
      subnets.map(({ id }) => id),
    );
    for (const subnet of subnets) {
      const count = counts.get(subnet.id) ?? noUsage;
      const { used, size } = new SubnetAggregate(subnet).usage(count);
      this.#setTrend({ id: subnet.id, isLeaf: count.children === undefined, used, size }, options);
      this.#savePoint({ on: 'subnet', ownerId: subnet.id, day: options.day, used, size, used6: 0n }, options);
    }
    return [];
  }

  async recordSections(sections: readonly RecordedSection[], options: UsageRecordingDates): Promise<void> {
    for (const { id, ...counts } of sections)
      if (this.draft.table('section').get(id))
        this.#savePoint({ on: 'section', ownerId: id, day: options.day, ...counts }, options);
  }

  async end(owner: string, { day, expendable }: UsageRecordingDates, isComplete: boolean): Promise<void> {
    const known = this.#days.find(day);
    if (known?.holder === owner) this.#days.save({ ...known, holder: null, isComplete: known.isComplete || isComplete });
    for (const gone of isComplete ? expendable : []) this.#days.delete(gone);
  }

  #savePoint(point: OwnedPoint, { expendable }: UsageRecordingDates): void {
    this.#stored.save(point);
    for (const day of expendable) this.#stored.delete(point.on, point.ownerId, day);
  }

  #setTrend(counted: Pick<UsageTrend, 'id' | 'isLeaf' | 'used' | 'size'>, { day, growthBase }: UsageRecordingDates): void {
    const { id, used } = counted;
    const base = growthBase === undefined ? undefined : this.#stored.find('subnet', id, growthBase);
    const growth = base && growthBase !== undefined ? growthOf(used, base.used, daysBetween(growthBase, day)) : null;
    const unusedSince = used === 0n ? (this.#trends.at(id)?.unusedSince ?? day) : null;
    this.#trends.put(id, { ...counted, growth, unusedSince });
  }
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
