import type { ChangeEvent } from '../../../application/ports/event.js';
import type { AppRepository, RoleRepository, SettingsRepository } from '../../../application/ports/identity.js';
import type { SavedViewRepository } from '../../../application/ports/saved-views.js';
import type { SignInProviderRepository } from '../../../application/ports/sign-in-providers.js';
import type { DeadLetter, StoredWebhook, WebhookRepository } from '../../../application/ports/webhooks.js';
import type { StoredApp } from '../../../domain/access/app.js';
import type { OwnRole } from '../../../domain/access/role.js';
import type { SavedView } from '../../../domain/access/saved-view.js';
import { defaultSettings, type Settings, settingFields } from '../../../domain/access/settings.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import type { Webhook } from '../../../domain/changes/webhook.js';
import { mergeMembers } from '../../../domain/fields/administered-field.js';
import type { Row } from '../connection/statement.js';
import { columnsOf } from '../names.js';
import { appTable, webhookTable } from '../records/administered-table.js';
import { lookupId, toJson } from '../records/field-columns.js';
import type { DryRunIds } from '../records/new-ids.js';
import { deleteRows, firstOf, insertRow } from '../records/repository.js';
import type { Session } from '../sessions/session.js';
import { knex, type NoValues, prepared } from '../sessions/sql.js';

const selectApps = () => knex('apps').select(appTable.selection());
const appById = prepared<{ id: string }, Row>('app_by_id', ({ id }) => selectApps().where({ id }));
const appOf = (row: Row): StoredApp => appTable.read<StoredApp>(row);

export const appsIn = (session: Session): AppRepository => ({
  find: async (id) => firstOf(session.lookup(appById, { id }), appOf),
  list: async () => (await session.lookup<Row>(selectApps().orderByRaw('id collate "C"'))).map(appOf),
  delete: async (id) => (await deleteRows(session, knex('apps').where({ id }))) > 0,
  save: async (app) => session.execute(knex('apps').insert(appTable.row(app)).onConflict('id').merge()),
});

export const rolesIn = (session: Session): RoleRepository => ({
  async list() {
    const rows = await session.lookup<{ role: OwnRole }>(knex('roles').select('role').orderByRaw('name collate "C"'));
    return rows.map(({ role }) => role);
  },
  async save(role) {
    const row = { name: role.name, role: toJson(role) };
    await session.rows(knex('roles').insert(row).onConflict('name').merge());
  },
  delete: async (name) => (await deleteRows(session, knex('roles').where({ name }))) > 0,
});

const selectProviders = () => knex('sign_in_providers').select('provider');
const providerOf = ({ provider }: { readonly provider: SignInProvider }): SignInProvider => provider;

export const signInProvidersIn = (session: Session): SignInProviderRepository => ({
  list: async () =>
    (
      await session.lookup<{ provider: SignInProvider }>(selectProviders().orderBy('position').orderByRaw('name collate "C"'))
    ).map(providerOf),
  find: async (name) => firstOf(session.lookup<{ provider: SignInProvider }>(selectProviders().where({ name })), providerOf),
  async save(provider) {
    const row = { name: provider.name, position: provider.order, provider: toJson(provider) };
    await session.rows(knex('sign_in_providers').insert(row).onConflict('name').merge());
  },
  delete: async (name) => session.execute(knex('sign_in_providers').where({ name }).delete()),
});

interface SettingsRow {
  readonly settings: Partial<Settings>;
}

const selectSettings = () => knex('settings').select('settings');
const settingsRow = prepared<NoValues, SettingsRow>('settings', selectSettings);
const lockSettings = prepared<NoValues, SettingsRow>('lock_settings', () => selectSettings().forNoKeyUpdate());
const settingsOf = ([row]: readonly SettingsRow[]): Settings => mergeMembers(settingFields, defaultSettings, row?.settings ?? {});

