import type { AppRepository, RoleRepository, SettingsRepository } from '../../../application/ports/identity.js';
import type { SavedViewRepository } from '../../../application/ports/saved-views.js';
import type { SignInProviderRepository } from '../../../application/ports/sign-in-providers.js';
import type { WebhookRepository } from '../../../application/ports/webhooks.js';
import type { Settings } from '../../../domain/access/settings.js';
import { settingsLock } from '../records/locks.js';
import { type Draft, MemoryRepository } from '../records/state.js';
import { compareBytewise } from '../records/text-order.js';

export function appsIn(draft: Draft): AppRepository {
  const apps = draft.collection('apps');
  return {
    find: async (id) => apps.find(id),
    list: async () => apps.all().sort((a, b) => compareBytewise(a.id, b.id)),
    save: async (app) => apps.save(app),
    delete: async (id) => apps.delete(id),
  };
}

export function rolesIn(draft: Draft): RoleRepository {
  const roles = draft.collection('roles');
  return {
    list: async () => roles.by('key'),
    save: async (role) => roles.save(role),
    delete: async (name) => roles.delete(name),
  };
}

export function signInProvidersIn(draft: Draft): SignInProviderRepository {
  const providers = draft.collection('signInProviders');
  return {
    list: async () => providers.by('order'),
    find: async (name) => providers.find(name),
    save: async (provider) => providers.save(provider),
    delete: async (name) => void providers.delete(name),
  };
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

export function savedViewsIn(draft: Draft): SavedViewRepository {
  const views = draft.collection('savedViews');
  return {
    list: async (userId) => views.all().filter((view) => view.shared || view.userId === userId),
    find: async (id) => views.at(id),
    insert: async (view) => views.add({ ...view, id: views.nextNumber }),
    update: async ({ userId: _owner, ...view }) => void views.change(view.id, view),
    delete: async (id) => views.at(id) !== undefined && views.deleteRows([{ id }]) > 0,
  };
}

export function webhooksIn(draft: Draft): WebhookRepository {
  const webhooks = draft.collection('webhooks');
  const deliveries = draft.collection('webhookDeliveries');
  const deadLetters = draft.collection('webhookDeadLetters');
  return {
    list: async () => webhooks.by('key').map(({ secret: _secret, ...webhook }) => webhook),
    find: async (name) => webhooks.find(name),
    async deliveries(name, max) {
      const own = deliveries.by('webhook', name).map(({ delivery }) => delivery);
      return own.reverse().slice(0, max);
    },
    async deadLetters(name, max) {
      const own = deadLetters.rowsBy('webhook', name).map(({ id, value }) => ({ id, event: value.event }));
      return own.slice(0, max);
    },
    async countDeadLetters() {
      const counts = new Map<string, number>();
      for (const { webhook } of deadLetters.all()) counts.set(webhook, (counts.get(webhook) ?? 0) + 1);
      return counts;
    },
    save: async (webhook) => webhooks.save(webhook),
    async delete(name) {
      webhooks.delete(name);
      deliveries.deleteBy('webhook', name);
      deadLetters.deleteBy('webhook', name);
    },
    async noteDelivery(webhook, delivery, retained) {
      if (!webhooks.find(webhook)) return;
      deliveries.add({ webhook, delivery });
      deliveries.retainLast(retained, 'webhook', webhook);
    },
    addDeadLetter: async (webhook, event) => void deadLetters.add({ webhook, event }),
    removeDeadLetter: async (id) => void deadLetters.deleteRows([{ id }]),
  };
}
