import type { ChangeEvent } from '../../../application/ports/event.js';
import type { DeadLetter, Delivery, StoredWebhook, WebhookRepository } from '../../../application/ports/webhooks.js';
import type { Webhook } from '../../../domain/changes/webhook.js';
import { webhookTable } from '../records/administered-table.js';
import { toJson } from '../records/field-columns.js';
import { columnsOf } from '../records/names.js';
import { SessionRepository } from '../records/repository.js';
import { knex } from '../sessions/sql.js';

/** Events of earlier versions have no member `app`. */
interface StoredDeadLetter extends Pick<DeadLetter, 'id'> {
  readonly event: Omit<ChangeEvent, 'app'> & Partial<Pick<ChangeEvent, 'app'>>;
}

export class KnexWebhookRepository extends SessionRepository implements WebhookRepository {
  async list(): Promise<Webhook[]> {
    const rows = await this.session.rows(knex('webhooks').select(webhookTable.selection('secret')).orderBy('name'));
    return rows.map((row) => webhookTable.read<Webhook>(row));
  }

  async find(name: string): Promise<StoredWebhook | undefined> {
    const row = await this.session.row(knex('webhooks').select(webhookTable.selection()).where({ name }));
    return row && webhookTable.read<StoredWebhook>(row);
  }

  deliveries(webhook: string, max: number): Promise<Delivery[]> {
    const columns = columnsOf('at', 'events', 'firstEvent', 'status', 'problem', 'milliseconds');
    return this.session.rows(knex('webhook_deliveries').select(columns).where({ webhook }).orderBy('id', 'desc').limit(max));
  }

  async deadLetters(webhook: string, max: number): Promise<DeadLetter[]> {
    const letters = await this.session.rows<StoredDeadLetter>(
      knex('webhook_dead_letters').select('id', 'event').where({ webhook }).orderBy('id').limit(max),
    );
    return letters.map(({ id, event: { app = null, ...event } }) => ({ id, event: { ...event, app } }));
  }

  async countDeadLetters(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.session.rows<{ webhook: string; count: number }>(
      knex('webhook_dead_letters').select('webhook').count({ count: '*' }).groupBy('webhook'),
    );
    return new Map(rows.map(({ webhook, count }) => [webhook, Number(count)]));
  }

  async save(webhook: StoredWebhook): Promise<void> {
    await this.session.rows(knex('webhooks').insert(webhookTable.row(webhook)).onConflict('name').merge());
  }

  async delete(name: string): Promise<void> {
    await this.session.rows(knex('webhooks').where({ name }).delete());
  }

  async noteDelivery(webhook: string, delivery: Delivery, retained: number): Promise<void> {
    const { at, events, firstEvent, status, problem, milliseconds } = delivery;
    const known = knex('webhooks')
      .where({ name: webhook })
      .select('name', ...[at, events, firstEvent, status, problem, milliseconds].map((value) => knex.raw('?', [value])));
    const columns = knex.raw('webhook_deliveries (webhook, at, events, first_event, status, problem, milliseconds)');
    await this.session.rows(knex(columns).insert(known));
    const newest = knex('webhook_deliveries').select('id').where({ webhook }).orderBy('id', 'desc').limit(1).offset(retained);
    await this.session.rows(knex('webhook_deliveries').where({ webhook }).where('id', '<=', newest).delete());
  }

  async addDeadLetter(webhook: string, event: ChangeEvent): Promise<void> {
    await this.session.rows(knex('webhook_dead_letters').insert({ webhook, event: toJson(event) }));
  }

  async removeDeadLetter(id: number): Promise<void> {
    await this.session.rows(knex('webhook_dead_letters').where({ id }).delete());
  }
}
