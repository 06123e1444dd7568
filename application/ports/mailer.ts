import type { MailSettings } from '../../domain/notifications/mail-settings.js';

/** A mail in two forms with the same content. */
export interface Mail {
  /** Stable when the mail is sent again, without angle brackets. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** BCP 47. */
  readonly language: string;
}

/** The mail server and the sender. */
export type MailAccess = Pick<
  MailSettings,
  'server' | 'port' | 'security' | 'ca' | 'username' | 'password' | 'sender' | 'timeoutSeconds'
>;

export interface Mailer {
  /**
   * Sends a mail within the time limit of the access.
   * @param stop aborts the connection; the server may have got the mail
   * @throws MailFailure when the server did not accept the mail
   */
  send(mail: Mail, access: MailAccess, stop?: AbortSignal): Promise<void>;
}

/** refused, deferred: the server refuses this mail for good, or for now. all: other mails would fail too. */
export type MailFailureScope = 'refused' | 'deferred' | 'all';

/** The text is the reason, for people, without secrets. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  readonly scope: MailFailureScope;

  constructor(message: string, { scope = 'all' }: { readonly scope?: MailFailureScope } = {}) {
    super(message);
    this.scope = scope;
  }
}
