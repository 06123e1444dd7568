import type { NotificationBacklog, NotificationRepository, QueuedMail } from '../../../application/ports/notifications.js';
import type { Subscription } from '../../../domain/notifications/subscription.js';
import { columnsOf } from '../names.js';
import { lookupId, toJson } from '../records/field-columns.js';
import { deleteRows } from '../records/repository.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';

type Mark = { name: string; value: string; until: Date | null };

const readMarks = prepared<{ names: readonly string[] }, Pick<Mark, 'name' | 'value'>>('read_notification_marks', ({ names }) =>
  knex('notification_marks').select('name', 'value').where('name', sql`any(${names}::text[])`),
);

/** Waits for units of work that insert the same name. */
const insertMark = prepared<Mark, { name: string }>('insert_notification_mark', ({ name, value, until }) =>
  knex('notification_marks').insert({ name, value, until }).onConflict('name').ignore().returning('name'),
);

/** Locks the row, so that later units of work wait and read the new value. */
const replaceMark = prepared<Mark, { earlier: string }>(
  'replace_notification_mark',
  ({ name, value, until }) => sql`
    with earlier as materialized (select name, value from notification_marks where name = ${name} for update)
    update notification_marks m set value = ${value}, until = ${until}::timestamptz
    from earlier where m.name = earlier.name returning earlier.value as earlier`,
);

const addNotices = prepared<{ rows: string; at: Date }>(
  'add_notices',
  ({ rows, at }) => sql`
    insert into notices (user_id, at, notice)
    select u.id, ${at}::timestamptz, e.value->'notice'
    from jsonb_array_elements(${rows}::jsonb) with ordinality e(value, place)
    join users u on u.id = (e.value->>'userId')::integer
    order by e.place`,
);

/** Reads the oldest notice of each user with an index search, without scanning a long queue. */
const dueUsers = prepared<{ since: Date; max: number }, { userId: number }>(
  'due_users',
  ({ since, max }) => sql`
    select u.id as "userId" from users u
    cross join lateral (select id, at from notices where user_id = u.id order by id limit 1) oldest
    where oldest.at <= ${since}::timestamptz and not exists (select from mails m where m.user_id = u.id)
    order by oldest.id limit ${max}::integer`,
);

/** Rows that another process deletes meanwhile are absent when this statement gets their lock. */
const gatherNotices = prepared<{ userId: number; id: string; max: number }, { gathered: number }>(
  'gather_notices',
  ({ userId, id, max }) => sql`
    with taken as (
      select id from notices where user_id = ${userId}::integer order by id limit ${max}::integer for update
    ), gone as (
      delete from notices n using taken where n.id = taken.id returning n.id, n.user_id, n.at, n.notice
    ), mail as (
      insert into mails (id, user_id, at, notices)
      select ${id}, min(user_id), min(at), jsonb_agg(notice order by id) from gone having count(*) > 0
    )
    select count(*)::integer as gathered from gone`,
);

const countFurther = prepared<{ id: string; max: number }, { counted: number }>(
  'count_further_notices',
  ({ id, max }) => sql`
    with mail as (
      select number, user_id from mails where id = ${id} and until is null for update
    ), taken as (
      select id from notices where user_id = (select user_id from mail) order by id limit ${max}::integer for update
    ), gone as (
      delete from notices n using taken where n.id = taken.id returning n.id
    ), counted as (
      update mails set further = further + (select count(*) from gone) where number = (select number from mail)
    )
    select count(*)::integer as counted from gone`,
);

const claimMail = prepared<{ now: Date; until: Date }, QueuedMail>('claim_mail', ({ now, until }) => {
  const due = knex('mails').select('number').whereNull('until').orWhere('until', '<=', now).orderBy('number').limit(1);
  return knex('mails')
    .where('number', due.forUpdate().skipLocked())
    .update({ until })
    .returning(columnsOf('id', 'userId', 'notices', 'further', 'failures'));
});

export const notificationsIn = (session: Session): NotificationRepository =>
  Object.assign(subscriptionsIn(session), marksIn(session), queueIn(session));

const queueIn = (session: Session): Omit<NotificationRepository, keyof Subscriptions | keyof Marks> => ({
  async backlog() {
    const [row] = await session.rows<NotificationBacklog>(sql`
      select (select count(*)::integer from notices) as notices, (select count(*)::integer from mails) as mails,
        (select count(*)::integer from mails where failures > 0) as failing,
        (select problem from mails where failures > 0 order by number limit 1) as problem,
        least((select at from notices order by id limit 1), (select min(at) from mails)) as oldest`);
    return row ?? { notices: 0, mails: 0, failing: 0, problem: null, oldest: null };
  },
  add: async (notices, at) => session.execute(addNotices, { rows: JSON.stringify(notices), at }),
  due: async (since, max) => (await session.prepared(dueUsers, { since, max })).map(({ userId }) => userId),
  async gather(userId, mailId, max) {
    const [row] = await session.prepared(gatherNotices, { userId, id: mailId, max });
    return row?.gathered ?? 0;
  },
  async countFurther(mailId, max) {
    const [row] = await session.prepared(countFurther, { id: mailId, max });
    return row?.counted ?? 0;
  },
  claim: async (now, until) => (await session.prepared(claimMail, { now, until }))[0],
  finish: async (id) => session.execute(knex('mails').where({ id }).delete()),
  postpone: async (id, until, problem) =>
    session.execute(knex('mails').where({ id }).update({ until, problem }).increment('failures', 1)),
  async deleteBefore(at) {
    const notices = await deleteRows(session, knex('notices').where('at', '<', at));
    return notices + (await deleteRows(session, knex('mails').where('at', '<', at)));
  },
});

type Subscriptions = Pick<NotificationRepository, 'subscription' | 'subscriptions' | 'saveSubscription' | 'deleteSubscription'>;

const subscriptionsIn = (session: Session): Subscriptions => ({
  async subscription(userId) {
    const query = knex('notification_subscriptions').select('subscription');
    const row = await session.row<{ subscription: Subscription }>(query.where({ user_id: lookupId(userId) }));
    return row?.subscription;
  },
  async subscriptions() {
    const rows = await session.rows<{ userId: number; subscription: Subscription }>(
      knex('notification_subscriptions').select('subscription', { userId: 'user_id' }).orderBy('user_id'),
    );
    return new Map(rows.map(({ userId, subscription }) => [userId, subscription]));
  },
  async saveSubscription(userId, subscription) {
    const row = { user_id: userId, subscription: toJson(subscription) };
    await session.rows(knex('notification_subscriptions').insert(row).onConflict('user_id').merge());
  },
  deleteSubscription: async (userId) =>
    (await deleteRows(session, knex('notification_subscriptions').where({ user_id: lookupId(userId) }))) > 0,
});

type Marks = Pick<NotificationRepository, 'marks' | 'mark' | 'unmark' | 'deleteOutlivedMarks'>;

const marksIn = (session: Session): Marks => ({
  async marks(names) {
    const rows = await session.prepared(readMarks, { names });
    return new Map(rows.map(({ name, value }) => [name, value]));
  },
  async mark(name, value, until) {
    for (;;) {
      const [inserted] = await session.prepared(insertMark, { name, value, until });
      if (inserted) return undefined;
      const [replaced] = await session.prepared(replaceMark, { name, value, until });
      if (replaced) return replaced.earlier; // otherwise another unit of work has deleted it
    }
  },
  unmark: async (name) => (await deleteRows(session, knex('notification_marks').where({ name }))) > 0,
  deleteOutlivedMarks: async (now) => session.execute(knex('notification_marks').where('until', '<=', now).delete()),
});
