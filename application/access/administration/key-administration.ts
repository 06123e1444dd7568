import type { AccessKey } from '../../../domain/access/access-key.js';
import { isServiceAccount, type User } from '../../../domain/access/user.js';
import { scalarText } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { invalidEntry, labelOf } from '../provisioning/entry.js';
import type { AdministrativeUnit, AdministrativeUnits } from './administrative-units.js';
import {
  addKey,
  changeKey,
  type KeyChangeInput,
  keyCalled,
  type ListedKey,
  listedKey,
  type NewKeyInput,
  type RotationInput,
  rotateKey,
} from './key-writes.js';
import { requireAdministrator, requireKnown } from './requirements.js';

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
    const owner = username === undefined ? undefined : requireKnown(await users.findByName(username), 'user', username);
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
      const user = requireKnown(await unit.repositories.users.findByName(username), 'user', username);
      requireAccount(user, label);
      return addKey(unit, this.#tokens, user, input);
    });
  }

  /**
   * Changes a key of a service account.
   * @throws IpamError administration.unknown, administration.exists, provision.invalid, account.proofOutdated
   */
  set(caller: Caller, id: string, changes: KeyChangeInput): Promise<ListedKey> {
    return this.#units.runReauthenticated(caller, async (unit) => {
      const { key, user } = await keyOfAccount(unit, id);
      return changeKey(unit, user, key, changes);
    });
  }

  /** Rotates a key of a service account. @throws IpamError administration.unknown, provision.invalid, account.proofOutdated */
  rotate(caller: Caller, id: string, input: RotationInput): Promise<ListedKey> {
    return this.#units.runReauthenticated(caller, async (unit) => {
      const { key, user } = await keyOfAccount(unit, id);
      return rotateKey(unit, this.#tokens, user, key, input);
    });
  }

  /** @throws IpamError administration.unknown */
  remove(caller: Caller, id: string): Promise<ListedKey> {
    return this.#units.run(caller, async (unit) => {
      const { key, user } = await found(unit, id);
      await unit.writes.deleteKey(user, key);
      return listedKey(key, user.username, unit.now);
    });
  }
}

async function found({ repositories }: AdministrativeUnit, id: string): Promise<{ key: AccessKey; user: User }> {
  const key = keyCalled(await repositories.accessKeys.list(), id);
  return { key, user: requireKnown(await repositories.users.find(key.userId), 'key', id) };
}

async function keyOfAccount(unit: AdministrativeUnit, id: string): Promise<{ key: AccessKey; user: User }> {
  const { key, user } = await found(unit, id);
  requireAccount(user, labelOf('key', key.name));
  return { key, user };
}

/**
 * Refuses keys of persons. A key acts as its owner, so only the owner may create and change it.
 * @throws IpamError provision.invalid
 */
function requireAccount(user: User, label: string): void {
  if (!isServiceAccount(user)) invalidEntry(`${label} "user"`, 'must be a service account: users create their own keys');
}
