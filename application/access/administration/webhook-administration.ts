import { type Webhook, webhookFields } from '../../../domain/changes/webhook.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import { formatTimestamp, zonedTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import { readFollowers } from '../../changes/feed/change-feed.js';
import { testEventId } from '../../changes/webhooks/delivery.js';
import { type Deliveries, followerOf } from '../../changes/webhooks/webhook-follower.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import type { Delivery, StoredWebhook } from '../../ports/webhooks.js';
import { Entry, labelOf } from '../provisioning/entry.js';
import { readWebhook, webhookMembers } from '../provisioning/records.js';
import type { AdministrativeUnits } from './administrative-units.js';
import { requireAdministrator, requireCurrent, requireExistingReach, requireKnown, requireUnused } from './requirements.js';

/** A webhook for administrators. Only the response to its creation contains the secret. */
export interface ListedWebhook extends Webhook {
  readonly secret?: string;
  /** Number of undelivered changes. */
  readonly behind?: number;
  /** Number of consecutive failed deliveries. */
  readonly failures?: number;
  readonly deadLetters?: number;
}

export type WebhookInput = AdministeredInput<typeof webhookFields> & { readonly secret?: unknown };

export interface Sent {
  readonly name: string;
  readonly delivered: number;
  readonly left: number;
  readonly status: number | null;
  readonly problem: string | null;
}

/** Adds, changes, removes and tests webhooks. Each change is logged. Invalid input changes nothing. */
export class WebhookAdministration {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #units: AdministrativeUnits;
  readonly #tokens: TokenSource;
  readonly #clock: Clock;
  readonly #deliveries: Deliveries;

  constructor(
    readers: Readers,
    unitOfWork: UnitOfWork,
    units: AdministrativeUnits,
    clock: Clock,
    tokens: TokenSource,
    deliveries: Deliveries,
  ) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#units = units;
    this.#clock = clock;
    this.#tokens = tokens;
    this.#deliveries = deliveries;
  }

  async list(caller: Caller): Promise<ListedWebhook[]> {
    requireAdministrator(caller);
    const { webhooks } = this.#readers;
    const [all, dead] = await Promise.all([webhooks.list(), webhooks.countDeadLetters()]);
    const { last, followers } = await readFollowers(this.#readers, this.#unitOfWork);
    const states = new Map(followers.map((state) => [state.name, state]));
    return all.map((webhook) => {
      const { position = last, failures = 0 } = states.get(followerOf(webhook.name)) ?? {};
      return { ...webhook, behind: Math.max(0, last - position), failures, deadLetters: dead.get(webhook.name) ?? 0 };
    });
  }

  /**
   * Adds a webhook with a new secret. It receives only later changes.
   * @throws IpamError provision.invalid, administration.exists
   */
  add(caller: Caller, input: WebhookInput & { readonly name: string }): Promise<ListedWebhook> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const secret = this.#tokens.createCode();
      const entry = entryOf(input.name, { ...input, secret });
      const webhook = readWebhook(entry, (await repositories.settings.read()).webhooks);
      await requireExistingReach(caller, entry, repositories, webhook);
      requireUnused(await repositories.webhooks.find(webhook.name), 'webhook', webhook.name);
      await writes.saveWebhook(undefined, webhook);
      return { ...listed(webhook), secret };
    });
  }

  /** Changes members of a webhook. @throws IpamError administration.unknown, provision.invalid */
  set(caller: Caller, name: string, changes: Omit<WebhookInput, 'name' | 'secret'>, newSecret = false): Promise<ListedWebhook> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, name);
      const secret = newSecret ? this.#tokens.createCode() : stored.secret;
      const isMoved = changes.url !== undefined && changes.url !== stored.url;
      const entry = entryOf(name, { ...stored, ...changes, name, secret });
      const webhook = readWebhook(entry, isMoved ? (await repositories.settings.read()).webhooks : { privateTargets: true });
      await requireExistingReach(caller, entry, repositories, webhook, stored);
      await writes.saveWebhook(stored, webhook);
      return newSecret ? { ...listed(webhook), secret } : listed(webhook);
    });
  }

  /** Removes a webhook and its undelivered changes. @throws IpamError administration.unknown */
  remove(caller: Caller, name: string): Promise<ListedWebhook> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, name);
      await writes.deleteWebhook(stored);
      return listed(stored);
    });
  }

  /** @throws IpamError administration.unknown */
  async test(caller: Caller, name: string): Promise<Sent> {
    requireAdministrator(caller);
    const webhook = requireKnown(await this.#readers.webhooks.find(name), 'webhook', name);
    const at = zonedTimestamp(formatTimestamp(this.#clock.now()));
    const nothing = { objectId: 0, name, action: 'edit', sectionId: null, subnetId: null, before: null, after: null } as const;
    const event = {
      id: testEventId,
      kind: 'webhook',
      at,
      by: caller.user?.username ?? caller.name ?? 'Hexipam',
      app: caller.app?.id ?? null,
      ...nothing,
    } as const;
    const { outcome, status, problem } = await this.#deliveries.attempt(webhook, [event]);
    const delivered = outcome === 'delivered' ? 1 : 0;
    return { name, delivered, left: 1 - delivered, status, problem };
  }

  /** Retries the dead letters, oldest first, until the receiver refuses one. @throws IpamError administration.unknown */
  async retry(caller: Caller, name: string): Promise<Sent> {
    requireAdministrator(caller);
    const webhook = requireKnown(await this.#readers.webhooks.find(name), 'webhook', name);
    for (let delivered = 0; ; ) {
      const [letter] = await this.#readers.webhooks.deadLetters(name, 1);
      if (!letter) return { name, delivered, left: 0, status: null, problem: null };
      const { outcome, status, problem } = await this.#deliveries.attempt(webhook, [letter.event]);
      if (outcome !== 'delivered') return { name, delivered, left: await this.#countDead(name), status, problem };
      await this.#unitOfWork.run(({ webhooks }) => webhooks.removeDeadLetter(letter.id));
      delivered++;
    }
  }

  async #countDead(name: string): Promise<number> {
    return (await this.#readers.webhooks.countDeadLetters()).get(name) ?? 0;
  }

  /** The latest delivery attempts, newest first. @throws IpamError administration.unknown */
  async deliveries(caller: Caller, name: string, max: number): Promise<Delivery[]> {
    requireAdministrator(caller);
    requireKnown(await this.#readers.webhooks.find(name), 'webhook', name);
    return this.#readers.webhooks.deliveries(name, max);
  }
}

const entryOf = (name: string, input: object): Entry => new Entry(input, labelOf('webhook', name), webhookMembers);

/** @throws IpamError administration.unknown, record.changed */
const changeable = async (caller: Caller, { webhooks }: Repositories, name: string): Promise<StoredWebhook> =>
  requireCurrent(caller, webhookFields, await webhooks.find(name), 'webhook', name);

const listed = ({ secret: _secret, ...webhook }: StoredWebhook): Webhook => webhook;
