import type { OAuthRepository, OutlivedOAuth } from '../../../application/ports/oauth.js';
import { isScope } from '../../../domain/access/key-scope.js';
import type { OAuthClient, OAuthGrant } from '../../../domain/access/oauth.js';
import { lookupId } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';
import { knex, sql } from '../sessions/sql.js';

interface GrantRow extends Omit<OAuthGrant, 'scopes'> {
  readonly scopes: readonly string[];
}

const clientColumns = { id: 'id', name: 'name', redirectUris: 'redirect_uris', created: 'created', lastGranted: 'last_granted' };

const grantColumns = {
  ...{ family: 'family', clientId: 'client_id', clientName: 'client_name', userId: 'user_id', scopes: 'scopes' },
  ...{ redirectUri: 'redirect_uri', challenge: 'challenge', secret: 'secret', keyDigest: 'key_digest' },
  ...{ created: 'created', expires: 'expires' },
};

const maxDeleted = 1000;

export class KnexOAuthRepository implements OAuthRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async findClient(id: string): Promise<OAuthClient | undefined> {
    const [client] = await this.#session.lookup<OAuthClient>(knex('oauth_clients').select(clientColumns).where({ id }));
    return client;
  }

  async findGrant(family: string): Promise<OAuthGrant | undefined> {
    const [row] = await this.#session.lookup<GrantRow>(knex('oauth_grants').select(grantColumns).where({ family }));
    return row && grantOf(row);
  }

  async listGrants(userId: number): Promise<OAuthGrant[]> {
    const own = knex('oauth_grants')
      .select(grantColumns)
      .where({ user_id: lookupId(userId) })
      .orderBy(['created', 'family']);
    return (await this.#session.rows<GrantRow>(own)).map(grantOf);
  }

  async insertClient({ id, name, redirectUris, created, lastGranted }: OAuthClient, max: number): Promise<void> {
    const row = { id, name, redirect_uris: JSON.stringify(redirectUris), created, last_granted: lastGranted };
    await this.#session.rows(knex('oauth_clients').insert(row));
    await this.#session.rows(sql`
      delete from oauth_clients where last_granted is null and id in (
        select id from oauth_clients order by last_granted is null, coalesce(last_granted, created) desc, id
        offset ${max}::integer)`);
  }

  async noteConsent(id: string, at: Date): Promise<void> {
    await this.#session.rows(knex('oauth_clients').where({ id }).update({ last_granted: at }));
  }

  async saveGrant(grant: OAuthGrant): Promise<void> {
    const { scopes, ...values } = grant;
    const row = {
      ...{ family: values.family, client_id: values.clientId, client_name: values.clientName, user_id: values.userId },
      ...{ redirect_uri: values.redirectUri, challenge: values.challenge, secret: values.secret, key_digest: values.keyDigest },
      ...{ scopes: JSON.stringify(scopes), created: values.created, expires: values.expires },
    };
    await this.#session.rows(knex('oauth_grants').insert(row).onConflict('family').merge());
  }

  async deleteGrant(family: string): Promise<boolean> {
    return (await this.#session.rows(knex('oauth_grants').where({ family }).delete().returning('family'))).length > 0;
  }

  async deleteOutlived({ grants, unusedClients, clients }: OutlivedOAuth): Promise<OAuthGrant[]> {
    const over = knex('oauth_grants').select('family').where('expires', '<', grants).orderBy('expires').limit(maxDeleted);
    const deleted = await this.#session.rows<GrantRow>(
      knex('oauth_grants').whereIn('family', over).delete().returning(Object.values(grantColumns)),
    );
    await this.#session.rows(sql`
      delete from oauth_clients c
      where (last_granted < ${clients} or (last_granted is null and created < ${unusedClients}))
        and not exists (select from oauth_grants g where g.client_id = c.id)`);
    return deleted.map((row) => grantOf(grantRow(row)));
  }
}

/** Renames the columns of a returned row, because `returning` has no aliases. */
const grantRow = (row: object): GrantRow => {
  const values = new Map(Object.entries(row));
  return Object.fromEntries(Object.entries(grantColumns).map(([name, column]) => [name, values.get(column)])) as never;
};

const grantOf = ({ scopes, ...row }: GrantRow): OAuthGrant => ({ ...row, scopes: scopes.filter(isScope) });
