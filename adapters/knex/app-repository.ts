import type { AppRepository } from '../../application/ports/identity.js';
import type { App } from '../../domain/identity/app.js';
import type { Session } from './session.js';

type AppRow = Omit<App, 'lock'> & { readonly lockEnabled: boolean; readonly lockWaitSeconds: number };

const select = `
  select id, permission, security, code, show_links as "showLinks", stringify, nest_custom_fields as "nestCustomFields",
    lock_enabled as "lockEnabled", lock_wait_seconds as "lockWaitSeconds", comment
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

  async save({ id, permission, security, code, showLinks, stringify, nestCustomFields, lock, comment }: App): Promise<void> {
    const sql = `
      insert into apps (id, permission, security, code, show_links, stringify, nest_custom_fields, lock_enabled, lock_wait_seconds, comment)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (id) do update set permission = excluded.permission, security = excluded.security, code = excluded.code,
        show_links = excluded.show_links, stringify = excluded.stringify, nest_custom_fields = excluded.nest_custom_fields,
        lock_enabled = excluded.lock_enabled, lock_wait_seconds = excluded.lock_wait_seconds, comment = excluded.comment`;
    const { enabled, waitSeconds } = lock;
    await this.#session.rows(sql, [
      id,
      permission,
      security,
      code,
      showLinks,
      stringify,
      nestCustomFields,
      enabled,
      waitSeconds,
      comment,
    ]);
  }
}

const appOf = ({ lockEnabled, lockWaitSeconds, comment, ...app }: AppRow): App => ({
  ...app,
  lock: { enabled: lockEnabled, waitSeconds: lockWaitSeconds },
  comment,
});
