import { levelOnRequests, type Principal, principalOf } from '../../domain/access/access-policy.js';
import type { User } from '../../domain/access/user.js';
import { defaultSubscription, isMailAddress, type MailSettings } from '../../domain/notifications/mail-settings.js';
import { type Notice, topicOf } from '../../domain/notifications/notice.js';
import { isSubscribed, type Subscription } from '../../domain/notifications/subscription.js';
import type { Section } from '../../domain/section/section.js';
import type { Subnet } from '../../domain/subnet/subnet.js';
import type { Directory } from '../access/sign-in/directory.js';
import { levelOn } from '../caller.js';
import type { Readers } from '../ports/unit-of-work.js';

export const isReachable = ({ kind, disabled, email }: User): boolean => kind === 'person' && !disabled && isMailAddress(email);

interface Subscriber {
  readonly user: User;
  readonly subscription: Subscription;
}

/** Determines the recipients of notices by current permissions. An instance caches its reads and serves one batch of notices. */
export class Audiences {
  readonly #readers: Readers;
  readonly #directory: Directory;
  readonly #subnets = new Map<number, Promise<Subnet | undefined>>();
  readonly #sections = new Map<number, Promise<Section | undefined>>();
  readonly #principals = new Map<number, Promise<Principal>>();
  readonly #receivers = new Map<string, Promise<readonly User[]>>();
  #subscribers: Promise<readonly Subscriber[]> | undefined;

  constructor(readers: Readers, directory: Directory) {
    this.#readers = readers;
    this.#directory = directory;
  }

  /** Reachable users, by id, with a subscription to a notice and permission to see its object. */
  receiversOf(notice: Notice, settings: MailSettings): Promise<readonly User[]> {
    const alike = JSON.stringify([topicOf(notice), notice.sectionId, notice.subnetId, notice.audience]);
    return once(this.#receivers, alike, () => this.#readReceivers(notice, settings));
  }

  async #readReceivers(notice: Notice, settings: MailSettings): Promise<User[]> {
    this.#subscribers ??= this.#readSubscribers(settings);
    const receivers: User[] = [];
    for (const { user, subscription } of await this.#subscribers)
      if (await this.mayReceive(user, notice, subscription)) receivers.push(user);
    return receivers;
  }

  async #readSubscribers(settings: MailSettings): Promise<readonly Subscriber[]> {
    const subscriptions = await this.#readers.notifications.subscriptions();
    const users = (await this.#directory.users()).filter(isReachable);
    return users.map((user) => ({ user, subscription: subscriptions.get(user.id) ?? defaultSubscription(settings) }));
  }

  async mayReceive(user: User, notice: Notice, { topics }: Subscription): Promise<boolean> {
    if (!isReachable(user) || !isSubscribed(topics, topicOf(notice), notice.sectionId)) return false;
    const { audience } = notice;
    switch (audience.of) {
      case 'user':
        return user.id === audience.userId && (await this.#hasLevel(user, notice.subnetId, 1));
      case 'administrators':
        return (await this.#principalOf(user)).effective?.rights.has('administer') ?? false;
      case 'level':
        return user.id !== audience.exceptUserId && (await this.#hasLevel(user, notice.subnetId, audience.level));
    }
  }

  async #hasLevel(user: User, subnetId: number | null, needed: number): Promise<boolean> {
    if (subnetId === null) return true;
    const subnet = await once(this.#subnets, subnetId, () => this.#readers.subnets.find(subnetId));
    if (!subnet) return false;
    const principal = await this.#principalOf(user);
    return (await levelOn(this.#source, { principal }, subnet, levelOnRequests)) >= needed;
  }

  get #source() {
    const find = (id: number) => once(this.#sections, id, () => this.#readers.sections.find(id));
    return { sections: { find }, subnets: this.#readers.subnets };
  }

  #principalOf(user: User): Promise<Principal> {
    return once(this.#principals, user.id, async () => principalOf(user, await this.#directory.policyFor(user)));
  }
}

function once<K, T>(known: Map<K, Promise<T>>, id: K, read: () => Promise<T>): Promise<T> {
  const value = known.get(id) ?? read();
  known.set(id, value);
  return value;
}
