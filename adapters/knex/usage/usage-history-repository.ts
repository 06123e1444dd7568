import type {
  RankedNetwork,
  RankingPage,
  RankingQuery,
  RecordedSection,
  UsageHistoryRepository,
  UsageRecordingDates,
} from '../../../application/ports/usage-history.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Day } from '../../../domain/trends/day.js';
import type { RankingPosition } from '../../../domain/trends/ranking.js';
import type { RecordedDay } from '../../../domain/trends/retention.js';
import type { DaySpan, SectionUsagePoint, UsagePoint } from '../../../domain/trends/usage-point.js';
import { isId, lookupId } from '../records/field-columns.js';
import { SessionRepository } from '../records/repository.js';
import {
  beginDay,
  dropDays,
  endDay,
  readDays,
  readPointsOfSubnets,
  readSectionPoints,
  readSubnetPoints,
  readSums,
  recordSections,
  recordSubnets,
} from './usage-history-statements.js';
import { rankingStatement, type StoredRank } from './usage-ranking-statement.js';

export class KnexUsageHistoryRepository extends SessionRepository implements UsageHistoryRepository {
  days(): Promise<readonly RecordedDay[]> {
    return this.session.prepared(readDays);
  }

  async ofSubnet(id: number, { from, until }: DaySpan): Promise<readonly UsagePoint[]> {
    const rows = await this.session.lookup(readSubnetPoints, { id: lookupId(id), from, until });
    return rows.map(([day, used, size]) => pointOf(day, used, size));
  }

  async ofSection(id: number, { from, until }: DaySpan): Promise<readonly SectionUsagePoint[]> {
    const rows = await this.session.lookup(readSectionPoints, { id: lookupId(id), from, until });
    return rows.map(([day, used, size, used6]) => ({ ...pointOf(day, used, size), used6: BigInt(used6 ?? 0) }));
  }

  async ofSubnets(ids: readonly number[], days: readonly Day[]): Promise<ReadonlyMap<number, readonly UsagePoint[]>> {
    const found = new Map<number, UsagePoint[]>();
    const rows = await this.session.prepared(readPointsOfSubnets, { ids: ids.filter(isId), days });
    for (const [id, day, used, size] of rows) {
      const points = found.get(Number(id)) ?? [];
      points.push(pointOf(day, used, size));
      found.set(Number(id), points);
    }
    return found;
  }

  async sums(ids: readonly number[], { from, until }: DaySpan): Promise<readonly UsagePoint[]> {
    const rows = await this.session.prepared(readSums, { ids: ids.filter(isId), from, until });
    return rows.map(([day, used, size]) => pointOf(day, used, size));
  }

  async ranked({ max, after, ...query }: RankingQuery): Promise<RankingPage> {
    const networks: RankedNetwork[] = [];
    for (let position = after; ; ) {
      const ranks = await this.#ranks({ ...query, after: position, max: max - networks.length });
      networks.push(...ranks.networks);
      position = ranks.next;
      if (!position) return { networks };
      if (networks.length === max) return { networks, next: position };
    }
  }

  /**
   * Returns the visible networks of one chunk. `next` is the position of the last network that was read, visible or not; undefined
   * at the end.
   */
  async #ranks(query: RankingQuery): Promise<RankingPage> {
    const { statement, values } = rankingStatement(query, this.session.isAlone);
    const [row] = await this.session.prepared(statement, values);
    const [seen = null, isWhole = null, value = null, id = null] = row ?? [];
    const ranks: readonly StoredRank[] = seen === null ? [] : JSON.parse(seen);
    const networks = ranks.map(networkOf);
    const last = ranks.at(-1);
    if (ranks.length === query.max && last) return { networks, next: positionOf(last[8], last[0]) };
    const isEnd = isWhole !== 't' || value === null;
    return { networks, ...(isEnd ? {} : { next: positionOf(value, Number(id)) }) };
  }

  async begin(day: Day, owner: string, seconds: number): Promise<boolean> {
    return (await this.session.prepared(beginDay, { day, owner, seconds })).length > 0;
  }

  async recordSubnets(ids: readonly number[], { day, expendable, growthBase }: UsageRecordingDates): Promise<readonly number[]> {
    const parameters = { ids: ids.filter(isId), day, expendable, base: growthBase ?? null };
    return (await this.session.prepared(recordSubnets, parameters)).map(({ id }) => id);
  }

  async recordSections(sections: readonly RecordedSection[], { day, expendable }: UsageRecordingDates): Promise<void> {
    const rows = sections.map(({ id, used, size, used6 }) => ({ id, used: `${used}`, size: `${size}`, used6: `${used6}` }));
    await this.session.prepared(recordSections, { rows: JSON.stringify(rows), day, expendable });
  }

  async end(owner: string, { day, expendable }: UsageRecordingDates, isComplete: boolean): Promise<void> {
    await this.session.prepared(endDay, { day, owner, isComplete });
    if (isComplete && expendable.length > 0) await this.session.prepared(dropDays, { days: expendable });
  }
}

type Text = string | null | undefined;

const pointOf = (day: Text, used: Text, size: Text): UsagePoint => ({
  day: day ?? '',
  used: BigInt(used ?? 0),
  size: BigInt(size ?? 0),
});

const positionOf = (value: string, subnetId: number): RankingPosition => ({ value, subnetId });

const networkOf = ([id, sectionId, network, description, used, size, growth, unusedSince]: StoredRank): RankedNetwork => ({
  network: { id, sectionId, prefix: Prefix.parse(network), description },
  used: BigInt(used),
  size: BigInt(size),
  growth: growth === null ? null : BigInt(growth),
  unusedSince,
});
