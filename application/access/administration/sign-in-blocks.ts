import {
  clientRule,
  nameRule,
  outlivedAt,
  type SignInAttempts,
  verdictOn,
  withoutFailures,
} from '../../../domain/access/sign-in-block.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import { recordChange } from '../../changes/change-log.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { UserReader } from '../../ports/identity.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { clientIn, countedName, nameKey } from '../sign-in/attempt-keys.js';
import { type AdministrativeUnits, requireAdministrator } from './administrative-units.js';

/** Who may not sign in for a while, after too many failures. */
export interface SignInBlock {
  /** What it is called: `client NETWORK`, or `name` and the beginning of a digest of the user name. */
  readonly id: string;
  /** The network of the clients that are blocked; null where a user name is. */
  readonly client: string | null;
  /** The users whose name is blocked: usually one, none where nobody has the name. */
  readonly users: readonly string[];
  readonly failures: number;
  /** When the next attempt is let through, as records hold times. */
  readonly until: string;
}

/** As many are told at most: those with the most failures. */
const maxBlocks = 1000;

/** Lists and lifts blocks of who failed to sign in too often. */
export class SignInBlocks {
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

  /** The blocks that hold now, those with the most failures first. */
  async list(caller: Caller): Promise<SignInBlock[]> {
    requireAdministrator(caller);
    const now = this.#clock.now();
    const tolerated = Math.min(clientRule.tolerated, nameRule.tolerated);
    const failed = await this.#readers.signInAttempts.listFailed(tolerated, maxBlocks);
    return this.#told(
      failed.flatMap((attempts) => blockedAt(attempts, now) ?? []),
      this.#readers.users,
    );
  }

  /** Lets whoever is blocked try again at once. @returns the block. @throws IpamError administration.unknown */
  lift(caller: Caller, id: string): Promise<SignInBlock> {
    return this.#units.run(caller, async ({ repositories, at }) => {
      const { signInAttempts, users } = repositories;
      const now = this.#clock.now();
      const blocked = (await signInAttempts.find(id)) && blockedAt({ ...(await signInAttempts.lock(id)), key: id }, now);
      const [block] = blocked ? await this.#told([blocked], users) : [];
      if (!block) throw new IpamError('administration.unknown', { what: 'block', name: id });
      const left = withoutFailures(await signInAttempts.lock(id));
      await signInAttempts.save(id, left, outlivedAt(ruleOf(id), left));
      const name = block.client ?? block.users.join(', ');
      const subject = { object: block.client === null ? 'user' : 'clientAddress', objectId: 0, objectName: name } as const;
      await recordChange(repositories, caller, at, { ...subject, action: 'unblock', differences: [] });
      return block;
    });
  }

  async #told(blocked: readonly Blocked[], users: UserReader): Promise<SignInBlock[]> {
    const known = blocked.some(({ key }) => clientIn(key) === null) ? await users.list() : [];
    const keys = known.map((user) => ({ user, key: nameKey(countedName(user.username, this.#tokens)) }));
    return blocked.map(({ key, failures, until }) => ({
      id: key,
      client: clientIn(key),
      users: keys.filter((each) => each.key === key).map(({ user }: { user: User }) => user.username),
      failures,
      until: formatTimestamp(until),
    }));
  }
}

interface Blocked {
  readonly key: string;
  readonly failures: number;
  readonly until: Date;
}

const ruleOf = (key: string) => (clientIn(key) === null ? nameRule : clientRule);

/** The block that attempts amount to; undefined where there is none. */
function blockedAt(attempts: SignInAttempts & { readonly key: string }, now: Date): Blocked | undefined {
  const { key, failures } = attempts;
  const verdict = verdictOn(ruleOf(key), attempts, now);
  return typeof verdict === 'object' ? { key, failures, until: new Date(now.getTime() + verdict.blockedFor) } : undefined;
}
