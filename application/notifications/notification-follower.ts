import { spaceRequest } from '../../domain/allocation/space-request.js';
import type { Notice } from '../../domain/notifications/notice.js';
import { isOfInterest, noticeOf } from '../../domain/notifications/notices-of-change.js';
import type { Directory } from '../access/sign-in/directory.js';
import type { Follower } from '../changes/feed/following.js';
import type { Clock } from '../ports/environment.js';
import type { FeedEntry } from '../ports/feed.js';
import type { QueuedNotice } from '../ports/notifications.js';
import type { Readers, UnitOfWork } from '../ports/unit-of-work.js';
import { type Alarms, nameOf } from './alarms.js';
import { Audiences } from './audiences.js';

export const notificationFollowerName = 'notifications';

export interface NotificationPorts {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly directory: Directory;
}

/** Number of notices after which a unit of work ends. */
const maxQueued = 2000;

interface PositionedNotice {
  readonly entry: FeedEntry;
  readonly notice: QueuedNotice;
}

/** Queues the notices of changes for their recipients, once per entry: one unit of work stores notices and position. */
export class NotificationFollower implements Follower {
  readonly name = notificationFollowerName;
  readonly max = 100;
  readonly begins = 'now';
  readonly #ports: NotificationPorts;

  constructor(ports: NotificationPorts) {
    this.#ports = ports;
  }

  async handle(entries: readonly FeedEntry[]): Promise<number> {
    if (!entries.some((entry) => isOfInterest(entry))) return entries.length;
    const { queued, processed } = await this.#queuedFor(entries);
    const last = entries[processed - 1];
    if (!last) return 0;
    await this.#ports.unitOfWork.run(async ({ notifications }) => {
      const position = Number((await notifications.mark(this.#mark, String(last.position), null)) ?? 0);
      if (position > last.position) await notifications.mark(this.#mark, String(position), null);
      const fresh = queued.filter(({ entry }) => entry.position > position).map(({ notice }) => notice);
      if (fresh.length > 0) await notifications.add(fresh, this.#ports.clock.now());
    });
    return processed;
  }

  get #mark(): string {
    return `feed:${this.name}`;
  }

  async #queuedFor(entries: readonly FeedEntry[]): Promise<{ queued: readonly PositionedNotice[]; processed: number }> {
    const { readers, directory } = this.#ports;
    const { mail } = await readers.settings.read();
    const audiences = new Audiences(readers, directory);
    const queued: PositionedNotice[] = [];
    for (const [index, entry] of entries.entries()) {
      const notice = isOfInterest(entry) ? await this.#noticeOf(entry) : undefined;
      const receivers = notice ? await audiences.receiversOf(notice, mail) : [];
      for (const { id: userId } of receivers) if (notice) queued.push({ entry, notice: { userId, notice } });
      if (queued.length >= maxQueued) return { queued, processed: index + 1 };
    }
    return { queued, processed: entries.length };
  }

  async #noticeOf(entry: FeedEntry): Promise<Notice | undefined> {
    const { subnetId } = entry.location;
    const subnet = subnetId === null ? undefined : await this.#ports.readers.subnets.find(subnetId);
    // the complete request, because the entry of a decision contains only the changed fields
    const row = entry.object === 'request' ? await this.#ports.readers.catalog.find('request', entry.objectId) : undefined;
    return noticeOf(entry, { network: nameOf(subnet), request: row && spaceRequest(row) });
  }
}

export const thresholdFollowerName = 'thresholds';

/** Checks the thresholds of subnets after changes of their usage or threshold. Repeated entries have no effect. */
export class ThresholdFollower implements Follower {
  readonly name = thresholdFollowerName;
  readonly max = 500;
  readonly begins = 'now';
  readonly maxPause = 60_000;
  readonly #alarms: Pick<Alarms, 'checkThresholds'>;

  constructor(alarms: Pick<Alarms, 'checkThresholds'>) {
    this.#alarms = alarms;
  }

  async handle(entries: readonly FeedEntry[]): Promise<number> {
    const touched = entries.filter(({ object, action }) => ['address', 'subnet'].includes(object) && action !== 'alarm');
    const ids = new Set(touched.flatMap(subnetsOf));
    if (ids.size > 0) await this.#alarms.checkThresholds([...ids]);
    return entries.length;
  }
}

/** The subnet of a change, and the former master of a moved or deleted subnet. */
const subnetsOf = ({ location: { subnetId }, before }: FeedEntry): number[] =>
  [subnetId, before?.masterSubnetId].filter((id) => typeof id === 'number');
