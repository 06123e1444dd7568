import type { AccessAdministration } from '../../../../application/access/administration/index.js';
import type { TestUser } from '../../../../application/access/administration/sign-in-provider-administration.js';
import type { Sent } from '../../../../application/access/administration/webhook-administration.js';
import type { DnsStep } from '../../../../application/dns/dns-comparison.js';
import type { Application } from '../../../../application/index.js';
import { DnsError } from '../../../../application/ports/dns.js';
import { eventOf } from '../../../../application/ports/event.js';
import { maxStoredDeliveries } from '../../../../domain/changes/webhook.js';
import { IpamError } from '../../../../domain/errors.js';
import { scalarText, zonedTimestamp } from '../../../../domain/scalar-text.js';
import type { ApiRequest, Route } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import type { RequestParameters } from '../../wire/parameters.js';
import type { WireObject } from '../../wire/wire-value.js';
import { reading, writing } from '../route.js';
import { adminDocs } from './docs.js';
import { adminDnsDocs, adminMailDocs, maxWaitingListed } from './operation-docs.js';
import { adminStateDocs } from './state-docs.js';

const attempt = writing('attempt');

export const webhookAttempts = ({ webhooks }: AccessAdministration): Route[] => [
  attempt('POST', '/webhooks/:name/test', adminDocs.testWebhook, async ({ caller, path: { name = '' } }) => ({
    data: deliveryText(await webhooks.test(caller, name)),
  })),
  attempt('POST', '/webhooks/:name/retry', adminDocs.retryWebhook, async ({ caller, path: { name = '' } }) => ({
    data: deliveryText(await webhooks.retry(caller, name)),
  })),
  reading('administer')('/webhooks/:name/deliveries', adminDocs.deliveries, async ({ caller, path: { name = '' } }) => ({
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
      adminDocs.testProvider,
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
  reading('administer')('/mail', adminMailDocs.status, async ({ caller }) => {
    const { enabled, ...status } = await mails.status(caller);
    return { data: { enabled: enabled ? 1 : 0, ...status } };
  }),
  writing('attempt')('POST', '/mail/test', adminMailDocs.test, async ({ caller, parameters }) => ({
    data: { ...(await mails.test(caller, parameters.address)) },
  })),
];

export const usageRoutes = ({ usageRecording }: Pick<Application, 'usageRecording'>): Route[] => [
  writing('attempt')('POST', '/usage/record', adminStateDocs.recordUsage, async () => {
    const record = await usageRecording.recordNow();
    return { message: 'Utilization recorded', data: { ...record } };
  }),
];

/** Format of a comparison cursor, from the answer of the previous step. */
const cursorForm = /^(zone:[\w.-]{0,255}|subnet:|address:[\da-f:.]{0,45})$/;

export const dnsRoutes = ({ dns }: Pick<Application, 'dns'>): Route[] => {
  const step = async ({ parameters }: ApiRequest, repairs: boolean) => {
    const after = afterIn(parameters);
    try {
      return { data: printStep(await dns.step(after, repairs), repairs), isLong: true };
    } catch (error) {
      if (!(error instanceof DnsError)) throw error;
      throw error.failure === 'disabled'
        ? new RequestError('dns.disabled')
        : new RequestError('dns.failed', { problem: error.message });
    }
  };
  return [
    reading('administer')('/dns', adminDnsDocs.status, async () => {
      const { enabled, ...status } = await dns.status();
      return { data: { enabled: enabled ? 1 : 0, ...status } };
    }),
    reading('administer')('/dns/waiting', adminDnsDocs.waiting, async () => ({
      data: (await dns.waiting(maxWaitingListed)).map((entry) => {
        const { id, at, by, kind, objectId, name, action } = eventOf(entry);
        return { id, at, by, kind, objectId, name, action };
      }),
      isLong: true,
    })),
    reading('administer')('/dns/differences', adminDnsDocs.differences, (request) => step(request, false)),
    writing('attempt')('POST', '/dns/sync', adminDnsDocs.sync, (request) => step(request, true)),
  ];
};

/** @throws RequestError dns.after */
function afterIn({ after }: ApiRequest['parameters']): string | null {
  const text = scalarText(after) ?? '';
  if (text === '' && (after === undefined || after === null || after === '')) return null;
  if (!cursorForm.test(text)) throw new RequestError('dns.after');
  return text;
}

const printStep = ({ next, compared, found, repaired, differences }: DnsStep, repairs: boolean): WireObject => ({
  next,
  compared: { ...compared },
  found,
  ...(repairs ? { repaired } : {}),
  differences: differences.map(({ wanted, present, problem = null, ...difference }) => ({
    ...difference,
    wanted: [...wanted],
    present: [...present],
    problem,
  })),
});
