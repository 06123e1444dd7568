import type { User } from '../../../domain/access/user.js';
import type { Caller } from '../../caller.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { type AdministrativeUnit, runForOwner } from './administrative-units.js';
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
import { requireOwner, requireRecentAuthentication } from './requirements.js';

/**
 * The keys of the caller. A caller that uses a key has no access, because a new key could outlive the used one.
 * @throws IpamError permission.denied for callers other than users with an access token
 */
export class OwnKeys {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, tokens: TokenSource) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  async list(caller: Caller): Promise<ListedKey[]> {
    const user = requireOwner(caller);
    return (await this.#readers.accessKeys.list(user.id)).map((key) => listedKey(key, user.username, this.#clock.now()));
  }

  /** @throws IpamError provision.invalid, administration.exists, account.proofOutdated */
  add(caller: Caller, input: NewKeyInput): Promise<ListedKey> {
    return this.#runReauthenticated(caller, (unit, user) => addKey(unit, this.#tokens, user, input));
  }

  /** @throws IpamError administration.unknown, administration.exists, provision.invalid, account.proofOutdated */
  set(caller: Caller, id: string, changes: KeyChangeInput): Promise<ListedKey> {
    return this.#runReauthenticated(caller, async (unit, user) => changeKey(unit, user, await ownKey(unit, user, id), changes));
  }

  /** @throws IpamError administration.unknown, provision.invalid, account.proofOutdated */
  rotate(caller: Caller, id: string, input: RotationInput): Promise<ListedKey> {
    return this.#runReauthenticated(caller, async (unit, user) =>
      rotateKey(unit, this.#tokens, user, await ownKey(unit, user, id), input),
    );
  }

  /** @returns the revoked key @throws IpamError administration.unknown */
  remove(caller: Caller, id: string): Promise<ListedKey> {
    return runForOwner(this.#unitOfWork, this.#clock, caller, async (unit, user) => {
      const key = await ownKey(unit, user, id);
      await unit.writes.deleteKey(user, key);
      return listedKey(key, user.username, unit.now);
    });
  }

  /** Like AdministrativeUnits.runReauthenticated, for the caller's keys. @throws IpamError account.proofOutdated */
  #runReauthenticated<T>(caller: Caller, work: (unit: AdministrativeUnit, user: User) => Promise<T>): Promise<T> {
    return runForOwner(this.#unitOfWork, this.#clock, caller, async (unit, user) => {
      await requireRecentAuthentication(unit.repositories.tokens, caller, unit.now);
      return work(unit, user);
    });
  }
}

const ownKey = async ({ repositories }: AdministrativeUnit, user: User, id: string) =>
  keyCalled(await repositories.accessKeys.list(user.id), id);
