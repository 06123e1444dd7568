import type { AppRepository, RoleRepository, SettingsRepository } from '../../../application/ports/identity.js';
import type { SavedViewRepository } from '../../../application/ports/saved-views.js';
import type { SignInProviderRepository } from '../../../application/ports/sign-in-providers.js';
import type { StoredApp } from '../../../domain/access/app.js';
import type { OwnRole } from '../../../domain/access/role.js';
import type { SavedView } from '../../../domain/access/saved-view.js';
import type { Settings } from '../../../domain/access/settings.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { settingsLock } from '../records/locks.js';
import { MemoryRepository } from '../records/state.js';
import { compareBytewise } from '../records/text-order.js';

export class MemoryAppRepository extends MemoryRepository implements AppRepository {
  readonly #apps = this.draft.collection('apps');

  async find(id: string): Promise<StoredApp | undefined> {
    return this.#apps.find(id);
  }

  async list(): Promise<StoredApp[]> {
    return this.#apps.all().sort((a, b) => compareBytewise(a.id, b.id));
  }

  async save(app: StoredApp): Promise<void> {
    this.#apps.save(app);
  }

  async delete(id: string): Promise<boolean> {
    return this.#apps.delete(id);
  }
}

export class MemoryRoleRepository extends MemoryRepository implements RoleRepository {
  readonly #roles = this.draft.collection('roles');

  async list(): Promise<OwnRole[]> {
    return this.#roles.by('key');
  }

  async save(role: OwnRole): Promise<void> {
    this.#roles.save(role);
  }

  async delete(name: string): Promise<boolean> {
    return this.#roles.delete(name);
  }
}

export class MemorySignInProviderRepository extends MemoryRepository implements SignInProviderRepository {
  readonly #providers = this.draft.collection('signInProviders');

  async list(): Promise<SignInProvider[]> {
    return this.#providers.by('order');
  }

  async find(name: string): Promise<SignInProvider | undefined> {
    return this.#providers.find(name);
  }

  async save(provider: SignInProvider): Promise<void> {
    this.#providers.save(provider);
  }

  async delete(name: string): Promise<void> {
    this.#providers.delete(name);
  }
}

export class MemorySettingsRepository extends MemoryRepository implements SettingsRepository {
  async read(): Promise<Settings> {
    return this.draft.state.settings;
  }

  lock(): Promise<Settings> {
    this.draft.locks.note(settingsLock);
    return this.read();
  }

  async write(settings: Settings): Promise<void> {
    this.draft.locks.require(settingsLock);
    this.draft.set({ settings });
  }
}

export class MemorySavedViewRepository extends MemoryRepository implements SavedViewRepository {
  readonly #views = this.draft.collection('savedViews');

  async list(userId: number): Promise<SavedView[]> {
    return this.#views.all().filter((view) => view.shared || view.userId === userId);
  }

  async find(id: number): Promise<SavedView | undefined> {
    return this.#views.at(id);
  }

  async insert(view: Omit<SavedView, 'id'>): Promise<number> {
    return this.#views.add({ ...view, id: this.#views.nextNumber });
  }

  async update(view: SavedView): Promise<void> {
    const stored = this.#views.at(view.id);
    if (stored) this.#views.put(view.id, { ...view, userId: stored.userId });
  }

  async delete(id: number): Promise<boolean> {
    return this.#views.at(id) !== undefined && this.#views.deleteRows([{ id }]) > 0;
  }
}
