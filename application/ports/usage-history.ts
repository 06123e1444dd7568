import type { Principal } from '../../domain/access/access-policy.js';
import type { Network } from '../../domain/subnet/subnet.js';
import type { Day } from '../../domain/trends/day.js';
import type { Ranking, RankingPosition } from '../../domain/trends/ranking.js';
import type { RecordedDay } from '../../domain/trends/retention.js';
import type { DaySpan, SectionUsagePoint, UsagePoint } from '../../domain/trends/usage-point.js';

export interface RankingQuery {
  readonly by: Ranking;
  /** Only networks on which this principal has at least level 1. */
  readonly viewer: Principal;
  /** Only networks behind this position. */
  readonly after?: RankingPosition | undefined;
  readonly max: number;
  /** For unused networks: those that were unused on this day already. */
  readonly unusedOn?: Day;
}

/** The latest recorded utilization of a network without children. */
export interface RankedNetwork {
  readonly network: Pick<Network, 'id' | 'sectionId' | 'prefix' | 'description'>;
  readonly used: bigint;
  readonly size: bigint;
  /** Addresses that were added in 30 days; null for a network that was not recorded a week ago. */
  readonly growth: bigint | null;
  /** The day of the first recording since which no address is used; null while one is. */
  readonly unusedSince: Day | null;
}

export interface RankingPage {
  readonly networks: readonly RankedNetwork[];
  /** Position of the last network of a full page; absent at the end. */
  readonly next?: RankingPosition;
}

/** The recorded utilization of subnets and sections. */
export interface UsageHistoryReader {
  /** Days with a recording, ascending. */
  days(): Promise<readonly RecordedDay[]>;
  /** Points of a subnet, ascending by day; none of an unknown one. */
  ofSubnet(id: number, span: DaySpan): Promise<readonly UsagePoint[]>;
  ofSection(id: number, span: DaySpan): Promise<readonly SectionUsagePoint[]>;
  /** Points of several subnets on some days, by subnet id, in any order. */
  ofSubnets(ids: readonly number[], days: readonly Day[]): Promise<ReadonlyMap<number, readonly UsagePoint[]>>;
  /** Sums of the points of subnets on each day, ascending by day. */
  sums(ids: readonly number[], span: DaySpan): Promise<readonly UsagePoint[]>;
  /** fullest, growing: the highest value first. unused: the longest time first. Used addresses are those of the last recording. */
  ranked(query: RankingQuery): Promise<RankingPage>;
}

/** A recording replaces the points of its day. */
export interface UsageRecordingTerms {
  readonly day: Day;
  /** Days whose points are dropped; never the recorded day. */
  readonly expendable: readonly Day[];
  /** Growth is measured from the points of this day. */
  readonly growthBase: Day | undefined;
}

export interface RecordedSection {
  readonly id: number;
  readonly used: bigint;
  readonly size: bigint;
  readonly used6: bigint;
}

export interface UsageHistoryRepository extends UsageHistoryReader {
  /**
   * Acquires or renews the lease of a day's recording.
   * @param owner a unique name
   * @returns whether the owner has the lease
   */
  begin(day: Day, owner: string, seconds: number): Promise<boolean>;
  /**
   * Records the stored usage of subnets and drops their expendable points.
   * @returns ids of existing subnets whose usage is not completely stored: they get no point
   */
  recordSubnets(ids: readonly number[], terms: UsageRecordingTerms): Promise<readonly number[]>;
  /** Records sections that exist and drops their expendable points. */
  recordSections(sections: readonly RecordedSection[], terms: UsageRecordingTerms): Promise<void>;
  /** Ends the lease of an owner. A complete recording also drops the expendable days. */
  end(owner: string, terms: UsageRecordingTerms, isComplete: boolean): Promise<void>;
}
