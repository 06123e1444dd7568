import type { User } from '../../domain/access/user.js';
import type { AdministeredInput } from '../../domain/fields/administered-field.js';
import { defaultSubscription, isMailAddress } from '../../domain/notifications/mail-settings.js';
import { problemWithTopics, type Subscription, subscriptionFields } from '../../domain/notifications/subscription.js';
import { requireOwner } from '../access/administration/requirements.js';
import { Entry } from '../access/provisioning/entry.js';
import type { Caller } from '../caller.js';
import type { Readers, UnitOfWork } from '../ports/unit-of-work.js';
import { runFor } from '../unit-of-work/units-of-work.js';

export interface OwnNotifications extends Subscription {
  /** Whether the default subscription of the settings applies. */
  readonly isDefault: boolean;
  readonly email: string;
  /** Whether the service sends mails and the address is valid. */
  readonly isReachable: boolean;
}

/** The subscription of the caller. @throws IpamError permission.denied for API keys and for callers without a user */
export class OwnSubscription {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;

  constructor(readers: Readers, unitOfWork: UnitOfWork) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
  }

  async read(caller: Caller): Promise<OwnNotifications> {
    return read(this.#readers, requireOwner(caller));
  }

  /** Changes members of the subscription. @throws IpamError provision.invalid */
  async set(caller: Caller, changes: AdministeredInput<typeof subscriptionFields>): Promise<OwnNotifications> {
    const owner = requireOwner(caller);
    const entry = new Entry(changes, 'notifications', Object.keys(subscriptionFields));
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const { topics, language } = await read(repositories, owner);
      const subscription = {
        topics: entry.read('topics', subscriptionFields.topics, topics),
        language: entry.read('language', subscriptionFields.language, language),
      };
      const problem = problemWithTopics(subscription.topics);
      if (problem !== undefined) entry.refuse('topics', problem);
      await repositories.notifications.saveSubscription(owner.id, subscription);
      return read(repositories, owner);
    });
  }

  /** Deletes the subscription. The default of the settings then applies. */
  async reset(caller: Caller): Promise<void> {
    const { id } = requireOwner(caller);
    await runFor(this.#unitOfWork, caller, ({ notifications }) => notifications.deleteSubscription(id));
  }
}

async function read({ settings, notifications, users }: Readers, { id }: User): Promise<OwnNotifications> {
  const [{ mail }, subscription, user] = [await settings.read(), await notifications.subscription(id), await users.find(id)];
  const email = user?.email ?? '';
  return {
    ...(subscription ?? defaultSubscription(mail)),
    isDefault: subscription === undefined,
    email,
    isReachable: mail.enabled && isMailAddress(email),
  };
}
