import type { Knex } from 'knex';
import type { AccessKeyRepository } from '../../../application/ports/access-keys.js';
import type { TokenRepository } from '../../../application/ports/identity.js';
import type { OAuthRepository } from '../../../application/ports/oauth.js';
import type { SecondFactorRepository } from '../../../application/ports/second-factors.js';
import type { AccessKey } from '../../../domain/access/access-key.js';
import type { AccessToken } from '../../../domain/access/access-token.js';
import { isScope } from '../../../domain/access/key-scope.js';
import type { OAuthClient, OAuthGrant } from '../../../domain/access/oauth.js';
import type { PasskeyFactor, SecondFactor, TotpFactor } from '../../../domain/access/second-factor.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { columnsOf, rowOf } from '../names.js';
import { lookupId } from '../records/field-columns.js';
import { deleteRows, firstOf, updateRows } from '../records/repository.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared } from '../sessions/sql.js';

interface TokenRow extends Pick<AccessToken, 'digest' | 'userId' | 'expires'> {
  readonly method: string | null;
  readonly created: Date | null;
  readonly lastUsed: Date | null;
  readonly proven: Date | null;
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
}

const selectTokens = () =>
  knex('tokens').select(
    columnsOf('digest', 'expires', 'method', 'created', 'proven', 'userId', 'lastUsed', 'clientAddress', 'userAgent'),
  );

const tokenByDigest = prepared<{ digest: string }, TokenRow>('token_by_digest', ({ digest }) => selectTokens().where({ digest }));

const extendToken = prepared<{ digest: string; expires: Date; lastUsed: Date }>('extend_token', ({ digest, expires, lastUsed }) =>
  knex('tokens').where({ digest }).update({ expires, last_used: lastUsed }),
);

export const tokensIn = (session: Session): TokenRepository => ({
  find: async (digest) => firstOf(session.lookup(tokenByDigest, { digest }), tokenOf),
  list: async () => (await session.rows<TokenRow>(selectTokens().orderBy(['user_id', 'expires', 'place']))).map(tokenOf),
  insert: async ({ digest, userId, expires, session: facts }) =>
    session.execute(knex('tokens').insert(rowOf({ digest, userId, expires, ...facts }))),
  extend: async (digest, expires, lastUsed) => session.execute(extendToken, { digest, expires, lastUsed }),
  noteAuthentication: async (digest, at) =>
    session.execute(knex('tokens').where({ digest }).whereNotNull('created').update({ proven: at })),
  delete: async (digest) => (await deleteRows(session, knex('tokens').where({ digest }))) > 0,
  deleteExpired: async (now) => session.execute(knex('tokens').where('expires', '<=', now).delete()),
  async deleteOldest(userId, retained) {
    const newestFirst = ['expires', 'place'].map((column) => ({ column, order: 'desc' }));
    const user_id = lookupId(userId);
    const surplus = knex('tokens').select('digest').where({ user_id }).orderBy(newestFirst).offset(retained);
    await session.rows(knex('tokens').whereIn('digest', surplus).delete());
  },
});

function tokenOf({ digest, userId, expires, ...row }: TokenRow): AccessToken {
  const { method, created, lastUsed, proven, clientAddress, userAgent } = row;
  if (method === null || created === null) return { digest, userId, expires };
  const times = { created, lastUsed: lastUsed ?? created, proven: proven ?? created };
  return { digest, userId, expires, session: { method, ...times, clientAddress, userAgent: userAgent ?? '' } };
}

interface KeyRow extends Pick<AccessKey, 'digest' | 'userId' | 'name' | 'created' | 'expires' | 'lastUsed' | 'audience'> {
  readonly scopes: readonly string[];
  readonly sections: readonly number[];
  readonly subnets: readonly number[];
  readonly networks: readonly string[];
  readonly requestsPerMinute: number | null;
  readonly allocationsPerMinute: number | null;
}

const selectKeys = () =>
  knex('access_keys').select([
    ...columnsOf('digest', 'name', 'created', 'expires', 'scopes', 'sections', 'subnets', 'networks', 'audience'),
    ...columnsOf('userId', 'lastUsed', 'requestsPerMinute', 'allocationsPerMinute'),
  ]);

