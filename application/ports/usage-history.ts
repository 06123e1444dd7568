import type { Principal } from '../../domain/access/access-policy.js';
import type { Network } from '../../domain/subnet/subnet.js';
import type { Day } from '../../domain/trends/day.js';
import type { Ranking, RankingPosition } from '../../domain/trends/ranking.js';
import type { DaySpan, RecordedDay, SectionUsagePoint, UsagePoint } from '../../domain/trends/usage-history.js';

export interface RankingQuery {
  readonly by: Ranking;
  /** Only networks on which this principal has at least level 1. */
  readonly viewer: Principal;
  readonly after?: RankingPosition | undefined;
  readonly max: number;
  /** For the ranking `unused`: only networks that have been unused since this day or earlier. */
  readonly unusedOn?: Day;
}

/** The last recorded utilization of a network without children. */
export interface RankedNetwork {
  readonly network: Pick<Network, 'id' | 'sectionId' | 'prefix' | 'description'>;
  readonly used: bigint;
  readonly size: bigint;
  /** Growth in addresses, scaled to 30 days; null for a network without a point on the day `growthBase` of the recording. */
  readonly growth: bigint | null;
  /** Day of the earliest recording from which on no address was used; null if an address is used. */
  readonly unusedSince: Day | null;
}

export interface RankingPage {
  readonly networks: readonly RankedNetwork[];
  /** Position of the last network of a full page; undefined at the end. */
  readonly next?: RankingPosition;
}

export interface UsageHistoryReader {
  days(): Promise<readonly RecordedDay[]>;
  /** Points of a subnet, ascending by day. Empty for an unknown subnet. */
  ofSubnet(id: number, span: DaySpan): Promise<readonly UsagePoint[]>;
  ofSection(id: number, span: DaySpan): Promise<readonly SectionUsagePoint[]>;
  /** Points of several subnets on some days, by subnet id, in any order. */
  ofSubnets(ids: readonly number[], days: readonly Day[]): Promise<ReadonlyMap<number, readonly UsagePoint[]>>;
  /** Sums of the points of subnets on each day, ascending by day. */
  sums(ids: readonly number[], span: DaySpan): Promise<readonly UsagePoint[]>;
  /** fullest, growing: highest value first. unused: longest time first. Used addresses are those of the last recording. */
  ranked(query: RankingQuery): Promise<RankingPage>;
}

/** Dates of a recording. The recording replaces earlier points of its day. */
export interface UsageRecordingDates {
  readonly day: Day;
  /** Days to drop; never the recorded day. */
  readonly expendable: readonly Day[];
  /** Day from which growth is measured. */
  readonly growthBase: Day | undefined;
}

export interface RecordedSection {
  readonly id: number;
  readonly used: bigint;
  readonly size: bigint;
  readonly used6: bigint;
}

export interface UsageHistoryRepository extends UsageHistoryReader {
  /** Acquires or renews the lease of a day's recording. @param owner unique name @returns whether the owner has the lease */
  begin(day: Day, owner: string, seconds: number): Promise<boolean>;
  /**
   * Records the stored usage of subnets and drops their expendable points.
   * @returns ids of existing subnets without complete stored usage; they get no point
   */
  recordSubnets(ids: readonly number[], dates: UsageRecordingDates): Promise<readonly number[]>;
  /** Records existing sections and drops their expendable points. */
  recordSections(sections: readonly RecordedSection[], dates: UsageRecordingDates): Promise<void>;
  /** Ends the lease of an owner. A complete recording also drops the expendable days. */
  end(owner: string, dates: UsageRecordingDates, isComplete: boolean): Promise<void>;
}
