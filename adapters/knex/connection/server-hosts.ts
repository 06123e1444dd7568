import { DatabaseFailure, reasonOf } from '../storage-error.js';
import type { Connection } from './connection.js';
import type { Limits } from './limits.js';
import { type ConnectionPurpose, openServerConnection, type ServerConnection } from './open-connection.js';

interface Host {
  readonly name: string;
  readonly url: string;
}

const attributes = ['any', 'read-write', 'primary'] as const;

export interface Hosts {
  readonly hosts: readonly Host[];
  readonly mustBeWritable: boolean;
}

/**
 * Parses a URL like other PostgreSQL clients: `postgres://user:password@host1,host2:5433/db?target_session_attrs=read-write`.
 * With several hosts, the default of target_session_attrs is read-write.
 * @throws TypeError for values other than any, read-write and primary; the message contains no secret of the URL
 */
export function readHosts(url: string): Hosts {
  const [, scheme = '', credentials = '', authority = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? [];
  const names = authority.split(',');
  const [path = '', query = ''] = rest.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const attribute = parameters.get('target_session_attrs') ?? (names.length > 1 ? 'read-write' : 'any');
  if (!attributes.some((known) => known === attribute))
    throw new TypeError(`target_session_attrs of the database URL must be one of ${attributes.join(', ')}`);
  const others = query.split('&').filter((parameter) => parameter !== '' && !parameter.startsWith('target_session_attrs='));
  const search = others.length > 0 ? `?${others.join('&')}` : '';
  return {
    hosts: names.map((name) => ({ name, url: `${scheme}${credentials}${name}${path}${search}` })),
    mustBeWritable: attribute !== 'any',
  };
}

/** Opens connections to the first usable host. The next connection tries this host first. */
export class ServerHosts {
  readonly mustBeWritable: boolean;
  readonly #hosts: readonly Host[];
  readonly #limits: Limits;
  /** Index of the last usable host. */
  #good = 0;

  constructor({ hosts, mustBeWritable }: Hosts, limits: Limits) {
    this.#hosts = hosts;
    this.mustBeWritable = mustBeWritable;
    this.#limits = limits;
  }

  /** @throws DatabaseFailure with the error of each host */
  async open(purpose: ConnectionPurpose): Promise<Connection> {
    const problems: DatabaseFailure[] = [];
    const first = this.#good;
    for (let tried = 0; tried < this.#hosts.length; tried++) {
      const index = (first + tried) % this.#hosts.length;
      try {
        const connection = await this.#openAt(index, purpose);
        this.#good = index;
        return connection;
      } catch (error) {
        problems.push(error instanceof DatabaseFailure ? error : new DatabaseFailure(reasonOf(error), error));
      }
    }
    throw this.#failureOf(first, problems);
  }

  async #openAt(index: number, purpose: ConnectionPurpose): Promise<Connection> {
    const { connection, isWritable }: ServerConnection = await openServerConnection(
      this.#hosts[index]?.url ?? '',
      this.#limits,
      purpose,
    );
    if (isWritable || !this.mustBeWritable) return connection;
    void connection.close();
    throw new DatabaseFailure('the server does not accept writes', undefined, 'unavailable');
  }

  #failureOf(first: number, problems: readonly DatabaseFailure[]): DatabaseFailure {
    const [problem] = problems;
    if (problem && problems.length === 1) return problem;
    const named = problems.map(({ message }, index) => `${this.#hosts[(first + index) % this.#hosts.length]?.name}: ${message}`);
    return new DatabaseFailure(named.join('; '), problem, 'unavailable');
  }
}
