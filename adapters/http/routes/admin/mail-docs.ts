import { type RouteDoc, shows } from '../../openapi/docs.js';
import { objectOf, refTo, type Schema, value } from '../../openapi/schema.js';

const text: Schema = { type: 'string' };

export const adminMailDocs = {
  status: {
    id: 'getMailState',
    summary: 'Retrieve the state of notification mails',
    text: 'Returns the mail server and the number of notifications that are not sent yet.',
    answer: shows(
      objectOf({
        enabled: value('flag', 'Whether notifications are sent by e-mail.'),
        server: { ...text, description: 'Host name of the mail server; empty for none.' },
        port: value('integer', 'Port of the mail server.'),
        notices: value('integer', 'Number of notifications that are not part of a mail yet.'),
        mails: value('integer', 'Number of mails that are not sent yet.'),
        failing: value('integer', 'Number of these mails with failed attempts.'),
        problem: refTo('textOrNull', 'Reason of the last failure; null for none.'),
      }),
    ),
    errors: ['permission.denied'],
  },
  test: {
    id: 'testMail',
    summary: 'Send a test mail',
    text: 'Sends a mail with the stored settings now and returns the result, also while notifications are disabled.',
    input: { members: { address: { ...text, description: 'E-mail address of the receiver.' } }, required: ['address'] },
    answer: shows(
      objectOf({
        address: { ...text, description: 'E-mail address of the receiver.' },
        problem: refTo('textOrNull', 'Reason of the failure; null for success.'),
        milliseconds: value('integer', 'Duration of the attempt.'),
      }),
    ),
    errors: ['provision.invalid'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
