import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';

/** A record of an answer. */
export type WireRecord = Readonly<Record<string, unknown>>;

/** Members of a JSON answer. */
export interface AnswerEnvelope {
  readonly code: number;
  readonly success: boolean;
  readonly message?: string;
  readonly id?: number;
  readonly data?: unknown;
  readonly time?: number;
}

/** An answer of the service. */
export class Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;

  constructor(status: number, headers: IncomingHttpHeaders, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /** The answer's JSON. @throws SyntaxError for any other text */
  get envelope(): AnswerEnvelope {
    return JSON.parse(this.text) as AnswerEnvelope;
  }

  /** The status, followed by the message of a failure, for comparisons. */
  get summary(): string {
    return this.status < 400 ? String(this.status) : `${this.status} ${this.envelope.message}`;
  }

  /** The one record that was read. */
  get record(): WireRecord {
    return this.envelope.data as WireRecord;
  }

  /** The records that were listed. */
  get records(): readonly WireRecord[] {
    return this.envelope.data as readonly WireRecord[];
  }

  /** The id of the created record. @throws Error when nothing was created */
  get id(): number {
    const { id } = this.envelope;
    if (this.status !== 201 || typeof id !== 'number') throw new Error(`nothing was created: ${this.text}`);
    return id;
  }
}

/** An HTTP request. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** Target and credentials of a client. */
export interface ClientOptions {
  readonly url: string;
  readonly app: string;
  readonly token?: string;
  /** Headers of every request below the application. */
  readonly headers?: Readonly<Record<string, string>>;
  /** PEM of the certificate to trust, for https. */
  readonly certificate?: string;
  /** Checks every exchange. @returns the problem, which makes the request fail */
  readonly mismatch?: (request: RawRequest, answer: Answer) => Promise<string | undefined>;
}

/** Maximum number of open connections of a client. */
const maxConnections = 8;

/** An API client with persistent connections. It follows no redirects and retries nothing. */
export class ApiClient {
  readonly #options: ClientOptions;
  readonly #agent: Agent;
  readonly #isTls: boolean;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#isTls = options.url.startsWith('https:');
    const connections = { keepAlive: true, maxSockets: maxConnections };
    this.#agent = this.#isTls ? new TlsAgent({ ...connections, ca: options.certificate }) : new Agent(connections);
  }

  /** The access token that it sends. */
  get token(): string | undefined {
    return this.#options.token;
  }

  /** The same client with other options and its own connections. */
  with(options: Partial<ClientOptions>): ApiClient {
    return new ApiClient({ ...this.#options, ...options });
  }

  /**
   * Sends a request unchanged, without the token.
   * @throws when the connection breaks before the answer is complete; Error when `mismatch` reports a problem
   */
  async raw(request: RawRequest): Promise<Answer> {
    const answer = await this.#exchange(request);
    const problem = await this.#options.mismatch?.(request, answer);
    if (problem !== undefined) throw new Error(problem);
    return answer;
  }

  #exchange({ method, target, headers = {}, body }: RawRequest): Promise<Answer> {
    const { hostname, port } = new URL(this.#options.url);
    const length =
      body === undefined && !['POST', 'PUT', 'PATCH'].includes(method) ? {} : { 'Content-Length': Buffer.byteLength(body ?? '') };
    const send = this.#isTls ? requestTls : request;
    return new Promise((resolve, reject) => {
      const outgoing = send({ agent: this.#agent, hostname, port, method, path: target, headers: { ...length, ...headers } });
      outgoing.once('error', reject);
      outgoing.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve(new Answer(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString())),
        );
      });
      outgoing.end(body);
    });
  }

  /** Sends a request to a path below the application, with the token. */
  send({ target, headers = {}, ...rest }: RawRequest): Promise<Answer> {
    const { app, token, headers: always } = this.#options;
    return this.raw({
      ...rest,
      target: `/api/${app}${target}`,
      headers: { ...(token === undefined ? {} : { token }), ...always, ...headers },
    });
  }

  get(target: string): Promise<Answer> {
    return this.send({ method: 'GET', target });
  }

  post(target: string, body: object = {}): Promise<Answer> {
    return this.#sendJson('POST', target, body);
  }

  patch(target: string, body: object = {}): Promise<Answer> {
    return this.#sendJson('PATCH', target, body);
  }

  delete(target: string, body: object = {}): Promise<Answer> {
    return this.#sendJson('DELETE', target, body);
  }

  /** The records of a list; empty for 404. @throws Error for any other failure */
  async list(target: string): Promise<readonly WireRecord[]> {
    const answer = await this.get(target);
    if (answer.status === 404) return [];
    if (answer.status !== 200) throw new Error(`${target} cannot be listed: ${answer.text}`);
    return answer.records ?? [];
  }

  /** Closes all connections. */
  close(): void {
    this.#agent.destroy();
  }

  #sendJson(method: string, target: string, body: object): Promise<Answer> {
    return this.send({ method, target, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  }
}
