import type { NotificationRepository } from '../../../application/ports/notifications.js';
import type { Collection } from '../records/collection.js';
import type { Draft } from '../records/state.js';

export function notificationsIn(draft: Draft): NotificationRepository {
  const subscriptions = draft.collection('subscriptions');
  const marks = draft.collection('notificationMarks');
  const notices = draft.collection('notices');
  const mails = draft.collection('mails');
  const others: Omit<NotificationRepository, keyof Queue> = {
    subscription: async (userId) => subscriptions.find(userId)?.subscription,
    subscriptions: async () => new Map(subscriptions.by('key').map(({ userId, subscription }) => [userId, subscription])),
    saveSubscription: async (userId, subscription) => subscriptions.save({ userId, subscription }),
    deleteSubscription: async (userId) => subscriptions.delete(userId),
    async marks(names) {
      const found = names.flatMap((name) => marks.find(name) ?? []);
      return new Map(found.map(({ name, value }) => [name, value]));
    },
    async mark(name, value, until) {
      const earlier = marks.find(name)?.value;
      marks.save({ name, value, until });
      return earlier;
    },
    unmark: async (name) => marks.delete(name),
    deleteOutlivedMarks: async (now) => void marks.deleteWhere(({ until }) => until !== null && until <= now),
    async backlog() {
      const queued = [...notices.all(), ...mails.all()];
      const failing = mails.all().filter(({ failures }) => failures > 0);
      const oldest = Math.min(...queued.map(({ at }) => at.getTime()));
      return {
        notices: notices.all().length,
        mails: mails.all().length,
        failing: failing.length,
        problem: failing[0]?.problem ?? null,
        oldest: queued.length > 0 ? new Date(oldest) : null,
      };
    },
    deleteBefore: async (time) => notices.deleteWhere(({ at }) => at < time) + mails.deleteWhere(({ at }) => at < time),
  };
  return Object.assign(queueOf(draft, notices, mails), others);
}

type Queue = Pick<NotificationRepository, 'add' | 'due' | 'gather' | 'countFurther' | 'claim' | 'finish' | 'postpone'>;

const queueOf = (draft: Draft, notices: Collection<'notices'>, mails: Collection<'mails'>): Queue => ({
  async add(added, at) {
    const users = draft.collection('users');
    for (const { userId, notice } of added) if (users.at(userId)) notices.add({ userId, notice, at });
  },
  async due(since, max) {
    const oldest = new Map<number, Date>();
    for (const { userId, at } of notices.all()) if (!oldest.has(userId)) oldest.set(userId, at);
    const due = [...oldest].filter(([userId, at]) => at <= since && !mails.findBy('user', userId));
    return due.map(([userId]) => userId).slice(0, max);
  },
  async gather(userId, mailId, max) {
    const rows = notices.rowsBy('user', userId).slice(0, max);
    const [first] = rows;
    if (!first) return 0;
    const mail = { id: mailId, userId, notices: rows.map(({ value }) => value.notice), further: 0, failures: 0 };
    mails.add({ ...mail, at: first.value.at, until: null, problem: null });
    return notices.deleteRows(rows);
  },
  async countFurther(mailId, max) {
    const mail = mails.find(mailId);
    if (!mail || mail.until !== null) return 0;
    const counted = notices.deleteRows(notices.rowsBy('user', mail.userId).slice(0, max));
    mails.save({ ...mail, further: mail.further + counted });
    return counted;
  },
  async claim(now, until) {
    const mail = mails.all().find((queued) => queued.until === null || queued.until <= now);
    if (!mail) return undefined;
    mails.save({ ...mail, until });
    const { id, userId, notices: own, further, failures } = mail;
    return { id, userId, notices: own, further, failures };
  },
  finish: async (id) => void mails.delete(id),
  async postpone(id, until, problem) {
    const mail = mails.find(id);
    if (mail) mails.save({ ...mail, until, problem, failures: mail.failures + 1 });
  },
});
