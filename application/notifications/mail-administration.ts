import { isMailAddress, type MailSettings } from '../../domain/notifications/mail-settings.js';
import { scalarText } from '../../domain/scalar-text.js';
import { requireAdministrator } from '../access/administration/requirements.js';
import { invalidEntry } from '../access/provisioning/entry.js';
import type { Caller } from '../caller.js';
import type { Clock, TokenSource } from '../ports/environment.js';
import { type Mailer, MailFailure } from '../ports/mailer.js';
import type { NotificationBacklog } from '../ports/notifications.js';
import type { Readers } from '../ports/unit-of-work.js';
import { writeTestMail } from './mail-texts.js';

export interface MailStatus extends Omit<NotificationBacklog, 'oldest'> {
  readonly enabled: boolean;
  readonly server: string;
  readonly port: number;
}

export interface MailTest {
  readonly address: string;
  /** null on success. */
  readonly problem: string | null;
  readonly milliseconds: number;
}

/** Mail status and test mails. @throws IpamError permission.denied for callers without the right to administer */
export class MailAdministration {
  readonly #readers: Readers;
  readonly #mailer: Mailer;
  readonly #clock: Clock;
  readonly #tokens: Pick<TokenSource, 'create'>;

  constructor(readers: Readers, mailer: Mailer, clock: Clock, tokens: Pick<TokenSource, 'create'>) {
    this.#readers = readers;
    this.#mailer = mailer;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  async status(caller: Caller): Promise<MailStatus> {
    requireAdministrator(caller);
    const { enabled, server, port } = (await this.#readers.settings.read()).mail;
    const { oldest: _, ...backlog } = await this.#readers.notifications.backlog();
    return { enabled, server, port, ...backlog };
  }

  /** Sends a test mail, even while notifications are disabled. @throws IpamError provision.invalid */
  async test(caller: Caller, input: unknown): Promise<MailTest> {
    requireAdministrator(caller);
    const address = scalarText(input) ?? '';
    if (!isMailAddress(address)) invalidEntry('mail "address"', 'must be an e-mail address such as ipam@example.org');
    const { mail } = await this.#readers.settings.read();
    const problem = missingIn(mail);
    if (problem !== null) return { address, problem, milliseconds: 0 };
    const begin = this.#clock.now().getTime();
    const since = () => Math.max(0, this.#clock.now().getTime() - begin);
    try {
      await this.#mailer.send(writeTestMail({ id: this.#tokens.create(), to: address, language: mail.language }, mail), mail);
      return { address, problem: null, milliseconds: since() };
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      return { address, problem: error.message, milliseconds: since() };
    }
  }
}

function missingIn({ server, sender }: MailSettings): string | null {
  if (server === '') return 'no mail server is set';
  return sender === '' ? 'no sender is set' : null;
}
