import type { OAuthRepository, OutlivedOAuth } from '../../../application/ports/oauth.js';
import { isScope } from '../../../domain/access/key-scope.js';
import type { OAuthClient, OAuthGrant } from '../../../domain/access/oauth.js';
import { lookupId } from '../records/field-columns.js';
import { columnsOf, rowOf } from '../records/names.js';
import { SessionRepository } from '../records/repository.js';
import { knex, sql } from '../sessions/sql.js';

interface GrantRow extends Omit<OAuthGrant, 'scopes'> {
  readonly scopes: readonly string[];
}

const clientColumns = columnsOf('id', 'name', 'redirectUris', 'created', 'lastGranted');

const grantColumns = [
  ...columnsOf('family', 'clientId', 'clientName', 'userId', 'scopes', 'redirectUri', 'challenge', 'secret', 'keyDigest'),
  ...columnsOf('created', 'expires'),
];

const maxDeleted = 1000;

export class KnexOAuthRepository extends SessionRepository implements OAuthRepository {
  async findClient(id: string): Promise<OAuthClient | undefined> {
    const [client] = await this.session.lookup<OAuthClient>(knex('oauth_clients').select(clientColumns).where({ id }));
    return client;
  }

  async findGrant(family: string): Promise<OAuthGrant | undefined> {
    const [row] = await this.session.lookup<GrantRow>(knex('oauth_grants').select(grantColumns).where({ family }));
    return row && grantOf(row);
  }

  async listGrants(userId: number): Promise<OAuthGrant[]> {
    const own = knex('oauth_grants').where({ user_id: lookupId(userId) });
    return (await this.session.rows<GrantRow>(own.select(grantColumns).orderBy(['created', 'family']))).map(grantOf);
  }

  async insertClient(client: OAuthClient, max: number): Promise<void> {
    await this.session.rows(knex('oauth_clients').insert(rowOf(client)));
    await this.session.rows(sql`
      delete from oauth_clients where last_granted is null and id in (
        select id from oauth_clients order by last_granted is null, coalesce(last_granted, created) desc, id
        offset ${max}::integer)`);
  }

  async noteConsent(id: string, at: Date): Promise<void> {
    await this.session.rows(knex('oauth_clients').where({ id }).update({ last_granted: at }));
  }

  async saveGrant(grant: OAuthGrant): Promise<void> {
    await this.session.rows(knex('oauth_grants').insert(rowOf(grant)).onConflict('family').merge());
  }

  async deleteGrant(family: string): Promise<boolean> {
    return (await this.deleteRows(knex('oauth_grants').where({ family }))) > 0;
  }

  async deleteOutlived({ grants, unusedClients, clients }: OutlivedOAuth): Promise<OAuthGrant[]> {
    const over = knex('oauth_grants').select('family').where('expires', '<', grants).orderBy('expires').limit(maxDeleted);
    const deleted = await this.session.rows<GrantRow>(
      knex('oauth_grants').whereIn('family', over).delete().returning(grantColumns),
    );
    await this.session.rows(sql`
      delete from oauth_clients c
      where (last_granted < ${clients} or (last_granted is null and created < ${unusedClients}))
        and not exists (select from oauth_grants g where g.client_id = c.id)`);
    return deleted.map(grantOf);
  }
}

const grantOf = ({ scopes, ...row }: GrantRow): OAuthGrant => ({ ...row, scopes: scopes.filter(isScope) });
