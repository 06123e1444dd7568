import type { MailSettings } from '../../domain/notifications/mail-settings.js';

export interface Mail {
  /** Equal in repeated mails; without angle brackets. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Language tag (BCP 47). */
  readonly language: string;
}

export type MailAccess = Pick<
  MailSettings,
  'server' | 'port' | 'security' | 'ca' | 'username' | 'password' | 'sender' | 'timeoutSeconds'
>;

export interface Mailer {
  /**
   * Sends a mail within the timeout of the access.
   * @param stop aborts the connection; the server may have accepted the mail
   * @throws MailFailure if the server did not accept the mail
   */
  send(mail: Mail, access: MailAccess, stop?: AbortSignal): Promise<void>;
}

/** refused: permanent refusal of this mail; deferred: temporary refusal; all: other mails would fail as well. */
export type MailFailureScope = 'refused' | 'deferred' | 'all';

/** A mail failure. The message is the reason, without secrets. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  readonly scope: MailFailureScope;

  constructor(message: string, { scope = 'all' }: { readonly scope?: MailFailureScope } = {}) {
    super(message);
    this.scope = scope;
  }
}
