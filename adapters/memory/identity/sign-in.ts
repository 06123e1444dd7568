import type { RateCountRepository } from '../../../application/ports/access-keys.js';
import type { Clock } from '../../../application/ports/environment.js';
import type {
  AppLeaseRepository,
  RequestNonceRepository,
  SignInAttemptRepository,
  SignInOriginRepository,
} from '../../../application/ports/identity.js';
import { noAttempts } from '../../../domain/access/sign-in-block.js';
import { attemptsLock } from '../records/locks.js';
import type { Draft } from '../records/state.js';

export function signInAttemptsIn(draft: Draft): SignInAttemptRepository {
  const counters = draft.collection('signInAttempts');
  return {
    find: async (key) => counters.find(key)?.attempts,
    async listFailed(tolerated, max) {
      const all = counters.by('key').map(({ key, attempts }) => ({ ...attempts, key }));
      const failed = all.filter(({ failures }) => failures > tolerated);
      return failed.sort((one, other) => other.failures - one.failures || (one.key < other.key ? -1 : 1)).slice(0, max);
    },
    async lock(key) {
      draft.locks.note(attemptsLock(key));
      return counters.find(key)?.attempts ?? noAttempts;
    },
    async save(key, attempts, outlived) {
      draft.locks.require(attemptsLock(key));
      if (outlived) counters.save({ key, attempts, outlived });
      else counters.delete(key);
    },
    deleteOutlived: async (now) => void counters.deleteWhile('outlived', ({ outlived }) => outlived < now),
  };
}

export function signInOriginsIn(draft: Draft): SignInOriginRepository {
  const origins = draft.collection('signInOrigins');
  return {
    async isKnown(userId, client, since) {
      const origin = origins.find(userId, client);
      return origin !== undefined && origin.last >= since;
    },
    async note(userId, client, now, retained) {
      origins.save({ userId, client, last: now });
      origins.retainLast(retained, 'user', userId);
    },
  };
}

/** Maximum number of expired nonces deleted at once. */
const sweep = 100;

export function requestNoncesIn(draft: Draft): RequestNonceRepository {
  const nonces = draft.collection('requestNonces');
  return {
    async note(digest, until, now) {
      const known = nonces.find(digest);
      if (known && known.outlived >= now) return false;
      nonces.save({ digest, outlived: until, owner: null });
      return true;
    },
    async noteOwned({ digest, owner, until }, { ofOwner, inAll }) {
      nonces.save({ digest, outlived: until, owner });
      nonces.retainLast(ofOwner, 'owner', owner);
      nonces.retainLast(inAll, 'owned');
    },
    async take(digest, now) {
      const known = nonces.find(digest);
      return known !== undefined && known.outlived >= now && nonces.delete(digest);
    },
    deleteOutlived: async (now) => nonces.deleteWhile('outlived', ({ outlived }) => outlived < now, sweep),
  };
}

/** Milliseconds during which a refused owner has priority over all others. Each retry restarts the period. */
const precedence = 1000;

export function appLeasesIn(draft: Draft, clock: Clock): AppLeaseRepository {
  const leases = draft.collection('appLeases');
  return {
    async take(appId, holder, seconds) {
      const now = clock.now().getTime();
      const lease = leases.find(appId) ?? { appId, holder: null, until: 0, next: null, nextUntil: 0 };
      const isFirst = lease.next === null || lease.next === holder || lease.nextUntil <= now;
      const getsIt = lease.holder === holder || ((lease.holder === null || lease.until <= now) && isFirst);
      const queue = !isFirst ? {} : getsIt ? { next: null } : { next: holder, nextUntil: now + precedence };
      leases.save({ ...lease, ...queue, ...(getsIt ? { holder, until: now + seconds * 1000 } : {}) });
      return getsIt;
    },
    async end(appId, holder) {
      const lease = leases.find(appId);
      if (lease?.holder === holder) leases.save({ ...lease, holder: null });
    },
  };
}

export function rateCountsIn(draft: Draft): RateCountRepository {
  const counts = draft.collection('rateCounts');
  return {
    async acquire({ name, window }, { least, wanted, limit }) {
      const stored = counts.find(name);
      const known = stored && stored.window >= window ? stored : { name, window, used: 0 };
      const left = known.window > window ? 0 : limit - known.used;
      const granted = left >= least ? Math.min(wanted, left) : 0;
      const used = known.used + granted;
      counts.save({ ...known, used });
      return { granted, used };
    },
    deleteBefore: async (window) => counts.deleteWhere((count) => count.window < window),
  };
}
