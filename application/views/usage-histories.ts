import { levels, requireSection } from '../../domain/access/access-policy.js';
import { IpamError } from '../../domain/errors.js';
import { type Day, dayOf, daysAfter } from '../../domain/trends/day.js';
import { type Forecast, forecastDays, forecastOf } from '../../domain/trends/forecast.js';
import {
  type DaySpan,
  type Resolution,
  type SectionUsagePoint,
  thinned,
  type UsagePoint,
} from '../../domain/trends/usage-history.js';
import { type Caller, readPermitted } from '../caller.js';
import { chunksOf } from '../listing.js';
import type { Clock } from '../ports/environment.js';
import type { Readers } from '../ports/unit-of-work.js';
import type { RankingPage, RankingQuery } from '../ports/usage-history.js';

const chunkSize = 500;

/** Number of weeks in the short histories of a section's networks. */
export const recentWeeks = 12;

export interface HistoryQuery extends DaySpan {
  readonly resolution: Resolution;
}

export interface UsageHistory<P extends UsagePoint> {
  /** Ascending by day: the last point of each period. */
  readonly points: readonly P[];
  /** Computed from daily points, independent of the query. */
  readonly forecast: Forecast | undefined;
}

/** Points of a network on some days; undefined on a day without point. */
export interface RecentUsage {
  readonly subnetId: number;
  readonly points: readonly (UsagePoint | undefined)[];
}

/** Recorded utilization. A missing or hidden subnet causes subnet.unknown, a missing or hidden section section.unknown. */
export class UsageHistories {
  readonly #readers: Readers;
  readonly #clock: Clock;

  constructor(readers: Readers, clock: Clock) {
    this.#readers = readers;
    this.#clock = clock;
  }

  async ofSubnet(caller: Caller, id: number, query: HistoryQuery): Promise<UsageHistory<UsagePoint>> {
    await readPermitted(this.#readers, caller, id, levels.see);
    return this.#history(query, (span) => this.#readers.usageHistory.ofSubnet(id, span));
  }

  /** Administrators get recorded sums. Others get sums of visible networks: recorded sums include hidden and deleted networks. */
  async ofSection(caller: Caller, id: number, query: HistoryQuery): Promise<UsageHistory<SectionUsagePoint>> {
    const { sections, usageHistory } = this.#readers;
    const unknown = () => new IpamError('section.unknown', { id });
    requireSection(caller.principal, await sections.find(id), levels.see, unknown);
    return this.#history(query, (span) =>
      caller.principal.unrestricted ? usageHistory.ofSection(id, span) : this.#sumsOfVisible(caller, id, span),
    );
  }

  /** The last 12 weeks of all networks of a section visible to the caller. */
  async recent(caller: Caller, sectionId: number): Promise<AsyncIterable<RecentUsage>> {
    const unknown = () => new IpamError('section.unknown', { id: sectionId });
    requireSection(caller.principal, await this.#readers.sections.find(sectionId), levels.see, unknown);
    const today = this.today();
    const from = daysAfter(today, -7 * recentWeeks);
    const recorded = (await this.#readers.usageHistory.days()).filter(({ day }) => day > from && day <= today);
    const days = thinned(recorded, 'week').map(({ day }) => day);
    return this.#recentOf(caller, sectionId, days);
  }

  async ranked({ principal }: Caller, query: Omit<RankingQuery, 'viewer'>): Promise<RankingPage> {
    return this.#readers.usageHistory.ranked({ ...query, viewer: principal });
  }

  today(): Day {
    return dayOf(this.#clock.now());
  }

  async #history<P extends UsagePoint>(
    { from, until, resolution }: HistoryQuery,
    read: (span: DaySpan) => Promise<readonly P[]>,
  ): Promise<UsageHistory<P>> {
    const today = this.today();
    const recent = daysAfter(today, -forecastDays);
    const points = await read({ from: from < recent ? from : recent, until: until > today ? until : today });
    const queried = points.filter(({ day }) => day >= from && day <= until);
    return { points: thinned(queried, resolution), forecast: forecastOf(points.filter(({ day }) => day >= recent)) };
  }

  async *#recentOf({ principal: viewer }: Caller, sectionId: number, days: readonly Day[]): AsyncGenerator<RecentUsage> {
    if (days.length === 0) return;
    let ids: number[] = [];
    for await (const id of this.#readers.subnets.ids({ sectionId, viewer, isFolder: false, order: { by: 'id' } })) {
      ids.push(id);
      if (ids.length < chunkSize) continue;
      yield* await this.#pointsOf(ids, days);
      ids = [];
    }
    yield* await this.#pointsOf(ids, days);
  }

  async #pointsOf(ids: readonly number[], days: readonly Day[]): Promise<readonly RecentUsage[]> {
    const points = await this.#readers.usageHistory.ofSubnets(ids, days);
    return ids.flatMap((subnetId) => {
      const known = new Map(points.get(subnetId)?.map((point) => [point.day, point]));
      return known.size === 0 ? [] : [{ subnetId, points: days.map((day) => known.get(day)) }];
    });
  }

  async #sumsOfVisible({ principal: viewer }: Caller, sectionId: number, span: DaySpan): Promise<readonly SectionUsagePoint[]> {
    const networks = [];
    for await (const { subnet } of this.#readers.subnets.list({ sectionId, viewer, isFolder: false, order: { by: 'id' } }))
      networks.push({ id: subnet.id, masterId: subnet.masterSubnetId, family: subnet.prefix?.family });
    const visible = new Set(networks.map(({ id }) => id));
    const tops = networks.filter(({ masterId }) => masterId === null || !visible.has(masterId));
    const idsOf = (family: 4 | 6) => tops.filter((top) => top.family === family).map(({ id }) => id);
    const [ipv4, ipv6] = [await this.#sums(idsOf(4), span), await this.#sums(idsOf(6), span)];
    const days = [...new Set([...ipv4.keys(), ...ipv6.keys()])].sort();
    return days.map((day) => ({
      day,
      used: ipv4.get(day)?.used ?? 0n,
      size: ipv4.get(day)?.size ?? 0n,
      used6: ipv6.get(day)?.used ?? 0n,
    }));
  }

  async #sums(ids: readonly number[], span: DaySpan): Promise<ReadonlyMap<Day, UsagePoint>> {
    const sums = new Map<Day, UsagePoint>();
    for (const some of chunksOf(ids, chunkSize))
      for (const { day, used, size } of await this.#readers.usageHistory.sums(some, span)) {
        const known = sums.get(day);
        sums.set(day, { day, used: used + (known?.used ?? 0n), size: size + (known?.size ?? 0n) });
      }
    return sums;
  }
}
