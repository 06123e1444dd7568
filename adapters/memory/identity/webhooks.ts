import type { ChangeEvent } from '../../../application/ports/event.js';
import type {
  DeadLetter,
  Delivery,
  StoredWebhook,
  WebhookReader,
  WebhookRepository,
} from '../../../application/ports/webhooks.js';
import type { Webhook } from '../../../domain/changes/webhook.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft, Source } from '../records/state.js';

export class MemoryWebhookReader implements WebhookReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async list(): Promise<Webhook[]> {
    return [...this.#source.state.webhooks.under('name', [])].map(({ value: { secret: _secret, ...webhook } }) => webhook);
  }

  async find(name: string): Promise<StoredWebhook | undefined> {
    return this.#source.state.webhooks.firstUnder('name', [name])?.value;
  }

  async deliveries(name: string, max: number): Promise<Delivery[]> {
    const own = [...this.#source.state.webhookDeliveries.under('webhook', [name])];
    return own
      .reverse()
      .slice(0, max)
      .map(({ value }) => value.delivery);
  }

  async deadLetters(name: string, max: number): Promise<DeadLetter[]> {
    const own = [...this.#source.state.webhookDeadLetters.under('webhook', [name])];
    return own.slice(0, max).map(({ id, value }) => ({ id, event: value.event }));
  }

  async countDeadLetters(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const { value } of this.#source.state.webhookDeadLetters.rows())
      counts.set(value.webhook, (counts.get(value.webhook) ?? 0) + 1);
    return counts;
  }
}

export class MemoryWebhookRepository extends MemoryWebhookReader implements WebhookRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async save(webhook: StoredWebhook): Promise<void> {
    this.#draft.set({ webhooks: saveNumbered(this.#draft.state.webhooks, 'name', [webhook.name], webhook) });
  }

  async delete(name: string): Promise<void> {
    const webhooks = withoutNumbered(this.#draft.state.webhooks, 'name', [name]);
    if (webhooks) this.#draft.set({ webhooks });
    for (const { id } of [...this.#draft.state.webhookDeliveries.under('webhook', [name])]) this.#forget(id);
    for (const { id } of [...this.#draft.state.webhookDeadLetters.under('webhook', [name])]) await this.removeDeadLetter(id);
  }

  async noteDelivery(webhook: string, delivery: Delivery, keep: number): Promise<void> {
    if (!(await this.find(webhook))) return;
    const { webhookDeliveries } = this.#draft.state;
    this.#draft.set({
      webhookDeliveries: webhookDeliveries.with({ id: webhookDeliveries.nextId, value: { webhook, delivery } }),
    });
    const own = [...this.#draft.state.webhookDeliveries.under('webhook', [webhook])];
    for (const { id } of own.slice(0, Math.max(0, own.length - keep))) this.#forget(id);
  }

  async addDeadLetter(webhook: string, event: ChangeEvent): Promise<void> {
    const { webhookDeadLetters } = this.#draft.state;
    this.#draft.set({
      webhookDeadLetters: webhookDeadLetters.with({ id: webhookDeadLetters.nextId, value: { webhook, event } }),
    });
  }

  async removeDeadLetter(id: number): Promise<void> {
    this.#draft.set({ webhookDeadLetters: this.#draft.state.webhookDeadLetters.without(id) });
  }

  #forget(id: number): void {
    this.#draft.set({ webhookDeliveries: this.#draft.state.webhookDeliveries.without(id) });
  }
}
