import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { AuditedWrites } from './audited-writes.js';
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
import { requireRecentAuthentication } from './recent-authentication.js';

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
    const user = ownerIn(caller);
    return (await this.#readers.accessKeys.list(user.id)).map((key) => listedKey(key, user.username, this.#clock.now()));
  }

  /** @throws IpamError provision.invalid, administration.exists, account.proofOutdated */
  add(caller: Caller, input: NewKeyInput): Promise<ListedKey> {
    return this.#runReauthenticated(caller, (unit, user) => addKey(unit, user, input));
  }

  /** @throws IpamError administration.unknown, administration.exists, provision.invalid, account.proofOutdated */
  set(caller: Caller, id: string, changes: KeyChangeInput): Promise<ListedKey> {
    return this.#runReauthenticated(caller, async (unit, user) =>
      changeKey(unit, user, keyCalled(await unit.repositories.accessKeys.list(user.id), id), changes),
    );
  }

  /** @throws IpamError administration.unknown, provision.invalid, account.proofOutdated */
  rotate(caller: Caller, id: string, input: RotationInput): Promise<ListedKey> {
    return this.#runReauthenticated(caller, async (unit, user) =>
      rotateKey(unit, user, keyCalled(await unit.repositories.accessKeys.list(user.id), id), input),
    );
  }

  /** @returns the revoked key @throws IpamError administration.unknown */
  remove(caller: Caller, id: string): Promise<ListedKey> {
    return this.#run(caller, async ({ repositories, writes, now }, user) => {
      const key = keyCalled(await repositories.accessKeys.list(user.id), id);
      await writes.deleteKey(user, key);
      return listedKey(key, user.username, now);
    });
  }

  /** Like AdministrativeUnits.runReauthenticated, for the caller's keys. @throws IpamError account.proofOutdated */
  #runReauthenticated<T>(caller: Caller, work: (unit: KeyUnit, user: User) => Promise<T>): Promise<T> {
    return this.#run(caller, async (unit, user) => {
      await requireRecentAuthentication(unit.repositories.tokens, caller, unit.now);
      return work(unit, user);
    });
  }

  async #run<T>(caller: Caller, work: (unit: KeyUnit, user: User) => Promise<T>): Promise<T> {
    const { id } = ownerIn(caller);
    const now = this.#clock.now();
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      await repositories.settings.lock(); // locks the user, so that requests with the same key name run in sequence
      const user = await repositories.users.find(id);
      if (!user || user.disabled) throw new IpamError('permission.denied');
      const writes = new AuditedWrites(repositories, caller, formatTimestamp(now));
      return work({ repositories, writes, now, tokens: this.#tokens }, user);
    });
  }
}

function ownerIn({ user, key }: Caller): User {
  if (!user || key) throw new IpamError('permission.denied');
  return user;
}
