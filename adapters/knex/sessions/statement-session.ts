import type { Binding, Row } from './session.js';

/** How a statement is run. */
export type Way = 'once' | 'prepared' | 'lookup';

/** What all sessions do with statements, however they run them. */
export abstract class StatementSession {
  /** @throws IpamError when a constraint says what was wrong, else DatabaseFailure */
  protected abstract run(sql: string, bindings: readonly Binding[], way: Way): Promise<object[]>;

  async rows<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R[]> {
    return (await this.run(sql, storable(bindings), 'once')) as R[];
  }

  async row<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R | undefined> {
    return (await this.rows<R>(sql, bindings))[0];
  }

  async prepared<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R[]> {
    return (await this.run(sql, storable(bindings), 'prepared')) as R[];
  }

  async lookup<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R[]> {
    return (await this.run(sql, storable(bindings), 'lookup')) as R[];
  }
}

/** PostgreSQL keeps no NUL in texts: none that is stored holds one, and none that is looked for is found. */
export const storable = (bindings: readonly Binding[]): readonly Binding[] =>
  bindings.some(holdsNul)
    ? bindings.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value))
    : bindings;

const holdsNul = (value: Binding): boolean => typeof value === 'string' && value.includes('\0');
