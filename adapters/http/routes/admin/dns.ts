import type { DnsStep } from '../../../../application/dns/dns-comparison.js';
import type { Application } from '../../../../application/index.js';
import { DnsError } from '../../../../application/ports/dns.js';
import { eventOf } from '../../../../application/ports/event.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { ApiRequest, Route } from '../../api-request.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema, text, value } from '../../openapi/schema.js';
import { RequestError } from '../../request-error.js';
import type { WireObject } from '../../wire/wire-value.js';
import { reading, writing } from '../route.js';

/** Maximum number of pending changes in an answer. */
export const maxWaitingListed = 100;

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

const about = {
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
  },
  differences: {
    id: 'compareDns',
    summary: 'Compare the DNS server with the register',
    text: 'One request is one step: first the surplus records, zone by zone, then missing and different records, 100 addresses at a time. Repeat the request with `after` until `next` is null. The comparison writes nothing.',
    query: { after },
    answer: shows(objectOf(step)),
    errors: ['dns.after', 'dns.disabled', 'dns.failed'],
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
    reading('administer')('/dns', about.status, async () => {
      const { enabled, ...status } = await dns.status();
      return { data: { enabled: enabled ? 1 : 0, ...status } };
    }),
    reading('administer')('/dns/waiting', about.waiting, async () => ({
      data: (await dns.waiting(maxWaitingListed)).map((entry) => {
        const { id, at, by, kind, objectId, name, action } = eventOf(entry);
        return { id, at, by, kind, objectId, name, action };
      }),
      isLong: true,
    })),
    reading('administer')('/dns/differences', about.differences, (request) => step(request, false)),
    writing('attempt')('POST', '/dns/sync', about.sync, (request) => step(request, true)),
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
