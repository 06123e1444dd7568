import type { DnsStep } from '../../../../application/dns/dns-comparison.js';
import type { Application } from '../../../../application/index.js';
import { DnsError } from '../../../../application/ports/dns.js';
import { eventOf } from '../../../../application/ports/event.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { ApiRequest, Route } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import type { WireObject } from '../../wire/wire-value.js';
import { reading, writing } from '../route.js';
import { adminDnsDocs as about, maxWaitingListed } from './dns-docs.js';

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
