import { commandLineCaller } from '../../../application/caller.js';
import type { MailStatus, MailTest } from '../../../application/notifications/mail-administration.js';
import { action, type Subject } from '../grammar.js';

export const mail: Subject = {
  meaning: 'notifications by e-mail',
  missing: 'notifications are sent by the service: the actions are status and test; settings set --mail-... changes the settings',
  actions: {
    status: action({
      meaning: 'show the mail server and the number of unsent notifications',
      operands: [],
      options: [],
      isRoutine: true,
      run: ({ mails }) => mails.status(commandLineCaller),
      lines: statusLines,
    }),
    test: action({
      meaning: 'send a test mail and show the result',
      operands: ['ADDRESS'],
      options: [],
      run: ({ mails }, { operands: [address] }) => mails.test(commandLineCaller, address),
      lines: ({ address, problem, milliseconds }: MailTest) => [
        problem === null ? `mail sent to ${address} in ${milliseconds} ms` : `mail not sent to ${address}: ${problem}`,
      ],
      hasFailed: ({ problem }) => problem !== null,
    }),
  },
};

function statusLines({ enabled, server, port, notices, mails, failing, problem }: MailStatus): string[] {
  return [
    enabled ? `server ${server}, port ${port}` : 'notifications are disabled: mail.enabled is false',
    `pending notifications: ${notices}, unsent mails: ${mails}${failing === 0 ? '' : `, failing: ${failing}`}`,
    ...(problem === null ? [] : [`problem: ${problem}`]),
  ];
}
