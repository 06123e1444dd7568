import type { AccessKey } from '../../../domain/access/access-key.js';
import { isServiceAccount, type User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { scalarText } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { UserReader } from '../../ports/identity.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { invalidEntry, labelOf } from '../provisioning/entry.js';
import { type AdministrativeUnit, type AdministrativeUnits, requireAdministrator } from './administrative-units.js';
import {
  addKey,
  changeKey,
  type KeyChangeInput,
  type KeyUnit,
  keyCalled,
  type ListedKey,
  listedKey,
  type NewKeyInput,
  type RotationInput,
  rotateKey,
} from './key-writes.js';

/** Lists and revokes keys of all users. Creates keys of service accounts. Each change is logged. */
export class KeyAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;

  constructor(readers: Readers, units: AdministrativeUnits, clock: Clock, tokens: TokenSource) {
    this.#readers = readers;
    this.#units = units;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  /** All keys, or the keys of a user, by user and name. @throws IpamError administration.unknown for an unknown user */
  async list(caller: Caller, username?: string): Promise<ListedKey[]> {
    requireAdministrator(caller);
    const { users, accessKeys } = this.#readers;
    const owner = username === undefined ? undefined : await existing(users, username);
    const names = new Map((await users.list()).map((user) => [user.id, user.username]));
    const keys = await accessKeys.list(owner?.id);
    return keys.map((key) => listedKey(key, names.get(key.userId) ?? '', this.#clock.now()));
  }

  /**
   * Creates a key of a service account.
   * @throws IpamError administration.unknown, administration.exists, provision.invalid, account.proofOutdated
   */
  add(caller: Caller, username: string, input: NewKeyInput): Promise<ListedKey> {
    return this.#units.runReauthenticated(caller, async (unit) => {
      const label = labelOf('key', scalarText(input.name) ?? '');
      if (username === '') invalidEntry(`${label} "user"`, 'is missing; it must be the name of a service account');
      const user = await existing(unit.repositories.users, username);
      requireAccount(user, label);
      return addKey(this.#keyUnit(unit), user, input);
    });
  }

  /**
   * Changes a key of a service account.
   * @throws IpamError administration.unknown, administration.exists, provision.invalid, account.proofOutdated
   */
  set(caller: Caller, id: string, changes: KeyChangeInput): Promise<ListedKey> {
    return this.#units.runReauthenticated(caller, async (unit) => {
      const { key, user } = await found(unit, id);
      requireAccount(user, labelOf('key', key.name));
      return changeKey(this.#keyUnit(unit), user, key, changes);
    });
  }

  /** Rotates a key of a service account. @throws IpamError administration.unknown, provision.invalid, account.proofOutdated */
  rotate(caller: Caller, id: string, input: RotationInput): Promise<ListedKey> {
    return this.#units.runReauthenticated(caller, async (unit) => {
      const { key, user } = await found(unit, id);
      requireAccount(user, labelOf('key', key.name));
      return rotateKey(this.#keyUnit(unit), user, key, input);
    });
  }

  /** @throws IpamError administration.unknown */
  remove(caller: Caller, id: string): Promise<ListedKey> {
    return this.#units.run(caller, async (unit) => {
      const { key, user } = await found(unit, id);
      await unit.writes.deleteKey(user, key);
      return listedKey(key, user.username, this.#clock.now());
    });
  }

  #keyUnit({ repositories, writes }: AdministrativeUnit): KeyUnit {
    return { repositories, writes, now: this.#clock.now(), tokens: this.#tokens };
  }
}

async function found({ repositories }: AdministrativeUnit, id: string): Promise<{ key: AccessKey; user: User }> {
  const key = keyCalled(await repositories.accessKeys.list(), id);
  const user = await repositories.users.find(key.userId);
  if (!user) throw new IpamError('administration.unknown', { what: 'key', name: id });
  return { key, user };
}

/**
 * Refuses keys of persons. A key acts as its owner, so only the owner may create and change it.
 * @throws IpamError provision.invalid
 */
function requireAccount(user: User, label: string): void {
  if (!isServiceAccount(user)) invalidEntry(`${label} "user"`, 'must be a service account: users create their own keys');
}

/** @throws IpamError administration.unknown */
async function existing(users: Pick<UserReader, 'findByName'>, name: string): Promise<User> {
  const user = await users.findByName(name);
  if (!user) throw new IpamError('administration.unknown', { what: 'user', name });
  return user;
}
