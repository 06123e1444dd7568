import { type AccessKey, isOutlived, isReplaced } from '../../domain/access/access-key.js';
import { unrestrictedPrincipal } from '../../domain/access/access-policy.js';
import { publicDigest } from '../../domain/access/access-token.js';
import { isServiceAccount } from '../../domain/access/user.js';
import { isHoldOver } from '../../domain/fields/hold.js';
import { type Alarm, changeOfAlarm, crossingOf, isAboveThreshold, percentUsed } from '../../domain/notifications/alarm.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { type Subnet, subnetFields } from '../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import { noUsage } from '../../domain/subnet/usage.js';
import { dayOf, daysAfter } from '../../domain/trends/day.js';
import { forecastDays as forecastBase, forecastOf } from '../../domain/trends/forecast.js';
import type { RankingPosition } from '../../domain/trends/ranking.js';
import { internalCaller } from '../caller.js';
import { entryOf } from '../changes/change-log.js';
import type { Clock } from '../ports/environment.js';
import type { SubnetReader } from '../ports/inventory/subnets.js';
import type { Readers, Repositories, UnitOfWork } from '../ports/unit-of-work.js';

const alarmCaller = { ...internalCaller, name: 'alarm' };

/** `pageSize`: networks per page of a check. `maxHolds`: maximum number of held addresses, and of held networks, per check. */
const pageSize = 500;
const maxHolds = 10_000;

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Age from which the last scheduled backup counts as late. Backups are scheduled daily. */
const maxBackupAgeMs = 26 * 3_600_000;

const thresholdField = { name: 'threshold', definition: subnetFields.threshold, of: 'field' } as const;

const thresholdMark = (id: number): string => `threshold:${id}`;
const holdMark = (object: 'address' | 'subnet', id: number): string => `hold:${object}:${id}`;
const checkMark = 'threshold check';
const backupMark = 'backup:made';

interface WatchedUsage {
  readonly isAbove: boolean;
  readonly facts: Alarm['facts'];
}

/** An alarm with its mark. The mark is deleted after `until`; null: never. */
interface DueAlarm {
  readonly mark: string;
  readonly value: string;
  readonly alarm: Alarm;
  readonly until: Date | null;
}

/**
 * Checks thresholds, forecasts, expiries and backups. A stored mark shows that an alarm was recorded. One unit of work stores the
 * alarm and its mark, so that each alarm is recorded once.
 */