const keyByDigest = prepared<{ digest: string }, KeyRow>('access_key_by_digest', ({ digest }) => selectKeys().where({ digest }));

const noteKeyUse = prepared<{ digest: string; at: Date }>('note_access_key_use', ({ digest, at }) =>
  knex('access_keys')
    .where({ digest })
    .andWhere((query) => query.whereNull('last_used').orWhere('last_used', '<', at))
    .update({ last_used: at }),
);

export const accessKeysIn = (session: Session): AccessKeyRepository => ({
  find: async (digest) => firstOf(session.lookup(keyByDigest, { digest }), keyOf),
  async list(userId) {
    const all = selectKeys().orderByRaw('user_id, name collate "C", created, digest');
    return (await session.rows<KeyRow>(userId === undefined ? all : all.where({ user_id: lookupId(userId) }))).map(keyOf);
  },
  async insert(key) {
    const { digest, userId, created, lastUsed, audience } = key;
    await session.rows(knex('access_keys').insert(rowOf({ digest, userId, created, lastUsed, audience, ...changeable(key) })));
  },
  update: async (key) =>
    session.execute(
      knex('access_keys')
        .where({ digest: key.digest })
        .update(rowOf(changeable(key))),
    ),
  noteUse: async (digest, at) => session.execute(noteKeyUse, { digest, at }),
  delete: async (digest) => (await deleteRows(session, knex('access_keys').where({ digest }))) > 0,
});

const changeable = ({ name, expires, scopes, sections, subnets, networks, limits }: AccessKey) => ({
  ...{ name, expires, scopes, sections, subnets, networks: networks.map(String), ...limits },
});

const keyOf = ({ requestsPerMinute, allocationsPerMinute, scopes, networks, ...row }: KeyRow): AccessKey => ({
  ...row,
  scopes: scopes.filter(isScope),
  networks: networks.map((text) => Prefix.parse(text)),
  limits: { requestsPerMinute, allocationsPerMinute },
});

/** Numbers of bigint columns are texts. */
interface FactorRow extends Pick<SecondFactor, 'id' | 'userId' | 'type' | 'name' | 'created' | 'lastUsed' | 'isConfirmed'> {
  readonly secret: string | null;
  readonly lastStep: string | number | null;
  readonly credentialId: string | null;
  readonly publicKey: string | null;
  readonly rpId: string | null;
  readonly transports: readonly string[] | null;
  readonly counter: string | number | null;
}

const selectFactors = () =>
  knex('second_factors').select([
    ...columnsOf('id', 'type', 'name', 'created', 'secret', 'transports', 'counter', 'userId', 'lastUsed', 'isConfirmed'),
    ...columnsOf('lastStep', 'credentialId', 'publicKey', 'rpId'),
  ]);

export const secondFactorsIn = (session: Session): SecondFactorRepository => ({
  async list(userId) {
    const all = selectFactors().orderByRaw('user_id, created, id collate "C"');
    const found = userId === undefined ? all : all.where({ user_id: lookupId(userId) });
    return (await session.rows<FactorRow>(found)).map(factorOf);
  },
  findPasskey: async (credentialId) =>
    firstOf(session.lookup<FactorRow>(selectFactors().where({ credential_id: credentialId })), passkeyOf),
  async countRecoveryCodes(userId) {
    const user_id = lookupId(userId);
    return (await session.rows(knex('recovery_codes').select('digest').where({ user_id }))).length;
  },
  insert: async (factor) => session.execute(knex('second_factors').insert(rowOf(factor))),
  confirm: async (id) => session.execute(knex('second_factors').where({ id }).update({ is_confirmed: true })),
  async useStep(id, step, at) {
    const isLater = (query: Knex.QueryBuilder) => query.whereNull('last_step').orWhere('last_step', '<', step);
    const factor = knex('second_factors').where({ id }).andWhere(isLater);
    return (await updateRows(session, factor, { last_step: step, last_used: at })) > 0;
  },
  async useCounter(id, counter, at) {
    const factor = knex('second_factors').where({ id });
    const valid = counter === 0 ? factor.where({ counter }) : factor.where('counter', '<', counter);
    return (await updateRows(session, valid, { counter, last_used: at })) > 0;
  },
  delete: async (id) => (await deleteRows(session, knex('second_factors').where({ id }))) > 0,
  async replaceRecoveryCodes(userId, digests) {
    await deleteRows(session, knex('recovery_codes').where({ user_id: lookupId(userId) }));
    if (digests.length === 0) return;
    await session.rows(knex('recovery_codes').insert(digests.map((digest) => ({ user_id: userId, digest }))));
  },
  useRecoveryCode: async (userId, digest) =>
    (await deleteRows(session, knex('recovery_codes').where({ user_id: lookupId(userId), digest }))) > 0,
});

