import type { UserRepository } from '../../../application/ports/identity.js';
import { normalizeUsername, type User } from '../../../domain/identity/user.js';
import { soughtId } from '../records/field-columns.js';
import type { Binding, Session } from '../sessions/session.js';

const columns = {
  username: 'username',
  role: 'role',
  inventory: 'inventory',
  realName: 'real_name',
  email: 'email',
  disabled: 'disabled',
  editDate: 'edit_date',
  lastLogin: 'last_login',
  lastActivity: 'last_activity',
} as const satisfies Partial<Record<keyof User, string>>;

const selected = Object.entries(columns).map(([name, column]) => `u.${column} as "${name}"`);
const groups = 'array(select group_id from user_groups where user_id = u.id order by group_id) as groups';
const select = `select u.id, ${selected.join(', ')}, ${groups} from users u`;

/** Users in a database. */
export class KnexUserRepository implements UserRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  find(id: number): Promise<User | undefined> {
    return this.#session.row<User>(`${select} where u.id = ?`, [soughtId(id)]);
  }

  findByName(username: string): Promise<User | undefined> {
    return this.#session.row<User>(`${select} where u.name_key = ?`, [normalizeUsername(username)]);
  }

  async findPasswordHash(userId: number): Promise<string | undefined> {
    const row = await this.#session.row<{ password_hash: string }>('select password_hash from users where id = ?', [
      soughtId(userId),
    ]);
    return row?.password_hash;
  }

  list(): Promise<User[]> {
    return this.#session.rows<User>(`${select} order by u.id`);
  }

  async insert(user: Omit<User, 'id'>, passwordHash: string): Promise<number> {
    const entries = [...entriesOf(user), ['password_hash', passwordHash] as const];
    const names = entries.map(([column]) => column).join(', ');
    const sql = `insert into users (${names}) values (${entries.map(() => '?').join(', ')}) returning id`;
    const [row] = await this.#session.rows<{ id: number }>(
      sql,
      entries.map(([, value]) => value),
    );
    if (!row) throw new Error('an insert returned no id');
    await this.#setGroups(row.id, user.groups);
    return row.id;
  }

  async update(id: number, changes: Partial<Omit<User, 'id'>>): Promise<void> {
    const entries = entriesOf(changes);
    if (entries.length > 0) {
      const assignments = entries.map(([column]) => `${column} = ?`).join(', ');
      await this.#session.rows(`update users set ${assignments} where id = ?`, [
        ...entries.map(([, value]) => value),
        soughtId(id),
      ]);
    }
    if (changes.groups) await this.#setGroups(id, changes.groups);
  }

  async setPasswordHash(id: number, passwordHash: string): Promise<void> {
    await this.#session.rows('update users set password_hash = ? where id = ?', [passwordHash, soughtId(id)]);
  }

  async delete(id: number): Promise<boolean> {
    return (await this.#session.rows('delete from users where id = ? returning id', [soughtId(id)])).length > 0;
  }

  async #setGroups(userId: number, groupIds: readonly number[]): Promise<void> {
    await this.#session.rows('delete from user_groups where user_id = ?', [soughtId(userId)]);
    if (groupIds.length === 0) return;
    const sql =
      'insert into user_groups (user_id, group_id) select u.id, g from users u, unnest(?::integer[]) g where u.id = ? on conflict do nothing';
    await this.#session.rows(sql, [groupIds, soughtId(userId)]);
  }
}

/** Columns and values of the properties that are given, beside groups. */
function entriesOf(user: Partial<Omit<User, 'id'>>): (readonly [string, Binding])[] {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const entries = names.flatMap((name) => (user[name] === undefined ? [] : [[columns[name], user[name]] as const]));
  return user.username === undefined ? entries : [...entries, ['name_key', normalizeUsername(user.username)]];
}
