import type { ChangeEvent } from '../../../application/ports/event.js';
import type { DeadLetter, Delivery, StoredWebhook, WebhookRepository } from '../../../application/ports/webhooks.js';
import type { Webhook } from '../../../domain/changes/webhook.js';
import { MemoryRepository } from '../records/state.js';

export class MemoryWebhookRepository extends MemoryRepository implements WebhookRepository {
  readonly #webhooks = this.draft.collection('webhooks');
  readonly #deliveries = this.draft.collection('webhookDeliveries');
  readonly #deadLetters = this.draft.collection('webhookDeadLetters');

  async list(): Promise<Webhook[]> {
    return this.#webhooks.by('key').map(({ secret: _secret, ...webhook }) => webhook);
  }

  async find(name: string): Promise<StoredWebhook | undefined> {
    return this.#webhooks.find(name);
  }

  async deliveries(name: string, max: number): Promise<Delivery[]> {
    const own = this.#deliveries.by('webhook', name).map(({ delivery }) => delivery);
    return own.reverse().slice(0, max);
  }

  async deadLetters(name: string, max: number): Promise<DeadLetter[]> {
    const own = this.#deadLetters.rowsBy('webhook', name).map(({ id, value }) => ({ id, event: value.event }));
    return own.slice(0, max);
  }

  async countDeadLetters(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const { webhook } of this.#deadLetters.all()) counts.set(webhook, (counts.get(webhook) ?? 0) + 1);
    return counts;
  }

  async save(webhook: StoredWebhook): Promise<void> {
    this.#webhooks.save(webhook);
  }

  async delete(name: string): Promise<void> {
    this.#webhooks.delete(name);
    this.#deliveries.deleteBy('webhook', name);
    this.#deadLetters.deleteBy('webhook', name);
  }

  async noteDelivery(webhook: string, delivery: Delivery, retained: number): Promise<void> {
    if (!this.#webhooks.find(webhook)) return;
    this.#deliveries.add({ webhook, delivery });
    this.#deliveries.retainLast(retained, 'webhook', webhook);
  }

  async addDeadLetter(webhook: string, event: ChangeEvent): Promise<void> {
    this.#deadLetters.add({ webhook, event });
  }

  async removeDeadLetter(id: number): Promise<void> {
    this.#deadLetters.deleteRows([{ id }]);
  }
}
