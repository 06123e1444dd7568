import {
  clientRule,
  nameRule,
  outlivedAt,
  type SignInAttempts,
  verdictOn,
  withoutFailures,
} from '../../../domain/access/sign-in-block.js';
import type { User } from '../../../domain/access/user.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import { recordChange } from '../../changes/change-log.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { UserReader } from '../../ports/identity.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { clientIn, countedName, nameKey } from '../sign-in/sign-in-guard.js';
import type { AdministrativeUnits } from './administrative-units.js';
import { requireAdministrator, requireKnown } from './requirements.js';

export interface SignInBlock {
  /** `client NETWORK`, or `name` and the first digits of a user name's digest. */
  readonly id: string;
  /** The blocked client network; null if a user name is blocked. */
  readonly client: string | null;
  /** Users with the blocked name: usually one, none for an unknown name. */
  readonly users: readonly string[];
  readonly failures: number;
  /** Time of the next permitted attempt, YYYY-MM-DD HH:MM:SS in UTC. */
  readonly until: string;
}

/** Maximum number of listed blocks. Blocks with the most failures take precedence. */
const maxBlocks = 1000;

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

  async list(caller: Caller): Promise<SignInBlock[]> {
    requireAdministrator(caller);
    const now = this.#clock.now();
    const tolerated = Math.min(clientRule.tolerated, nameRule.tolerated);
    const failed = await this.#readers.signInAttempts.listFailed(tolerated, maxBlocks);
    return this.#describe(
      failed.flatMap((attempts) => blockedAt(attempts, now) ?? []),
      this.#readers.users,
    );
  }

  /** Lifts a block. @returns the lifted block @throws IpamError administration.unknown */
  lift(caller: Caller, id: string): Promise<SignInBlock> {
    return this.#units.run(caller, async ({ repositories, now, at }) => {
      const { signInAttempts, users } = repositories;
      const blocked = (await signInAttempts.find(id)) && blockedAt({ ...(await signInAttempts.lock(id)), key: id }, now);
      const block = requireKnown(blocked ? (await this.#describe([blocked], users))[0] : undefined, 'block', id);
      const left = withoutFailures(await signInAttempts.lock(id));
      await signInAttempts.save(id, left, outlivedAt(ruleOf(id), left));
      const name = block.client ?? block.users.join(', ');
      const subject = { object: block.client === null ? 'user' : 'clientAddress', objectId: 0, objectName: name } as const;
      await recordChange(repositories, caller, at, { ...subject, action: 'unblock', differences: [] });
      return block;
    });
  }

  async #describe(blocked: readonly Blocked[], users: UserReader): Promise<SignInBlock[]> {
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

/** The block for a counter of attempts; undefined without a block. */
function blockedAt(attempts: SignInAttempts & { readonly key: string }, now: Date): Blocked | undefined {
  const { key, failures } = attempts;
  const verdict = verdictOn(ruleOf(key), attempts, now);
  return typeof verdict === 'object' ? { key, failures, until: new Date(now.getTime() + verdict.blockedFor) } : undefined;
}
