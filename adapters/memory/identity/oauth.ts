import type { OAuthReader, OAuthRepository, OutlivedOAuth } from '../../../application/ports/oauth.js';
import type { OAuthClient, OAuthGrant } from '../../../domain/access/oauth.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft, Source } from '../records/state.js';

export class MemoryOAuthReader implements OAuthReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async findClient(id: string): Promise<OAuthClient | undefined> {
    return this.#source.state.oauthClients.firstUnder('id', [id])?.value;
  }

  async findGrant(family: string): Promise<OAuthGrant | undefined> {
    return this.#source.state.oauthGrants.firstUnder('family', [family])?.value;
  }

  async listGrants(userId: number): Promise<OAuthGrant[]> {
    const own = [...this.#source.state.oauthGrants.under('user', [userId])].map(({ value }) => value);
    return own.sort((a, b) => a.created.getTime() - b.created.getTime() || (a.family < b.family ? -1 : 1));
  }
}

export class MemoryOAuthRepository extends MemoryOAuthReader implements OAuthRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async insertClient(client: OAuthClient, max: number): Promise<void> {
    this.#saveClient(client);
    const unused = this.#clients().filter(({ lastGranted }) => lastGranted === null);
    const excess = this.#clients().length - max;
    const oldest = unused.sort((a, b) => a.created.getTime() - b.created.getTime() || (a.id > b.id ? -1 : 1));
    for (const { id } of oldest.slice(0, Math.max(0, excess))) this.#deleteClient(id);
  }

  async noteConsent(clientId: string, at: Date): Promise<void> {
    const client = await this.findClient(clientId);
    if (client) this.#saveClient({ ...client, lastGranted: at });
  }

  async saveGrant(grant: OAuthGrant): Promise<void> {
    this.#draft.set({ oauthGrants: saveNumbered(this.#draft.state.oauthGrants, 'family', [grant.family], grant) });
  }

  async deleteGrant(family: string): Promise<boolean> {
    const oauthGrants = withoutNumbered(this.#draft.state.oauthGrants, 'family', [family]);
    if (oauthGrants) this.#draft.set({ oauthGrants });
    return oauthGrants !== undefined;
  }

  async deleteOutlived({ grants, unusedClients, clients }: OutlivedOAuth): Promise<OAuthGrant[]> {
    const all = [...this.#draft.state.oauthGrants.rows()].map(({ value }) => value);
    const over = all
      .filter(({ expires }) => expires < grants)
      .sort((a, b) => a.expires.getTime() - b.expires.getTime())
      .slice(0, maxDeleted);
    for (const { family } of over) await this.deleteGrant(family);
    const used = new Set([...this.#draft.state.oauthGrants.rows()].map(({ value }) => value.clientId));
    const isOutlived = ({ created, lastGranted }: OAuthClient) =>
      lastGranted === null ? created < unusedClients : lastGranted < clients;
    for (const client of this.#clients()) if (!used.has(client.id) && isOutlived(client)) this.#deleteClient(client.id);
    return over;
  }

  #clients(): OAuthClient[] {
    return [...this.#draft.state.oauthClients.rows()].map(({ value }) => value);
  }

  #saveClient(client: OAuthClient): void {
    this.#draft.set({ oauthClients: saveNumbered(this.#draft.state.oauthClients, 'id', [client.id], client) });
  }

  #deleteClient(id: string): void {
    const oauthClients = withoutNumbered(this.#draft.state.oauthClients, 'id', [id]);
    if (oauthClients) this.#draft.set({ oauthClients });
  }
}

const maxDeleted = 1000;
