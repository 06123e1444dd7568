import type { AppRepository, RoleRepository, SettingsRepository } from '../../../application/ports/identity.js';
import type { SavedViewRepository } from '../../../application/ports/saved-views.js';
import type { SignInProviderRepository } from '../../../application/ports/sign-in-providers.js';
import type { StoredApp } from '../../../domain/access/app.js';
import type { OwnRole } from '../../../domain/access/role.js';
import type { SavedView } from '../../../domain/access/saved-view.js';
import { defaultSettings, type Settings, settingFields } from '../../../domain/access/settings.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { mergeMembers } from '../../../domain/fields/administered-field.js';
import type { Row } from '../connection/statement.js';
import { appTable } from '../records/administered-table.js';
import { lookupId, toJson } from '../records/field-columns.js';
import { columnsOf } from '../records/names.js';
import { SessionRepository } from '../records/repository.js';
import { knex, type NoValues, type PreparedStatement, prepared } from '../sessions/sql.js';

const selectApps = () => knex('apps').select(appTable.selection());

const appById = prepared<{ id: string }, Row>('app_by_id', ({ id }) => selectApps().where({ id }));

export class KnexAppRepository extends SessionRepository implements AppRepository {
  async find(id: string): Promise<StoredApp | undefined> {
    const [row] = await this.session.lookup(appById, { id });
    return row && appTable.read<StoredApp>(row);
  }

  async list(): Promise<StoredApp[]> {
    const rows = await this.session.lookup<Row>(selectApps().orderByRaw('id collate "C"'));
    return rows.map((row) => appTable.read<StoredApp>(row));
  }

  async delete(id: string): Promise<boolean> {
    return (await this.deleteRows(knex('apps').where({ id }))) > 0;
  }

  async save(app: StoredApp): Promise<void> {
    await this.session.rows(knex('apps').insert(appTable.row(app)).onConflict('id').merge());
  }
}

export class KnexRoleRepository extends SessionRepository implements RoleRepository {
  async list(): Promise<OwnRole[]> {
    const rows = await this.session.lookup<{ role: OwnRole }>(knex('roles').select('role').orderByRaw('name collate "C"'));
    return rows.map(({ role }) => role);
  }

  async save(role: OwnRole): Promise<void> {
    const row = { name: role.name, role: toJson(role) };
    await this.session.rows(knex('roles').insert(row).onConflict('name').merge());
  }

  async delete(name: string): Promise<boolean> {
    return (await this.deleteRows(knex('roles').where({ name }))) > 0;
  }
}

interface ProviderRow {
  readonly provider: SignInProvider;
}

export class KnexSignInProviderRepository extends SessionRepository implements SignInProviderRepository {
  async list(): Promise<SignInProvider[]> {
    const all = knex('sign_in_providers').select('provider').orderBy('position').orderByRaw('name collate "C"');
    return (await this.session.lookup<ProviderRow>(all)).map(({ provider }) => provider);
  }

  async find(name: string): Promise<SignInProvider | undefined> {
    const [row] = await this.session.lookup<ProviderRow>(knex('sign_in_providers').select('provider').where({ name }));
    return row?.provider;
  }

  async save(provider: SignInProvider): Promise<void> {
    const row = { name: provider.name, position: provider.order, provider: toJson(provider) };
    await this.session.rows(knex('sign_in_providers').insert(row).onConflict('name').merge());
  }

  async delete(name: string): Promise<void> {
    await this.session.rows(knex('sign_in_providers').where({ name }).delete());
  }
}

interface SettingsRow {
  readonly settings: Partial<Settings>;
}

const selectSettings = () => knex('settings').select('settings');
const settingsRow = prepared<NoValues, SettingsRow>('settings', selectSettings);
const lockSettings = prepared<NoValues, SettingsRow>('lock_settings', () => selectSettings().forNoKeyUpdate());

/** One row with the changed settings. */
export class KnexSettingsRepository extends SessionRepository implements SettingsRepository {
  read(): Promise<Settings> {
    return this.#read(settingsRow);
  }

  lock(): Promise<Settings> {
    return this.#read(lockSettings);
  }

  async write(settings: Settings): Promise<void> {
    await this.session.rows(knex('settings').update({ settings: JSON.stringify(settings) }));
  }

  async #read(statement: PreparedStatement<NoValues, SettingsRow>): Promise<Settings> {
    const [row] = await this.session.lookup(statement);
    return mergeMembers(settingFields, defaultSettings, row?.settings ?? {});
  }
}

const selectViews = () => knex('saved_views').select(columnsOf('id', 'name', 'path', 'shared', 'userId'));

export class KnexSavedViewRepository extends SessionRepository implements SavedViewRepository {
  list(userId: number): Promise<SavedView[]> {
    const own = { user_id: lookupId(userId) };
    return this.session.lookup<SavedView>(selectViews().where(own).orWhere({ shared: true }).orderBy('id'));
  }

  async find(id: number): Promise<SavedView | undefined> {
    const [view] = await this.session.lookup<SavedView>(selectViews().where({ id: lookupId(id) }));
    return view;
  }

  insert({ userId, name, path, shared }: Omit<SavedView, 'id'>): Promise<number> {
    return this.insertRow('saved_views', { name, path, shared, user_id: userId });
  }

  async update({ id, name, path, shared }: SavedView): Promise<void> {
    await this.session.rows(knex('saved_views').where({ id }).update({ name, path, shared }));
  }

  async delete(id: number): Promise<boolean> {
    return (await this.deleteRows(knex('saved_views').where({ id: lookupId(id) }))) > 0;
  }
}
