import type {
  NotificationBacklog,
  NotificationRepository,
  QueuedMail,
  QueuedNotice,
} from '../../../application/ports/notifications.js';
import type { Subscription } from '../../../domain/notifications/subscription.js';
import { MemoryRepository } from '../records/state.js';

export class MemoryNotificationRepository extends MemoryRepository implements NotificationRepository {
  readonly #subscriptions = this.draft.collection('subscriptions');
  readonly #marks = this.draft.collection('notificationMarks');
  readonly #notices = this.draft.collection('notices');
  readonly #mails = this.draft.collection('mails');

  async subscription(userId: number): Promise<Subscription | undefined> {
    return this.#subscriptions.find(userId)?.subscription;
  }

  async subscriptions(): Promise<ReadonlyMap<number, Subscription>> {
    return new Map(this.#subscriptions.by('key').map(({ userId, subscription }) => [userId, subscription]));
  }

  async backlog(): Promise<NotificationBacklog> {
    const [notices, mails] = [this.#notices.all(), this.#mails.all()];
    const failing = mails.filter(({ failures }) => failures > 0);
    const times = [...notices, ...mails].map(({ at }) => at.getTime());
    return {
      notices: notices.length,
      mails: mails.length,
      failing: failing.length,
      problem: failing[0]?.problem ?? null,
      oldest: times.length > 0 ? new Date(Math.min(...times)) : null,
    };
  }

  async marks(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = names.flatMap((name) => this.#marks.find(name) ?? []);
    return new Map(found.map(({ name, value }) => [name, value]));
  }

  async saveSubscription(userId: number, subscription: Subscription): Promise<void> {
    this.#subscriptions.save({ userId, subscription });
  }

  async deleteSubscription(userId: number): Promise<boolean> {
    return this.#subscriptions.delete(userId);
  }

  async mark(name: string, value: string, until: Date | null): Promise<string | undefined> {
    const earlier = this.#marks.find(name)?.value;
    this.#marks.save({ name, value, until });
    return earlier;
  }

  async unmark(name: string): Promise<boolean> {
    return this.#marks.delete(name);
  }

  async add(added: readonly QueuedNotice[], at: Date): Promise<void> {
    const users = this.draft.collection('users');
    for (const { userId, notice } of added) if (users.at(userId)) this.#notices.add({ userId, notice, at });
  }

  async due(since: Date, max: number): Promise<readonly number[]> {
    const oldest = new Map<number, Date>();
    for (const { userId, at } of this.#notices.all()) if (!oldest.has(userId)) oldest.set(userId, at);
    const due = [...oldest].filter(([userId, at]) => at <= since && !this.#mails.findBy('user', userId));
    return due.map(([userId]) => userId).slice(0, max);
  }

  async gather(userId: number, mailId: string, max: number): Promise<number> {
    const rows = this.#notices.rowsBy('user', userId).slice(0, max);
    const [first] = rows;
    if (!first) return 0;
    const mail = { id: mailId, userId, notices: rows.map(({ value }) => value.notice), further: 0, failures: 0 };
    this.#mails.add({ ...mail, at: first.value.at, until: null, problem: null });
    return this.#notices.deleteRows(rows);
  }

  async countFurther(mailId: string, max: number): Promise<number> {
    const mail = this.#mails.find(mailId);
    if (!mail || mail.until !== null) return 0;
    const counted = this.#notices.deleteRows(this.#notices.rowsBy('user', mail.userId).slice(0, max));
    this.#mails.save({ ...mail, further: mail.further + counted });
    return counted;
  }

  async claim(now: Date, until: Date): Promise<QueuedMail | undefined> {
    const mail = this.#mails.all().find((queued) => queued.until === null || queued.until <= now);
    if (!mail) return undefined;
    this.#mails.save({ ...mail, until });
    const { id, userId, notices, further, failures } = mail;
    return { id, userId, notices, further, failures };
  }

  async finish(id: string): Promise<void> {
    this.#mails.delete(id);
  }

  async postpone(id: string, until: Date, problem: string): Promise<void> {
    const mail = this.#mails.find(id);
    if (mail) this.#mails.save({ ...mail, until, problem, failures: mail.failures + 1 });
  }

  async deleteBefore(time: Date): Promise<number> {
    return this.#notices.deleteWhere(({ at }) => at < time) + this.#mails.deleteWhere(({ at }) => at < time);
  }

  async deleteOutlivedMarks(now: Date): Promise<void> {
    this.#marks.deleteWhere(({ until }) => until !== null && until <= now);
  }
}
