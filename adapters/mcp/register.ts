/** A request to the REST interface with the credentials of the MCP client. */
export interface RegisterRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the application, including the query: `/subnets/5/?links=false`. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
}

/** An answer of the REST interface. */
export interface RegisterAnswer {
  readonly status: number;
  readonly content: Readonly<Record<string, unknown>>;
}

/**
 * Sends a request with the credentials of the client. The permissions, scopes and limits of the client apply, and the change log
 * contains its name.
 */
export type SendToRegister = (request: RegisterRequest) => Promise<RegisterAnswer>;

/** The REST interface refused a request. The message of the error is the message of the interface, with the status. */
export class RegisterRefusal extends Error {
  override readonly name = 'RegisterRefusal';

  constructor({ status, content }: RegisterAnswer) {
    super(`${String(content.message ?? 'The request failed')} (status ${status})`);
  }
}

/** Sends reads and writes to the REST interface, with the credentials of one MCP client. */
export class Register {
  readonly #send: SendToRegister;

  constructor(send: SendToRegister) {
    this.#send = send;
  }

  /** Returns the data of a read; undefined if nothing is found. @throws RegisterRefusal */
  async read(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): Promise<unknown> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const words = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
    const answer = await this.#send({ method: 'GET', path: `${path}?links=false${given.length > 0 ? `&${words}` : ''}` });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw new RegisterRefusal(answer);
    return answer.content.data;
  }

  /** Returns the records of a list; empty if nothing is found. @throws RegisterRefusal */
  async list(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): Promise<readonly unknown[]> {
    const data = await this.read(path, query);
    return Array.isArray(data) ? data : [];
  }

  /**
   * Returns what an allocation would return, and an explanation with the skipped ranges. If nothing is free, `address` is null.
   * @throws RegisterRefusal
   */
  async explain(path: string): Promise<object> {
    const answer = await this.#send({ method: 'GET', path: `${path}?explain=1` });
    const { data, message, explain } = answer.content;
    if (explain === undefined && answer.status !== 200) throw new RegisterRefusal(answer);
    return { address: data ?? null, message, explain };
  }

  /** Sends a write to the interface. @param isPreview true: the interface only checks the write @throws RegisterRefusal */
  async write(request: RegisterRequest, isPreview: boolean): Promise<Readonly<Record<string, unknown>>> {
    const path = isPreview ? `${request.path}${request.path.includes('?') ? '&' : '?'}dry_run=1` : request.path;
    const answer = await this.#send({ ...request, path });
    if (answer.status >= 300) throw new RegisterRefusal(answer);
    const { id, data, message, explain } = answer.content;
    return { message, id, data, explain };
  }

  /**
   * The network of a prefix or an id.
   * @throws Error for an unknown network, and for a prefix of several networks
   */
  async network(given: string): Promise<NetworkRecord> {
    const found = /^\d+$/.test(given)
      ? await this.read(`/subnets/${given}/`)
      : await this.list(`/subnets/cidr/${prefixPath(given)}/`);
    const networks = (Array.isArray(found) ? found : [found]).filter(isNetwork);
    const [network] = networks;
    if (!network) throw new Error(`There is no network ${given}`);
    if (networks.length > 1)
      throw new Error(
        `${networks.length} networks have the prefix ${given}: use one of the ids ${networks.map(({ id }) => id).join(', ')}`,
      );
    return network;
  }
}

export interface NetworkRecord {
  readonly id: number;
  readonly subnet: string;
  readonly mask: number;
  readonly sectionId: number;
  readonly [field: string]: unknown;
}

const isNetwork = (value: unknown): value is NetworkRecord =>
  typeof value === 'object' && value !== null && 'id' in value && 'subnet' in value && 'mask' in value;

/** @throws Error for a text that is not a prefix */
function prefixPath(given: string): string {
  const [address = '', length = ''] = given.trim().split('/');
  if (!/^[0-9a-fA-F:.]+$/.test(address) || !/^\d{1,3}$/.test(length))
    throw new Error(`${given.slice(0, 100)} is not a network: use a prefix such as 10.0.0.0/24, or an id`);
  return `${address}/${length}`;
}
