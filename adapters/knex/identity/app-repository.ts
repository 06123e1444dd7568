import type { AppRepository } from '../../../application/ports/identity.js';
import type { StoredApp } from '../../../domain/access/app.js';
import { prepared } from '../sessions/prepared-statement.js';
import { knex } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';

type AppRow = Omit<StoredApp, 'lock' | 'limits'> & {
  readonly lockEnabled: boolean;
  readonly lockWaitSeconds: number;
  readonly requests: number | null;
  readonly allocations: number | null;
};

const select = () =>
  knex('apps').select('id', 'permission', 'security', 'code', 'stringify', 'comment', {
    codeDigest: 'code_digest',
    showLinks: 'show_links',
    nestCustomFields: 'nest_custom_fields',
    cryptLegacy: 'crypt_legacy',
    cryptStrict: 'crypt_strict',
    lockEnabled: 'lock_enabled',
    lockWaitSeconds: 'lock_wait_seconds',
    requests: 'requests_per_minute',
    allocations: 'allocations_per_minute',
  });

const appById = prepared<{ id: string }, AppRow>('app_by_id', ({ id }) => select().where({ id }));

/** API applications in a database. */
export class KnexAppRepository implements AppRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(id: string): Promise<StoredApp | undefined> {
    const [row] = await this.#session.lookup(appById, { id });
    return row && appOf(row);
  }

  async list(): Promise<StoredApp[]> {
    return (await this.#session.lookup<AppRow>(select().orderByRaw('id collate "C"'))).map(appOf);
  }

  async delete(id: string): Promise<boolean> {
    return (await this.#session.rows(knex('apps').where({ id }).delete().returning('id'))).length > 0;
  }

  async save(app: StoredApp): Promise<void> {
    await this.#session.rows(knex('apps').insert(columnsOf(app)).onConflict('id').merge());
  }
}

const columnsOf = ({
  id,
  permission,
  security,
  code,
  codeDigest,
  showLinks,
  stringify,
  nestCustomFields,
  cryptLegacy,
  cryptStrict,
  lock,
  limits,
  comment,
}: StoredApp) => ({
  id,
  permission,
  security,
  code,
  code_digest: codeDigest,
  show_links: showLinks,
  stringify,
  nest_custom_fields: nestCustomFields,
  crypt_legacy: cryptLegacy,
  crypt_strict: cryptStrict,
  lock_enabled: lock.enabled,
  lock_wait_seconds: lock.waitSeconds,
  requests_per_minute: limits.requestsPerMinute,
  allocations_per_minute: limits.allocationsPerMinute,
  comment,
});

const appOf = ({ lockEnabled, lockWaitSeconds, requests, allocations, comment, ...app }: AppRow): StoredApp => ({
  ...app,
  lock: { enabled: lockEnabled, waitSeconds: lockWaitSeconds },
  limits: { requestsPerMinute: requests, allocationsPerMinute: allocations },
  comment,
});