/** One row with the changed settings. */
export const settingsIn = (session: Session): SettingsRepository => ({
  read: async () => settingsOf(await session.lookup(settingsRow)),
  lock: async () => settingsOf(await session.lookup(lockSettings)),
  write: async (settings) => session.execute(knex('settings').update({ settings: JSON.stringify(settings) })),
});

const selectViews = () => knex('saved_views').select(columnsOf('id', 'name', 'path', 'shared', 'userId'));

export const savedViewsIn = (session: Session, dryRunIds?: DryRunIds): SavedViewRepository => ({
  list(userId) {
    const own = { user_id: lookupId(userId) };
    return session.lookup<SavedView>(selectViews().where(own).orWhere({ shared: true }).orderBy('id'));
  },
  find: async (id) => (await session.lookup<SavedView>(selectViews().where({ id: lookupId(id) })))[0],
  insert: ({ userId, name, path, shared }) =>
    insertRow(session, 'saved_views', { name, path, shared, user_id: userId }, dryRunIds),
  update: async ({ id, name, path, shared }) => session.execute(knex('saved_views').where({ id }).update({ name, path, shared })),
  delete: async (id) => (await deleteRows(session, knex('saved_views').where({ id: lookupId(id) }))) > 0,
});

/** Events of earlier versions have no member `app`. */
interface StoredDeadLetter extends Pick<DeadLetter, 'id'> {
  readonly event: Omit<ChangeEvent, 'app'> & Partial<Pick<ChangeEvent, 'app'>>;
}

export const webhooksIn = (session: Session): WebhookRepository => ({
  async list() {
    const rows = await session.rows(knex('webhooks').select(webhookTable.selection('secret')).orderBy('name'));
    return rows.map((row) => webhookTable.read<Webhook>(row));
  },
  find: async (name) =>
    firstOf(session.rows(knex('webhooks').select(webhookTable.selection()).where({ name })), (row) =>
      webhookTable.read<StoredWebhook>(row),
    ),
  deliveries(webhook, max) {
    const columns = columnsOf('at', 'events', 'firstEvent', 'status', 'problem', 'milliseconds');
    return session.rows(knex('webhook_deliveries').select(columns).where({ webhook }).orderBy('id', 'desc').limit(max));
  },
  async deadLetters(webhook, max) {
    const letters = await session.rows<StoredDeadLetter>(
      knex('webhook_dead_letters').select('id', 'event').where({ webhook }).orderBy('id').limit(max),
    );
    return letters.map(({ id, event: { app = null, ...event } }) => ({ id, event: { ...event, app } }));
  },
  async countDeadLetters() {
    const rows = await session.rows<{ webhook: string; count: number }>(
      knex('webhook_dead_letters').select('webhook').count({ count: '*' }).groupBy('webhook'),
    );
    return new Map(rows.map(({ webhook, count }) => [webhook, Number(count)]));
  },
  save: async (webhook) => session.execute(knex('webhooks').insert(webhookTable.row(webhook)).onConflict('name').merge()),
  delete: async (name) => session.execute(knex('webhooks').where({ name }).delete()),
  async noteDelivery(webhook, { at, events, firstEvent, status, problem, milliseconds }, retained) {
    const known = knex('webhooks')
      .where({ name: webhook })
      .select('name', ...[at, events, firstEvent, status, problem, milliseconds].map((value) => knex.raw('?', [value])));
    const columns = knex.raw('webhook_deliveries (webhook, at, events, first_event, status, problem, milliseconds)');
    await session.rows(knex(columns).insert(known));
    const newest = knex('webhook_deliveries').select('id').where({ webhook }).orderBy('id', 'desc').limit(1).offset(retained);
    await session.rows(knex('webhook_deliveries').where({ webhook }).where('id', '<=', newest).delete());
  },
  addDeadLetter: async (webhook, event) =>
    session.execute(knex('webhook_dead_letters').insert({ webhook, event: toJson(event) })),
  removeDeadLetter: async (id) => session.execute(knex('webhook_dead_letters').where({ id }).delete()),
});
