import type { SettingsRepository } from '../../../application/ports/identity.js';
import { defaultSettings, type Settings } from '../../../domain/identity/settings.js';
import type { Session } from '../sessions/session.js';

const select = 'select settings from settings';

/** The service's settings in a database: one row, which holds what was set. */
export class KnexSettingsRepository implements SettingsRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  read(): Promise<Settings> {
    return this.#read(select);
  }

  lock(): Promise<Settings> {
    return this.#read(`${select} for no key update`);
  }

  async write(settings: Settings): Promise<void> {
    await this.#session.rows('update settings set settings = ?', [JSON.stringify(settings)]);
  }

  async #read(sql: string): Promise<Settings> {
    const row = await this.#session.row<{ settings: Partial<Settings> }>(sql);
    const { defaults, prefixFields, ...stored } = row?.settings ?? {};
    return {
      ...defaultSettings,
      ...stored,
      prefixFields: { ...defaultSettings.prefixFields, ...prefixFields },
      defaults: { ...defaultSettings.defaults, ...defaults },
    };
  }
}
