import { RandomTokenSource } from '../../../adapters/system/index.js';
import { MailQueue } from '../../../application/notifications/mail-queue.js';
import { type Mail, type MailAccess, type Mailer, MailFailure } from '../../../application/ports/mailer.js';
import { principalOf } from '../../../domain/access/access-policy.js';
import { quiet } from '../../support/quiet-log.js';
import { type Substitutes, startApplication } from '../support/application.js';

export const smtp = { enabled: true, server: 'mail.example.org', sender: 'ipam@example.org' };

/** A mail server that a test can switch off. It can also refuse single addresses. */
export class FakeMailer implements Mailer {
  readonly sent: Mail[] = [];
  readonly refused = new Set<string>();
  /** Addresses that the server refuses temporarily. */
  readonly deferred = new Set<string>();
  isAway = false;
  attempts = 0;
  /** Runs after the server accepts a mail and before `send` returns. */
  afterSend = async (): Promise<void> => {};

  async send(mail: Mail, _access: MailAccess): Promise<void> {
    this.attempts++;
    if (this.isAway) throw new MailFailure('connect ECONNREFUSED');
    if (this.refused.has(mail.to)) throw new MailFailure('550 no such user', { scope: 'refused' });
    if (this.deferred.has(mail.to)) throw new MailFailure('450 greylisted', { scope: 'deferred' });
    this.sent.push(mail);
    await this.afterSend();
  }
}

/** An application with three users, on a clock that the test advances. */
export async function setUp<M extends Mailer>(mailer: M, { around }: Pick<Substitutes, 'around'> = {}) {
  let now = Date.UTC(2026, 2, 1, 12);
  const clock = { now: () => new Date(now) };
  const started = await startApplication({ clock, mailer, ...(around ? { around } : {}) });
  const { provision, notificationFollower, thresholdFollower, changeFeed, mailQueue } = started;
  let [followed, compared] = [0, 0];
  /** Has both followers process all changes. */
  const follow = async () => {
    for (;;) {
      const entries = await changeFeed.read(compared, 500);
      if (entries.length === 0) break;
      await thresholdFollower.handle(entries);
      compared = entries.at(-1)?.position ?? compared;
    }
    for (;;) {
      const entries = await changeFeed.read(followed, 500);
      if (entries.length === 0) break;
      await notificationFollower.handle(entries);
      followed = entries.at(-1)?.position ?? followed;
    }
  };
  const passMinutes = (minutes: number) => {
    now += minutes * 60_000;
    started.directory.forget();
  };
  /** Processes all changes, advances the clock by 5 minutes and sends the mails. */
  const deliver = async () => {
    await follow();
    passMinutes(5);
    return mailQueue.send();
  };
  await provision({
    settings: { mail: smtp, alarms: { enabled: true } },
    groups: [{ name: 'Net', description: '' }],
    users: [
      { username: 'root', password: 'password of root', role: 'Administrator', email: 'root@example.org' },
      { username: 'anna', password: 'password of anna', groups: ['Net'], email: 'anna@example.org' },
      { username: 'ben', password: 'password of ben', email: 'ben@example.org' },
    ],
  });
  const userNamed = async (name: string) => {
    const user = await started.readers.users.findByName(name);
    if (!user) throw new Error('no such user');
    return user;
  };
  const callerNamed = async (name: string) => {
    const user = await userNamed(name);
    return { app: null, user, principal: principalOf(user, await started.directory.policyFor(user)), clientAddress: null };
  };
  const subscribe = async (name: string, topics: readonly string[], language = 'en') =>
    started.ownSubscription.set(await callerNamed(name), { topics, language });
  /** The queue of a second process. */
  const anotherQueue = () => {
    const { readers, unitOfWork, directory } = started;
    const tokens = new RandomTokenSource();
    return new MailQueue({ readers, unitOfWork, directory, clock, mailer, tokens, log: quiet, chance: () => 0 });
  };
  return { ...started, anotherQueue, mailer, clock, follow, passMinutes, deliver, userNamed, callerNamed, subscribe };
}