const commonOf = ({ id, userId, name, created, lastUsed, isConfirmed }: FactorRow) => ({
  ...{ id, userId, name, created, lastUsed, isConfirmed },
});

const passkeyOf = (row: FactorRow): PasskeyFactor => ({
  ...commonOf(row),
  type: 'passkey',
  credentialId: row.credentialId ?? '',
  publicKey: row.publicKey ?? '',
  rpId: row.rpId ?? '',
  transports: row.transports ?? [],
  counter: Number(row.counter),
});

const totpOf = (row: FactorRow): TotpFactor => ({
  ...commonOf(row),
  type: 'totp',
  secret: row.secret ?? '',
  lastStep: row.lastStep === null ? null : Number(row.lastStep),
});

const factorOf = (row: FactorRow): SecondFactor => (row.type === 'totp' ? totpOf(row) : passkeyOf(row));

interface GrantRow extends Omit<OAuthGrant, 'scopes'> {
  readonly scopes: readonly string[];
}

const clientColumns = columnsOf('id', 'name', 'redirectUris', 'created', 'lastGranted');

const grantColumns = [
  ...columnsOf('family', 'clientId', 'clientName', 'userId', 'scopes', 'redirectUri', 'challenge', 'secret', 'keyDigest'),
  ...columnsOf('created', 'expires'),
];

/** Maximum number of expired grants deleted at once. */
const maxDeletedGrants = 1000;

export const oauthIn = (session: Session): OAuthRepository => ({
  findClient: async (id) => (await session.lookup<OAuthClient>(knex('oauth_clients').select(clientColumns).where({ id })))[0],
  findGrant: async (family) =>
    firstOf(session.lookup<GrantRow>(knex('oauth_grants').select(grantColumns).where({ family })), grantOf),
  async listGrants(userId) {
    const own = knex('oauth_grants').where({ user_id: lookupId(userId) });
    return (await session.rows<GrantRow>(own.select(grantColumns).orderBy(['created', 'family']))).map(grantOf);
  },
  async insertClient(client, max) {
    await session.rows(knex('oauth_clients').insert(rowOf(client)));
    const byUse = knex('oauth_clients').select('id').orderByRaw('last_granted is null, coalesce(last_granted, created) desc, id');
    await session.rows(knex('oauth_clients').whereNull('last_granted').whereIn('id', byUse.offset(max)).delete());
  },
  noteConsent: async (id, at) => session.execute(knex('oauth_clients').where({ id }).update({ last_granted: at })),
  saveGrant: async (grant) => session.execute(knex('oauth_grants').insert(rowOf(grant)).onConflict('family').merge()),
  deleteGrant: async (family) => (await deleteRows(session, knex('oauth_grants').where({ family }))) > 0,
  async deleteOutlived({ grants, unusedClients, clients }) {
    const over = knex('oauth_grants').select('family').where('expires', '<', grants).orderBy('expires').limit(maxDeletedGrants);
    const deleted = await session.rows<GrantRow>(knex('oauth_grants').whereIn('family', over).delete().returning(grantColumns));
    await session.rows(
      knex('oauth_clients')
        .where((query) =>
          query
            .where('last_granted', '<', clients)
            .orWhere((unused) => unused.whereNull('last_granted').where('created', '<', unusedClients)),
        )
        .whereNotExists(knex('oauth_grants').select(knex.raw('1')).where('client_id', knex.ref('oauth_clients.id')))
        .delete(),
    );
    return deleted.map(grantOf);
  },
});

const grantOf = ({ scopes, ...row }: GrantRow): OAuthGrant => ({ ...row, scopes: scopes.filter(isScope) });
