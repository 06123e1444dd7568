import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema, value } from '../../openapi/schema.js';

/** Maximum number of pending changes in an answer. */
export const maxWaitingListed = 100;

const text: Schema = { type: 'string' };

const after: Schema = {
  description: '`next` of the previous response; without it, the comparison starts at the beginning.',
  type: 'string',
  pattern: '^(zone:[\\w.-]{0,255}|subnet:|address:[\\da-f:.]{0,45})?$',
};

const difference = objectOf({
  zone: { ...text, description: 'Zone of the record set.' },
  name: { ...text, description: 'Name of the record set.' },
  type: { ...text, description: 'Record type: A, AAAA or PTR.' },
  is: {
    description:
      'missing: only in the register. different: other content on the server. surplus: only on the server. foreign: a record of another owner has the name. refused: the server does not accept it.',
    type: 'string',
    enum: ['missing', 'different', 'surplus', 'foreign', 'refused'],
  },
  wanted: { description: 'Content according to the register.', ...listOf(text) },
  present: { description: 'Content on the server.', ...listOf(text) },
  problem: refTo('textOrNull', 'Reason why the server refuses it; null otherwise.'),
});

const step = {
  next: refTo('textOrNull', 'Cursor of the next request; null after the last step.'),
  compared: objectOf({
    zones: value('integer', 'Number of compared zones.'),
    addresses: value('integer', 'Number of compared addresses.'),
  }),
  found: value('integer', 'Number of different record sets.'),
  differences: { description: 'First 1,000 differences.', ...listOf(difference) },
};

export const adminDnsDocs = {
  status: {
    id: 'getDnsState',
    summary: 'Retrieve the state of DNS records',
    text: 'Returns the configuration of DNS records and the state of the DNS server.',
    answer: shows(
      objectOf({
        enabled: value('flag', 'Whether DNS records are enabled in the settings.'),
        server: { ...text, description: 'URL of the server.' },
        isReachable: { description: 'Whether the server answers; null if DNS records are disabled.', type: ['boolean', 'null'] },
        software: refTo('textOrNull', 'Software of the server.'),
        zones: refTo('integerOrNull', 'Number of zones on the server.'),
        waiting: value('integer', 'Upper limit of the number of waiting changes.'),
        failures: value('integer', 'Number of consecutive failures of the first waiting change.'),
        problem: refTo('textOrNull', 'Current problem of the server; null for none.'),
      }),
    ),
    errors: ['permission.denied'],
  },
  waiting: {
    id: 'listWaitingDnsChanges',
    summary: 'List changes waiting for the DNS server',
    text: `Returns the oldest ${maxWaitingListed} changes, in their order. The service retries them until the server accepts them. Records that the server refuses are skipped and listed as differences.`,
    answer: shows(
      listOf(
        objectOf({
          id: { ...text, description: 'Cursor of `GET /changes/` after this change.' },
          at: value('moment', 'Time of the change.'),
          by: { ...text, description: 'Author of the change.' },
          kind: { ...text, description: 'Type of the object.' },
          objectId: value('id'),
          name: refTo('textOrNull', 'Name of an object without an ID.'),
          action: { ...text, description: 'Action of the change.' },
        }),
      ),
    ),
    errors: ['permission.denied'],
  },
  differences: {
    id: 'compareDns',
    summary: 'Compare the DNS server with the register',
    text: 'One request is one step: first the surplus records, zone by zone, then missing and different records, 100 addresses at a time. Repeat the request with `after` until `next` is null. The comparison writes nothing.',
    query: { after },
    answer: shows(objectOf(step)),
    errors: ['permission.denied', 'dns.after', 'dns.disabled', 'dns.failed'],
  },
  sync: {
    id: 'repairDns',
    summary: 'Repair the DNS server according to the register',
    text: 'Runs the steps of the comparison and repairs the differences, including records that the server refused before.',
    input: { members: { after } },
    answer: shows(objectOf({ ...step, repaired: value('integer', 'Number of repaired record sets.') })),
    errors: ['dns.after', 'dns.disabled', 'dns.failed'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

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
