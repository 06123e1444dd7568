import { type DnsAccess, DnsError, type DnsTrouble } from '../../application/ports/dns.js';
import { plainLine } from '../../domain/plain-line.js';

/** What is asked of the server. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below the server's own path: /zones. */
  readonly path: string;
  readonly body?: unknown;
}

/** How long calls may take, in milliseconds, and how long answers may be, in bytes. */
export interface HttpLimits {
  readonly call: number;
  readonly stream: number;
  readonly maxAnswer: number;
}

export const defaultLimits: HttpLimits = { call: 10_000, stream: 300_000, maxAnswer: 33_554_432 };

const longestProblem = 200;

/** Calls the interface of one server, and of no other: it follows no redirection, and every call has its time limit. */
export class HttpClient {
  readonly #access: DnsAccess;
  readonly #limits: HttpLimits;

  constructor(access: DnsAccess, limits: HttpLimits) {
    this.#access = access;
    this.#limits = limits;
  }

  /** @returns the answer, read as JSON; undefined for an empty one. @throws DnsError */
  async json(call: ApiCall): Promise<unknown> {
    return this.#telling(async () => {
      const response = await this.#send(call, this.#limits.call);
      const text = await this.#text(response);
      if (!response.ok) throw this.#refusal(response.status, text);
      if (text === '') return undefined;
      try {
        return JSON.parse(text);
      } catch {
        throw garbled();
      }
    });
  }

  /** The answer as it comes. @throws DnsError */
  async *chunks(call: ApiCall): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder();
    const response = await this.#telling(async () => {
      const sent = await this.#send(call, this.#limits.stream);
      if (!sent.ok) throw this.#refusal(sent.status, await this.#text(sent));
      return sent;
    });
    const reader = response.body?.getReader();
    try {
      for (;;) {
        const part = await this.#telling(async () => reader?.read());
        if (!part || part.done) return;
        yield decoder.decode(part.value, { stream: true });
      }
    } finally {
      await reader?.cancel().catch(() => {});
    }
  }

  #send({ method, path, body }: ApiCall, time: number): Promise<Response> {
    const { server, serverId, key } = this.#access;
    const url = `${server.replace(/\/+$/, '')}/api/v1/servers/${encodeURIComponent(serverId)}${path}`;
    const headers = { 'X-API-Key': key, Accept: 'application/json', 'Content-Type': 'application/json' };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    return fetch(url, { method, headers, ...content, redirect: 'manual', signal: AbortSignal.timeout(time) });
  }

  async #text(response: Response): Promise<string> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      length += part.byteLength;
      if (length > this.#limits.maxAnswer) throw new DnsError('failed', 'the DNS server gave an answer that is too long');
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  }

  #refusal(status: number, text: string): DnsError {
    const said = this.#withoutKey(problemIn(text));
    return new DnsError(troubleOf(status), `the DNS server answered ${status}${said === '' ? '' : `: ${said}`}`);
  }

  /** What a server sends may be printed and logged: on one line, bounded, and without the key, though it knows it. */
  #withoutKey(text: string): string {
    const { key } = this.#access;
    const hidden = key === '' ? text : text.replaceAll(key, '***');
    return plainLine(hidden.slice(0, longestProblem));
  }

  async #telling<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DnsError) throw error;
      throw new DnsError('unreachable', this.#withoutKey(`the DNS server cannot be reached: ${reasonOf(error)}`));
    }
  }
}

export const garbled = (): DnsError => new DnsError('failed', 'the DNS server gave an answer that is not understood');

function troubleOf(status: number): DnsTrouble {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'missing';
  return [400, 409, 413, 422].includes(status) ? 'refused' : 'failed';
}

function problemIn(text: string): string {
  try {
    const { error }: { readonly error?: unknown } = Object(JSON.parse(text));
    return typeof error === 'string' ? error : '';
  } catch {
    return '';
  }
}

/** The code of what failed, which names no more than is known: ECONNREFUSED. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'for an unknown reason';
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : error.message;
}
