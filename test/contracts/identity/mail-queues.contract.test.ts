import { expect } from 'chai';
import fc from 'fast-check';
import { RandomTokenSource } from '../../../adapters/system/index.js';
import { Directory } from '../../../application/access/sign-in/directory.js';
import { MailQueue } from '../../../application/notifications/mail-queue.js';
import { type Mail, type Mailer, MailFailure } from '../../../application/ports/mailer.js';
import type { Notice } from '../../../domain/notifications/notice.js';
import { quiet } from '../../support/quiet-log.js';
import { newUser } from '../support/builders.js';
import { describeFreshContract } from '../support/contract.js';

/** Outcomes of a mail: accepted, deferred, server unreachable, accepted without an answer, accepted by a killed process. */
const outcomes = ['accepted', 'deferred', 'away', 'unanswered', 'killed'] as const;
type Outcome = (typeof outcomes)[number];

/** Returns the given outcomes in order, then accepts all mails. */
class UnreliableMailer implements Mailer {
  readonly accepted: { readonly mail: Mail; readonly outcome: Outcome }[] = [];
  readonly #outcomes: Outcome[];

  constructor(given: readonly Outcome[]) {
    this.#outcomes = [...given];
  }

  async send(mail: Mail): Promise<void> {
    const outcome = this.#outcomes.shift() ?? 'accepted';
    if (outcome === 'deferred') throw new MailFailure('451 later', { scope: 'deferred' });
    if (outcome === 'away') throw new MailFailure('connect ECONNREFUSED');
    this.accepted.push({ mail, outcome });
    if (outcome === 'unanswered') throw new MailFailure('the mail was not accepted within 20 s');
    if (outcome === 'killed') throw new Error('killed');
  }
}

const persons = ['anna', 'ben', 'cleo'];

describeFreshContract('Mail queues of several processes', ['notifications', 'identity'], (storage) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const clock = { now: () => new Date(now) };
  const ids: number[] = [];

  before(async () => {
    await storage.write(async ({ settings }) => {
      const stored = await settings.lock();
      const mail = { ...stored.mail, enabled: true, server: 'mail.example.org', sender: 'ipam@example.org', topics: ['key'] };
      await settings.write({ ...stored, mail });
    });
    for (const name of persons)
      ids.push(await storage.write((to) => to.users.insert(newUser({ username: name, email: `${name}@example.org` }), 'hash')));
  });

  const noticeFor = (userId: number, name: string): Notice => ({
    ...{ event: 'keyEnds', key: `key:${name}`, at: '2026-03-01 12:00:00', sectionId: null, subnetId: null },
    ...{ audience: { of: 'user', userId }, facts: { name, owner: 'somebody', expires: '2026-03-09 12:00:00' } },
  });
  const queueOf = (mailer: Mailer) => {
    const { readers } = storage;
    const unitOfWork = { run: storage.unitOfWork.run.bind(storage.unitOfWork) };
    const ports = { readers, unitOfWork, clock, directory: new Directory(readers, clock), tokens: new RandomTokenSource() };
    return new MailQueue({ ...ports, mailer, log: quiet, chance: () => 0 });
  };
  const isEmpty = async () => {
    const { notices, mails } = await storage.readers.notifications.backlog();
    return notices + mails === 0;
  };

  it('lose no notice and send none in two mails, for any outcome of a mail and any killed process', async () => {
    let names = 0;
    const rounds = fc.array(
      fc.record({ notices: fc.array(fc.nat(persons.length - 1), { maxLength: 6 }), minutes: fc.integer({ min: 0, max: 20 }) }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(rounds, fc.array(fc.constantFrom(...outcomes), { maxLength: 12 }), async (given, answers) => {
        const mailer = new UnreliableMailer(answers);
        const queued = new Map<number, string[]>(ids.map((id) => [id, []]));
        const processes = [queueOf(mailer), queueOf(mailer), queueOf(mailer)];
        const sendAll = () => Promise.all(processes.map((queue) => queue.send().catch(() => {})));
        for (const { notices, minutes } of given) {
          const added = notices.map((person) => {
            const userId = ids[person] ?? 0;
            const name = `n${++names}`;
            queued.get(userId)?.push(name);
            return { userId, notice: noticeFor(userId, name) };
          });
          await storage.write(({ notifications }) => notifications.add(added, clock.now()));
          now += minutes * 60_000;
          await sendAll();
        }
        for (let round = 0; round < 60 && !(await isEmpty()); round++) {
          now += 20 * 60_000;
          await sendAll();
        }
        expect(await isEmpty()).to.equal(true);
        for (const [index, id] of ids.entries()) {
          const own = mailer.accepted.filter(({ mail }) => mail.to === `${persons[index]}@example.org`);
          const first = new Map(own.map(({ mail }) => [mail.messageId, mail]));
          const received = [...first.values()].flatMap(({ text }) =>
            [...text.matchAll(/The key (n\d+) of/g)].map(([, name]) => name),
          );
          expect(received).to.deep.equal(queued.get(id));
        }
        const repeated = mailer.accepted.length - new Set(mailer.accepted.map(({ mail }) => mail.messageId)).size;
        const unknown = mailer.accepted.filter(({ outcome }) => outcome !== 'accepted').length;
        expect(repeated).to.equal(unknown);
      }),
      { numRuns: 40 },
    );
  });
});
