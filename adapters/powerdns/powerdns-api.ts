import { type DnsAccess, DnsError, type DnsFailure } from '../../application/ports/dns.js';
import { type HttpClient, HttpFailure, type HttpResponse, redactedLine } from '../../application/ports/http-client.js';

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Path below the base path of the server, e.g. /zones. */
  readonly path: string;
  readonly body?: unknown;
}

/** Limits: timeouts in milliseconds, response sizes in bytes. */
export interface HttpLimits {
  readonly call: number;
  readonly stream: number;
  readonly maxAnswer: number;
}

export const defaultLimits: HttpLimits = { call: 10_000, stream: 300_000, maxAnswer: 33_554_432 };

export class PowerDnsApi {
  readonly #client: HttpClient;
  readonly #access: DnsAccess;
  readonly #limits: HttpLimits;

  constructor(client: HttpClient, access: DnsAccess, limits: HttpLimits) {
    this.#client = client;
    this.#access = access;
    this.#limits = limits;
  }

  /** @returns the parsed response; undefined if it is empty. @throws DnsError */
  async json(call: ApiCall): Promise<unknown> {
    const text = await this.#send(call, this.#limits.call)
      .then((response) => this.#text(response))
      .catch((error: unknown) => {
        throw this.#errorOf(error);
      });
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw garbled();
    }
  }

  /** Streams the response. @throws DnsError */
  async *chunks(call: ApiCall): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder();
    try {
      const response = await this.#send(call, this.#limits.stream);
      if (!isSuccess(response)) await this.#text(response);
      for await (const chunk of response.body) yield decoder.decode(chunk, { stream: true });
    } catch (error) {
      throw this.#errorOf(error);
    }
  }

  async #send({ method, path, body }: ApiCall, timeoutMs: number): Promise<HttpResponse> {
    const { server, serverId, key } = this.#access;
    const url = new URL(`${server.replace(/\/+$/, '')}/api/v1/servers/${encodeURIComponent(serverId)}${path}`);
    const headers = { 'X-API-Key': key, Accept: 'application/json', 'Content-Type': 'application/json' };
    return this.#client.send({
      ...{ method, url, headers, timeoutMs },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async #text(response: HttpResponse): Promise<string> {
    const text = await response.text(this.#limits.maxAnswer);
    if (text === undefined) throw new DnsError('failed', 'the answer of the DNS server is too long');
    if (isSuccess(response)) return text;
    const said = redactedLine(problemIn(text), this.#access.key);
    throw new DnsError(failureOf(response.status), `the DNS server answered ${response.status}${said === '' ? '' : `: ${said}`}`);
  }

  #errorOf(error: unknown): unknown {
    if (!(error instanceof HttpFailure)) return error;
    const reason = error.code === '' ? error.message : error.code;
    return new DnsError('unreachable', redactedLine(`the DNS server cannot be reached: ${reason}`, this.#access.key));
  }
}

const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

export const garbled = (): DnsError => new DnsError('failed', 'the answer of the DNS server has an unexpected format');

function failureOf(status: number): DnsFailure {
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
