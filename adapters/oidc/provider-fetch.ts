import type { HttpClient } from '../../application/ports/http-client.js';
import { ProviderUnavailable } from '../../application/ports/sign-in-providers.js';

/** A request in the format of the protocol libraries. */
interface ProviderRequest {
  readonly method: string;
  readonly headers: Headers | Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const timeoutMs = 10_000;
const maxBytes = 1_048_576;

/** Sends requests to a provider with a timeout and a size limit. Redirects are not followed. @throws ProviderUnavailable */
export const providerFetch =
  (client: HttpClient) =>
  async (target: string, { method, headers, body }: ProviderRequest): Promise<Response> => {
    const url = new URL(target);
    const isForm = body instanceof URLSearchParams;
    const sent = body === undefined || body === null ? {} : { body: String(body) };
    const form = isForm ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {};
    try {
      const answer = await client.send({
        method: method === 'POST' ? 'POST' : 'GET',
        url,
        headers: { ...form, ...plainHeaders(headers) },
        ...sent,
        timeoutMs,
      });
      const text = await answer.text(maxBytes);
      if (text === undefined) throw new ProviderUnavailable(`${url.host} answers more than ${maxBytes} bytes`);
      if (answer.status >= 500) throw new ProviderUnavailable(`${url.host} answers ${answer.status}`);
      return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } });
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      const { code, message } = Object(error);
      throw new ProviderUnavailable(`${url.host}: ${code || message || 'no answer'}`, { cause: error });
    }
  };

const plainHeaders = (headers: ProviderRequest['headers']): Readonly<Record<string, string>> =>
  headers instanceof Headers ? Object.fromEntries(headers.entries()) : headers;
