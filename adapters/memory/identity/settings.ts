import type { SettingsReader, SettingsRepository } from '../../../application/ports/identity.js';
import { defaultSettings, type Settings } from '../../../domain/access/settings.js';
import { settingsLock } from '../records/locks.js';
import type { Draft, Source } from '../records/state.js';

export class MemorySettingsReader implements SettingsReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async read(): Promise<Settings> {
    return this.#source.state.settings ?? defaultSettings;
  }
}

export class MemorySettingsRepository extends MemorySettingsReader implements SettingsRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  lock(): Promise<Settings> {
    this.#draft.locks.note(settingsLock);
    return this.read();
  }

  async write(settings: Settings): Promise<void> {
    this.#draft.locks.require(settingsLock);
    this.#draft.set({ settings });
  }
}
