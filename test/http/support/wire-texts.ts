import type { Answer, ApiClient } from '../../support/api-client.js';

/** The members of an answer, without its duration. */
export function membersOf(answer: Answer): Readonly<Record<string, unknown>> {
  const { time: _time, ...members } = answer.envelope;
  return members;
}

/** The members of an answer to a creation. */
export const created = (message: string, id: number, data?: string) => ({
  ...{ code: 201, success: true, message, id },
  ...(data === undefined ? {} : { data }),
});

const asXml = { 'Content-Type': 'application/xml' };

/** The XML of an answer, without prolog and duration. */
export const xmlOf = (answer: Answer): string =>
  answer.text
    .replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\s*/, '')
    .replace(/<time>[\d.]+<\/time>/, '')
    .trim();

/** Sends a request with an XML answer and, if given, an XML body. */
export const sendXml = (client: ApiClient, method: string, target: string, body?: string): Promise<Answer> =>
  client.send({ method, target, headers: asXml, ...(body === undefined ? {} : { body }) });

/** Sends a URL-encoded form. */
export const sendForm = (client: ApiClient, method: string, target: string, body: string): Promise<Answer> =>
  client.send({ method, target, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body });
