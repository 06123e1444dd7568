import type { AccessKeyRepository } from '../../../application/ports/access-keys.js';
import type { TokenRepository } from '../../../application/ports/identity.js';
import type { OAuthRepository } from '../../../application/ports/oauth.js';
import type { SecondFactorRepository } from '../../../application/ports/second-factors.js';
import type { AccessKey } from '../../../domain/access/access-key.js';
import type { OAuthClient } from '../../../domain/access/oauth.js';
import { isNextCounter, type PasskeyFactor, type SecondFactor } from '../../../domain/access/second-factor.js';
import { IpamError } from '../../../domain/errors.js';
import type { Draft } from '../records/state.js';
import { byAll, compareBytewise } from '../records/text-order.js';

/** @throws IpamError signIn.failed if the user does not exist */
function requireUser(draft: Draft, userId: number): void {
  if (!draft.collection('users').at(userId)) throw new IpamError('signIn.failed');
}

export function tokensIn(draft: Draft): TokenRepository {
  const tokens = draft.collection('tokens');
  return {
    find: async (digest) => tokens.find(digest),
    list: async () => tokens.by('user'),
    async insert(token) {
      requireUser(draft, token.userId);
      tokens.save(token);
    },
    async extend(digest, expires, lastUsed) {
      const token = tokens.find(digest);
      if (token) tokens.save({ ...token, expires, ...(token.session ? { session: { ...token.session, lastUsed } } : {}) });
    },
    async noteAuthentication(digest, at) {
      const token = tokens.find(digest);
      if (token?.session) tokens.save({ ...token, session: { ...token.session, proven: at } });
    },
    delete: async (digest) => tokens.delete(digest),
    deleteExpired: async (now) => void tokens.deleteWhile('expires', ({ expires }) => expires <= now),
    deleteOldest: async (userId, retained) => tokens.retainLast(retained, 'user', userId),
  };
}

const byUserAndName = byAll<AccessKey>(
  (a, b) => a.userId - b.userId,
  (a, b) => compareBytewise(a.name, b.name),
  (a, b) => a.created.getTime() - b.created.getTime(),
  (a, b) => compareBytewise(a.digest, b.digest),
);

export function accessKeysIn(draft: Draft): AccessKeyRepository {
  const keys = draft.collection('accessKeys');
  return {
    find: async (digest) => keys.find(digest),
    list: async (userId) => keys.by('user', ...(userId === undefined ? [] : [userId])).sort(byUserAndName),
    async insert(key) {
      requireUser(draft, key.userId);
      keys.save(key);
    },
    async update(key) {
      const stored = keys.find(key.digest);
      if (!stored) return;
      const { userId, created, lastUsed, audience } = stored;
      keys.save({ ...key, userId, created, lastUsed, audience });
    },
    async noteUse(digest, at) {
      const stored = keys.find(digest);
      if (stored && (stored.lastUsed === null || stored.lastUsed < at)) keys.save({ ...stored, lastUsed: at });
    },
    delete: async (digest) => keys.delete(digest),
  };
}

const byUserAndCreation = byAll<SecondFactor>(
  (a, b) => a.userId - b.userId,
  (a, b) => a.created.getTime() - b.created.getTime(),
  (a, b) => compareBytewise(a.id, b.id),
);

export function secondFactorsIn(draft: Draft): SecondFactorRepository {
  const factors = draft.collection('secondFactors');
  const recoveryCodes = draft.collection('recoveryCodes');
  const passkey = (credentialId: string): PasskeyFactor | undefined => {
    const found = factors.findBy('credential', credentialId);
    return found?.type === 'passkey' ? found : undefined;
  };
  return {
    list: async (userId) => factors.by('user', ...(userId === undefined ? [] : [userId])).sort(byUserAndCreation),
    findPasskey: async (credentialId) => passkey(credentialId),
    countRecoveryCodes: async (userId) => recoveryCodes.by('user', userId).length,
    async insert(factor) {
      requireUser(draft, factor.userId);
      if (factor.type === 'passkey' && passkey(factor.credentialId))
        throw new IpamError('account.enrolment', { problem: 'this passkey is already registered' });
      factors.save(factor);
    },
    confirm: async (id) => void factors.change(factors.numberOf(id), { isConfirmed: true }),
    async useStep(id, step, at) {
      const stored = factors.find(id);
      if (stored?.type !== 'totp' || (stored.lastStep !== null && stored.lastStep >= step)) return false;
      factors.save({ ...stored, lastStep: step, lastUsed: at });
      return true;
    },
    async useCounter(id, counter, at) {
      const stored = factors.find(id);
      if (stored?.type !== 'passkey' || !isNextCounter(stored.counter, counter)) return false;
      factors.save({ ...stored, counter, lastUsed: at });
      return true;
    },
    delete: async (id) => factors.delete(id),
    async replaceRecoveryCodes(userId, digests) {
      recoveryCodes.deleteBy('user', userId);
      for (const digest of digests) recoveryCodes.save({ userId, digest });
    },
    useRecoveryCode: async (userId, digest) => recoveryCodes.delete(userId, digest),
  };
}

/** Maximum number of expired grants deleted at once. */
const maxDeletedGrants = 1000;

export function oauthIn(draft: Draft): OAuthRepository {
  const clients = draft.collection('oauthClients');
  const grants = draft.collection('oauthGrants');
  return {
    findClient: async (id) => clients.find(id),
    findGrant: async (family) => grants.find(family),
    async listGrants(userId) {
      const own = grants.by('user', userId);
      return own.sort((a, b) => a.created.getTime() - b.created.getTime() || (a.family < b.family ? -1 : 1));
    },
    async insertClient(client, max) {
      clients.save(client);
      const all = clients.all();
      const unused = all.filter(({ lastGranted }) => lastGranted === null);
      const oldest = unused.sort((a, b) => a.created.getTime() - b.created.getTime() || (a.id > b.id ? -1 : 1));
      for (const { id } of oldest.slice(0, Math.max(0, all.length - max))) clients.delete(id);
    },
    noteConsent: async (clientId, at) => void clients.change(clients.numberOf(clientId), { lastGranted: at }),
    saveGrant: async (grant) => grants.save(grant),
    deleteGrant: async (family) => grants.delete(family),
    async deleteOutlived(before) {
      const ended = grants.all().filter(({ expires }) => expires < before.grants);
      const over = ended.sort((a, b) => a.expires.getTime() - b.expires.getTime()).slice(0, maxDeletedGrants);
      for (const { family } of over) grants.delete(family);
      const used = new Set(grants.all().map(({ clientId }) => clientId));
      const isOutlived = ({ created, lastGranted }: OAuthClient) =>
        lastGranted === null ? created < before.unusedClients : lastGranted < before.clients;
      clients.deleteWhere((client) => !used.has(client.id) && isOutlived(client));
      return over;
    },
  };
}
