import type { Answer, ApiClient } from '../../support/api-client.js';

/** An answer's members, but for how long it took. */
export function membersOf(answer: Answer): Readonly<Record<string, unknown>> {
  const { time: _time, ...members } = answer.envelope;
  return members;
}

/** Members of the answer to something that was created. */
export const created = (message: string, id: number, data?: string) => ({
  ...{ code: 201, success: true, message, id },
  ...(data === undefined ? {} : { data }),
});

const asXml = { 'Content-Type': 'application/xml' };

/** The XML of an answer without its prolog and without how long it took. */
export const xmlOf = (answer: Answer): string =>
  answer.text
    .replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\s*/, '')
    .replace(/<time>[\d.]+<\/time>/, '')
    .trim();

/** Sends a request whose answer, and body if it has one, are XML. */
export const sendXml = (client: ApiClient, method: string, target: string, body?: string): Promise<Answer> =>
  client.send({ method, target, headers: asXml, ...(body === undefined ? {} : { body }) });

/** Sends a body as forms do. */
export const sendForm = (client: ApiClient, method: string, target: string, body: string): Promise<Answer> =>
  client.send({ method, target, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body });
