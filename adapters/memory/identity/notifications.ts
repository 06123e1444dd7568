import type {
  NotificationBacklog,
  NotificationReader,
  NotificationRepository,
  QueuedMail,
  QueuedNotice,
} from '../../../application/ports/notifications.js';
import type { Subscription } from '../../../domain/notifications/subscription.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft, Source, StoredMail } from '../records/state.js';

export class MemoryNotificationReader implements NotificationReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async subscription(userId: number): Promise<Subscription | undefined> {
    return this.#source.state.subscriptions.firstUnder('user', [userId])?.value.subscription;
  }

  async subscriptions(): Promise<ReadonlyMap<number, Subscription>> {
    const rows = this.#source.state.subscriptions.under('user', []);
    return new Map([...rows].map(({ value: { userId, subscription } }) => [userId, subscription]));
  }

  async backlog(): Promise<NotificationBacklog> {
    const { notices, mails } = this.#source.state;
    const all = [...mails.rows()].map(({ value }) => value);
    const failing = all.filter(({ failures }) => failures > 0);
    const problem = failing[0]?.problem ?? null;
    const waiting = [...notices.rows()].map(({ value }) => value);
    const times = [...waiting, ...all].map(({ at }) => at.getTime());
    const oldest = times.length > 0 ? new Date(Math.min(...times)) : null;
    return { notices: waiting.length, mails: all.length, failing: failing.length, problem, oldest };
  }

  async marks(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { notificationMarks } = this.#source.state;
    const found = names.map((name) => notificationMarks.firstUnder('name', [name])?.value);
    return new Map(found.flatMap((mark) => (mark ? [[mark.name, mark.value]] : [])));
  }
}

export class MemoryNotificationRepository extends MemoryNotificationReader implements NotificationRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async saveSubscription(userId: number, subscription: Subscription): Promise<void> {
    const { subscriptions } = this.#draft.state;
    this.#draft.set({ subscriptions: saveNumbered(subscriptions, 'user', [userId], { userId, subscription }) });
  }

  async deleteSubscription(userId: number): Promise<boolean> {
    const subscriptions = withoutNumbered(this.#draft.state.subscriptions, 'user', [userId]);
    if (subscriptions) this.#draft.set({ subscriptions });
    return subscriptions !== undefined;
  }

  async mark(name: string, value: string, until: Date | null): Promise<string | undefined> {
    const { notificationMarks } = this.#draft.state;
    const earlier = notificationMarks.firstUnder('name', [name])?.value.value;
    this.#draft.set({ notificationMarks: saveNumbered(notificationMarks, 'name', [name], { name, value, until }) });
    return earlier;
  }

  async unmark(name: string): Promise<boolean> {
    const notificationMarks = withoutNumbered(this.#draft.state.notificationMarks, 'name', [name]);
    if (notificationMarks) this.#draft.set({ notificationMarks });
    return notificationMarks !== undefined;
  }

  async add(added: readonly QueuedNotice[], at: Date): Promise<void> {
    const { users } = this.#draft.state;
    for (const { userId, notice } of added) {
      const { notices } = this.#draft.state;
      if (users.get(userId)) this.#draft.set({ notices: notices.with({ id: notices.nextId, value: { userId, notice, at } }) });
    }
  }

  async due(since: Date, max: number): Promise<readonly number[]> {
    const { notices, mails } = this.#draft.state;
    const oldest = new Map<number, Date>();
    for (const { value } of notices.rows()) if (!oldest.has(value.userId)) oldest.set(value.userId, value.at);
    const due = [...oldest].filter(([userId, at]) => at <= since && !mails.firstUnder('user', [userId]));
    return due.map(([userId]) => userId).slice(0, max);
  }

  async gather(userId: number, mailId: string, max: number): Promise<number> {
    const rows = [...this.#draft.state.notices.under('user', [userId])].slice(0, max);
    const [first] = rows;
    if (!first) return 0;
    const notices = rows.reduce((left, { id }) => left.without(id), this.#draft.state.notices);
    const mail = { id: mailId, userId, notices: rows.map(({ value }) => value.notice), further: 0, failures: 0 };
    const { mails } = this.#draft.state;
    const value = { ...mail, at: first.value.at, until: null, problem: null };
    this.#draft.set({ notices, mails: mails.with({ id: mails.nextId, value }) });
    return rows.length;
  }

  async countFurther(mailId: string, max: number): Promise<number> {
    const mail = this.#draft.state.mails.firstUnder('id', [mailId])?.value;
    if (!mail || mail.until !== null) return 0;
    const rows = [...this.#draft.state.notices.under('user', [mail.userId])].slice(0, max);
    this.#draft.set({ notices: rows.reduce((left, { id }) => left.without(id), this.#draft.state.notices) });
    this.#save({ ...mail, further: mail.further + rows.length });
    return rows.length;
  }

  async claim(now: Date, until: Date): Promise<QueuedMail | undefined> {
    for (const { value } of this.#draft.state.mails.rows()) {
      if (value.until !== null && value.until > now) continue;
      this.#save({ ...value, until });
      const { id, userId, notices, further, failures } = value;
      return { id, userId, notices, further, failures };
    }
    return undefined;
  }

  async finish(id: string): Promise<void> {
    const mails = withoutNumbered(this.#draft.state.mails, 'id', [id]);
    if (mails) this.#draft.set({ mails });
  }

  async postpone(id: string, until: Date, problem: string): Promise<void> {
    const mail = this.#draft.state.mails.firstUnder('id', [id])?.value;
    if (mail) this.#save({ ...mail, until, problem, failures: mail.failures + 1 });
  }

  async deleteBefore(at: Date): Promise<number> {
    const { notices, mails } = this.#draft.state;
    const oldNotices = [...notices.rows()].filter(({ value }) => value.at < at);
    const oldMails = [...mails.rows()].filter(({ value }) => value.at < at);
    this.#draft.set({
      notices: oldNotices.reduce((left, { id }) => left.without(id), notices),
      mails: oldMails.reduce((left, { id }) => left.without(id), mails),
    });
    return oldNotices.length + oldMails.length;
  }

  async deleteOutlivedMarks(now: Date): Promise<void> {
    const { notificationMarks } = this.#draft.state;
    const outlived = [...notificationMarks.rows()].filter(({ value: { until } }) => until !== null && until <= now);
    this.#draft.set({ notificationMarks: outlived.reduce((left, { id }) => left.without(id), notificationMarks) });
  }

  #save(mail: StoredMail): void {
    this.#draft.set({ mails: saveNumbered(this.#draft.state.mails, 'id', [mail.id], mail) });
  }
}
