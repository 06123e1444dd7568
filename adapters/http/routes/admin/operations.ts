import type { AccessAdministration } from '../../../../application/access/administration/index.js';
import type { TestUser } from '../../../../application/access/administration/sign-in-provider-administration.js';
import type { Sent } from '../../../../application/access/administration/webhook-administration.js';
import type { Application } from '../../../../application/index.js';
import { maxStoredDeliveries } from '../../../../domain/changes/webhook.js';
import { IpamError } from '../../../../domain/errors.js';
import { scalarText, zonedTimestamp } from '../../../../domain/scalar-text.js';
import type { Route } from '../../api-request.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, text, value } from '../../openapi/schema.js';
import type { RequestParameters } from '../../wire/parameters.js';
import type { WireObject } from '../../wire/wire-value.js';
import { reading, writing } from '../route.js';
import { namePath } from './member-schemas.js';

const webhook = namePath('a webhook', 'inventory');

const sent = objectOf({
  delivered: value('integer', 'Number of delivered events.'),
  left: value('integer', 'Number of events that were not delivered.'),
  status: refTo('integerOrNull', 'HTTP status of the receiver; null without an answer, or without a delivery.'),
  problem: refTo('textOrNull', 'Reason of the failure; null for success.'),
});

const about = {
  testWebhook: {
    id: 'testWebhook',
    summary: 'Test a webhook',
    text: 'Sends a test event and returns the result.',
    path: webhook,
    answer: shows(sent),
    errors: ['administration.unknown'],
  },
  retryWebhook: {
    id: 'retryWebhook',
    summary: 'Resend refused events of a webhook',
    text: 'Sends the events oldest first, until the receiver refuses one.',
    path: webhook,
    answer: shows(sent),
    errors: ['administration.unknown'],
  },
  deliveries: {
    id: 'listWebhookDeliveries',
    summary: 'List delivery attempts of a webhook',
    text: 'Returns the latest attempts, newest first.',
    path: webhook,
    answer: shows(
      listOf(
        objectOf({
          at: value('moment'),
          events: value('integer', 'Number of events.'),
          firstEvent: { ...text, description: 'ID of the first event.' },
          status: refTo('integerOrNull', 'HTTP status; null without an answer.'),
          problem: refTo('textOrNull', 'Reason of the failure; null for success.'),
          milliseconds: value('integer'),
        }),
      ),
    ),
    errors: ['administration.unknown'],
  },
  testProvider: {
    id: 'testSignInProvider',
    summary: 'Test a sign-in provider',
    text: 'Runs the steps of a sign-in up to the first failure. The test creates neither a session nor a user.',
    path: namePath('a sign-in provider', 'corp'),
    input: {
      members: {
        username: { description: 'User name, to also test the sign-in of this user; requires `password`.', type: 'string' },
        password: { description: 'Password of this user. It is not stored.', type: 'string' },
      },
    },
    answer: shows(
      listOf(
        objectOf({
          step: { ...text, description: 'Description of the step.' },
          problem: refTo('textOrNull', 'Reason of the failure; null for success.'),
        }),
      ),
    ),
    errors: ['administration.unknown', 'provision.invalid'],
  },
  recordUsage: {
    id: 'recordUsage',
    summary: 'Record the utilization',
    text: 'Records the utilization of all subnets and sections now, and replaces the points of today. The service does it once a day by itself.',
    input: null,
    answer: {
      shows: 'plain',
      message: 'Utilization recorded',
      data: objectOf({
        day: { description: 'The recorded day, in UTC.', type: 'string', format: 'date' },
        subnets: value('integer', 'Number of subnets.'),
        sections: value('integer', 'Number of sections.'),
      }),
    },
    errors: ['usage.recording'],
  },
  mail: {
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
  },
  testMail: {
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

const attempt = writing('attempt');

export const webhookAttempts = ({ webhooks }: AccessAdministration): Route[] => [
  attempt('POST', '/webhooks/:name/test', about.testWebhook, async ({ caller, path: { name = '' } }) => ({
    data: deliveryText(await webhooks.test(caller, name)),
  })),
  attempt('POST', '/webhooks/:name/retry', about.retryWebhook, async ({ caller, path: { name = '' } }) => ({
    data: deliveryText(await webhooks.retry(caller, name)),
  })),
  reading('administer')('/webhooks/:name/deliveries', about.deliveries, async ({ caller, path: { name = '' } }) => ({
    data: (await webhooks.deliveries(caller, name, maxStoredDeliveries)).map(({ at, ...rest }) => ({
      at: zonedTimestamp(at),
      ...rest,
    })),
    isLong: true,
  })),
];

const deliveryText = ({ delivered, left, status, problem }: Sent): WireObject => ({ delivered, left, status, problem });

export const providerTests = ({ signInProviders }: AccessAdministration): Route[] => [
  {
    ...attempt(
      'POST',
      '/sign_in_providers/:name/test',
      about.testProvider,
      async ({ caller, path: { name = '' }, parameters }) => {
        const steps = await signInProviders.test(caller, name, testUser(name, parameters));
        return { data: steps.map(({ step, problem }) => ({ step, problem })) };
      },
    ),
    secrets: ['password'],
  },
];

/** @throws IpamError provision.invalid for a user name without a password, or the reverse */
function testUser(provider: string, { username, password }: RequestParameters): TestUser | undefined {
  const [name, secret] = [scalarText(username) ?? '', scalarText(password) ?? ''];
  if (name !== '' && secret !== '') return { username: name, password: secret };
  if (name === '' && secret === '') return undefined;
  const entry = `sign-in provider ${provider} ${name === '' ? '"username"' : '"password"'}`;
  throw new IpamError('provision.invalid', { entry, problem: 'is missing' });
}

export const mailRoutes = ({ mails }: Pick<Application, 'mails'>): Route[] => [
  reading('administer')('/mail', about.mail, async ({ caller }) => {
    const { enabled, ...status } = await mails.status(caller);
    return { data: { enabled: enabled ? 1 : 0, ...status } };
  }),
  attempt('POST', '/mail/test', about.testMail, async ({ caller, parameters }) => ({
    data: { ...(await mails.test(caller, parameters.address)) },
  })),
];

export const usageRoutes = ({ usageRecording }: Pick<Application, 'usageRecording'>): Route[] => [
  attempt('POST', '/usage/record', about.recordUsage, async () => {
    const record = await usageRecording.recordNow();
    return { message: 'Utilization recorded', data: { ...record } };
  }),
];
