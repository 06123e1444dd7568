import type { SettingsRepository } from '../../../application/ports/identity.js';
import { defaultSettings, type Settings, settingFields } from '../../../domain/access/settings.js';
import { mergeMembers } from '../../../domain/fields/administered-field.js';
import type { Session } from '../sessions/session.js';
import { knex, type NoValues, type PreparedStatement, prepared } from '../sessions/sql.js';

interface SettingsRow {
  readonly settings: Partial<Settings>;
}

const select = () => knex('settings').select('settings');
const settingsRow = prepared<NoValues, SettingsRow>('settings', select);
const lockSettings = prepared<NoValues, SettingsRow>('lock_settings', () => select().forNoKeyUpdate());

/** One row with the changed settings. */
export class KnexSettingsRepository implements SettingsRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  read(): Promise<Settings> {
    return this.#read(settingsRow);
  }

  lock(): Promise<Settings> {
    return this.#read(lockSettings);
  }

  async write(settings: Settings): Promise<void> {
    await this.#session.rows(knex('settings').update({ settings: JSON.stringify(settings) }));
  }

  async #read(statement: PreparedStatement<NoValues, SettingsRow>): Promise<Settings> {
    const [row] = await this.#session.lookup(statement);
    return mergeMembers(settingFields, defaultSettings, row?.settings ?? {});
  }
}
