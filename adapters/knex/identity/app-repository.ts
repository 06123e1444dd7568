import type { AppRepository } from '../../../application/ports/identity.js';
import type { App } from '../../../domain/identity/app.js';
import type { Session } from '../sessions/session.js';

type AppRow = Omit<App, 'lock'> & { readonly lockEnabled: boolean; readonly lockWaitSeconds: number };

const select = `
  select id, permission, security, code, code_digest as "codeDigest", show_links as "showLinks", stringify, nest_custom_fields as "nestCustomFields",
    crypt_legacy as "cryptLegacy", crypt_strict as "cryptStrict", lock_enabled as "lockEnabled", lock_wait_seconds as "lockWaitSeconds", comment
  from apps`;

/** API applications in a database. */
export class KnexAppRepository implements AppRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(id: string): Promise<App | undefined> {
    const row = await this.#session.row<AppRow>(`${select} where id = ?`, [id]);
    return row && appOf(row);
  }

  async list(): Promise<App[]> {
    const rows = await this.#session.rows<AppRow>(`${select} order by id collate "C"`);
    return rows.map(appOf);
  }

  async delete(id: string): Promise<boolean> {
    return (await this.#session.rows('delete from apps where id = ? returning id', [id])).length > 0;
  }

  async save(app: App): Promise<void> {
    const columns = Object.entries(columnsOf(app));
    const names = columns.map(([name]) => name);
    const sql = `
      insert into apps (${names.join(', ')}) values (${names.map(() => '?').join(', ')})
      on conflict (id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`;
    await this.#session.rows(
      sql,
      columns.map(([, value]) => value),
    );
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
  comment,
}: App) => ({
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
  comment,
});

const appOf = ({ lockEnabled, lockWaitSeconds, comment, ...app }: AppRow): App => ({
  ...app,
  lock: { enabled: lockEnabled, waitSeconds: lockWaitSeconds },
  comment,
});