export class Alarms {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** Compares the usage of subnets and their ancestors with their thresholds. @returns the number of recorded alarms */
  async checkThresholds(ids: readonly number[]): Promise<number> {
    const { subnets, notifications } = this.#readers;
    const all = new Set<number>();
    for (const id of ids) if (!all.has(id)) for (const each of [id, ...(await subnets.ancestorIds(id))]) all.add(each);
    const marked = await notifications.marks([...all].map(thresholdMark));
    const watched = await watchedUsages(subnets, [...all]);
    const changed = [...all].filter((id) => (watched.get(id)?.isAbove ?? false) !== marked.has(thresholdMark(id)));
    if (changed.length === 0) return 0;
    return this.#unitOfWork.run(async (repositories) => {
      await repositories.notifications.mark(checkMark, '', null); // a check reads the usage after the earlier check has ended
      const present = await watchedUsages(repositories.subnets, changed);
      let recorded = 0;
      for (const id of changed) if (await this.#cross(repositories, id, present.get(id))) recorded++;
      return recorded;
    });
  }

  /** Records a crossing. Without `watched` (deleted subnet, or no threshold), deletes the mark and records no alarm. */
  async #cross(to: Repositories, id: number, watched: WatchedUsage | undefined): Promise<boolean> {
    const name = thresholdMark(id);
    const wasAbove = watched?.isAbove
      ? (await to.notifications.mark(name, 'above', null)) !== undefined
      : await to.notifications.unmark(name);
    const crossing = watched && crossingOf(wasAbove, watched.isAbove);
    if (!crossing) return false;
    const event = crossing === 'risen' ? 'thresholdRisen' : 'thresholdFallen';
    await this.#record(to, { event, object: 'subnet', objectId: id, subnetId: id, facts: watched.facts });
    return true;
  }

  /** Runs the checks that are independent of changes. @returns the number of recorded alarms */
  async check(): Promise<number> {
    const { alarms } = await this.#readers.settings.read();
    if (!alarms.enabled) return 0;
    const now = this.#clock.now();
    await this.#unitOfWork.run(({ notifications }) => notifications.deleteOutlivedMarks(now));
    const ofBackups = await this.#recordAll(this.#lateBackups());
    const ofKeys = alarms.keyDays > 0 ? await this.#recordAll(this.#endingKeys(alarms.keyDays)) : 0;
    const ofHolds = await this.checkHolds();
    const ofThresholds = await this.#onceADay('thresholds', () => this.#checkAllThresholds());
    const ofForecasts = alarms.forecastDays > 0 ? await this.#checkForecasts(alarms.forecastDays) : 0;
    return ofBackups + ofKeys + ofHolds + ofThresholds + ofForecasts;
  }

  async #onceADay(name: string, check: () => Promise<number>): Promise<number> {
    const today = dayOf(this.#clock.now());
    if ((await this.#readers.notifications.marks([name])).get(name) === today) return 0;
    const recorded = await check();
    await this.#unitOfWork.run(({ notifications }) => notifications.mark(name, today, null));
    return recorded;
  }

  /** Finds crossings without a change, such as those before alarms were enabled. */
  async #checkAllThresholds(): Promise<number> {
    const conditions = [{ field: thresholdField, is: 'gt', value: 0 }] as const;
    let recorded = 0;
    let some: number[] = [];
    for await (const id of this.#readers.subnets.ids({ where: conditions, order: { by: 'id' } })) {
      some.push(id);
      if (some.length < pageSize) continue;
      recorded += await this.checkThresholds(some);
      some = [];
    }
    return recorded + (await this.checkThresholds(some));
  }

  async backupMade(at: Date): Promise<void> {
    await this.#unitOfWork.run(({ notifications }) => notifications.mark(backupMark, formatTimestamp(at), null));
  }

  async backupsEnded(): Promise<void> {
    await this.#unitOfWork.run(({ notifications }) => notifications.unmark(backupMark));
  }

  async *#lateBackups(): AsyncGenerator<DueAlarm> {
    const last = (await this.#readers.notifications.marks([backupMark])).get(backupMark);
    const latest = formatTimestamp(new Date(this.#clock.now().getTime() - maxBackupAgeMs));
    if (last === undefined || last > latest) return;
    const alarm = { event: 'backupLate', object: 'settings', objectId: 0, objectName: 'backup', facts: { last } } as const;
    yield { mark: 'backup:late', value: last, alarm, until: null };
  }

  /** Records a failed scheduled backup, once a day. */
  async backupFailed(problem: string): Promise<void> {
    const { alarms } = await this.#readers.settings.read();
    const alarm = { event: 'backupFailed', object: 'settings', objectId: 0, objectName: 'backup', facts: { problem } } as const;
    if (alarms.enabled) await this.#recordOnce({ mark: 'backup', value: dayOf(this.#clock.now()), alarm, until: null });
  }

  async *#endingKeys(days: number): AsyncGenerator<DueAlarm> {
    const now = this.#clock.now();
    const last = now.getTime() + days * dayMs;
    const keys = (await this.#readers.accessKeys.list()).filter(({ audience }) => audience === null);
    const keysOf = new Map<number, AccessKey[]>();
    for (const key of keys) keysOf.set(key.userId, [...(keysOf.get(key.userId) ?? []), key]);
    for (const key of keys) {
      if (!key.expires || key.expires.getTime() > last || isOutlived(key, now)) continue;
      const owner = isReplaced(key, keysOf.get(key.userId) ?? [], now) ? undefined : await this.#readers.users.find(key.userId);
      if (!owner) continue;
      const expires = formatTimestamp(key.expires);
      const values = { name: key.name, owner: owner.username, expires };
      const facts: Alarm['facts'] = isServiceAccount(owner) ? values : { ...values, userId: owner.id };
      const alarm = { event: 'keyEnds', object: 'key', objectId: 0, objectName: publicDigest(key), facts } as const;
      yield { mark: `key:${publicDigest(key)}`, value: expires, alarm, until: key.expires };
    }
  }

  /** Finds holds that expire soon. @returns the number of recorded alarms */
  async checkHolds(): Promise<number> {
    const { enabled, holdMinutes } = (await this.#readers.settings.read()).alarms;
    return enabled && holdMinutes > 0 ? this.#recordAll(this.#endingHolds(holdMinutes)) : 0;
  }

  async *#endingHolds(minutes: number): AsyncGenerator<DueAlarm> {
    const { addresses, subnets } = this.#readers;
    const now = this.#clock.now();
    const at = formatTimestamp(now);
    const until = formatTimestamp(new Date(now.getTime() + minutes * minuteMs));
    const held = (await addresses.expiredHolds(until, maxHolds)).map(({ id }) => id);
    for (const id of await this.#unmarked('address', held)) {
      const address = await addresses.find(id);
      const subnet = address && (await subnets.find(address.subnetId));
      if (!address?.heldUntil || isHoldOver(address, at) || !subnet) continue;
      yield endOfHold('address', id, subnet, `${address.ip}`, address.heldUntil);
    }
    for (const id of await this.#unmarked('subnet', await subnets.expiredHolds(until, maxHolds))) {
      const subnet = await subnets.find(id);
      if (subnet?.heldUntil && !isHoldOver(subnet, at)) yield endOfHold('subnet', id, subnet, nameOf(subnet), subnet.heldUntil);
    }
  }

  async #unmarked(object: 'address' | 'subnet', ids: readonly number[]): Promise<number[]> {
    const marked = await this.#readers.notifications.marks(ids.map((id) => holdMark(object, id)));
    return ids.filter((id) => !marked.has(holdMark(object, id)));
  }

  /** Checks the forecasts once a day, when the utilization of the day is completely recorded. @returns the number of alarms */
  async #checkForecasts(days: number): Promise<number> {
    const { usageHistory } = this.#readers;
    const today = dayOf(this.#clock.now());
    if (!(await usageHistory.days()).some(({ day, isComplete }) => day === today && isComplete)) return 0;
    return this.#onceADay('forecasts', () => this.#recordAll(this.#networksFullSoon(days)));
  }

  async *#networksFullSoon(days: number): AsyncGenerator<DueAlarm> {
    const { usageHistory } = this.#readers;
    const until = new Date(this.#clock.now().getTime() + days * dayMs);
    const today = dayOf(this.#clock.now());
    for (let after: RankingPosition | undefined; ; ) {
      const page = await usageHistory.ranked({ by: 'growing', viewer: unrestrictedPrincipal, max: pageSize, after });
      for (const { network } of page.networks) {
        const { id, prefix } = network;
        const forecast = forecastOf(await usageHistory.ofSubnet(id, { from: daysAfter(today, -forecastBase), until: today }));
        if (!forecast || forecast.fullInDays > days) continue;
        const facts = { network: String(prefix), days: forecast.fullInDays, on: forecast.fullOn };
        const alarm = { event: 'fullSoon', object: 'subnet', objectId: id, subnetId: id, facts } as const;
        yield { mark: `forecast:${id}`, value: 'soon', alarm, until };
      }
      after = page.next;
      if (!after) return;
    }
  }

  /** @returns the number of recorded alarms */
  async #recordAll(due: AsyncIterable<DueAlarm>): Promise<number> {
    let recorded = 0;
    for await (const alarm of due) if (await this.#recordOnce(alarm)) recorded++;
    return recorded;
  }

  /** Records an alarm unless its mark already has the value. @returns whether it was recorded */
  #recordOnce({ mark, value, alarm, until }: DueAlarm): Promise<boolean> {
    return this.#unitOfWork.run(async (repositories) => {
      const isNew = (await repositories.notifications.mark(mark, value, until)) !== value;
      if (isNew) await this.#record(repositories, alarm);
      return isNew;
    });
  }

  #record({ changeLog }: Repositories, alarm: Alarm): Promise<void> {
    return changeLog.append(entryOf(alarmCaller, formatTimestamp(this.#clock.now()), changeOfAlarm(alarm)));
  }
}

function endOfHold(object: 'address' | 'subnet', objectId: number, subnet: Subnet, held: string, until: string): DueAlarm {
  const facts = { network: nameOf(subnet), held, until };
  const alarm = { event: 'holdEnds', object, objectId, subnetId: subnet.id, facts } as const;
  return { mark: holdMark(object, objectId), value: until, alarm, until: new Date(`${until.replace(' ', 'T')}Z`) };
}

async function watchedUsages(subnets: SubnetReader, ids: readonly number[]): Promise<ReadonlyMap<number, WatchedUsage>> {
  const watched: Subnet[] = [];
  for await (const { subnet } of subnets.list({ ids, order: { by: 'id' } }))
    if ((subnet.threshold ?? 0) > 0) watched.push(subnet);
  const counts = await subnets.usageCounts(watched.map(({ id }) => id));
  return new Map(
    watched.map((subnet) => {
      const usage = new SubnetAggregate(subnet).usage(counts.get(subnet.id) ?? noUsage);
      const facts = { network: nameOf(subnet), percent: percentUsed(usage), threshold: subnet.threshold ?? 0 };
      return [subnet.id, { isAbove: isAboveThreshold(usage, subnet.threshold), facts }];
    }),
  );
}

export const nameOf = (subnet: Subnet | undefined): string => String(subnet?.prefix ?? subnet?.description ?? '');
