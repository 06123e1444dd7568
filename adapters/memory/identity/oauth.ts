import type { OAuthRepository, OutlivedOAuth } from '../../../application/ports/oauth.js';
import type { OAuthClient, OAuthGrant } from '../../../domain/access/oauth.js';
import { MemoryRepository } from '../records/state.js';

const maxDeleted = 1000;

export class MemoryOAuthRepository extends MemoryRepository implements OAuthRepository {
  readonly #clients = this.draft.collection('oauthClients');
  readonly #grants = this.draft.collection('oauthGrants');

  async findClient(id: string): Promise<OAuthClient | undefined> {
    return this.#clients.find(id);
  }

  async findGrant(family: string): Promise<OAuthGrant | undefined> {
    return this.#grants.find(family);
  }

  async listGrants(userId: number): Promise<OAuthGrant[]> {
    const own = this.#grants.by('user', userId);
    return own.sort((a, b) => a.created.getTime() - b.created.getTime() || (a.family < b.family ? -1 : 1));
  }

  async insertClient(client: OAuthClient, max: number): Promise<void> {
    this.#clients.save(client);
    const all = this.#clients.all();
    const unused = all.filter(({ lastGranted }) => lastGranted === null);
    const oldest = unused.sort((a, b) => a.created.getTime() - b.created.getTime() || (a.id > b.id ? -1 : 1));
    for (const { id } of oldest.slice(0, Math.max(0, all.length - max))) this.#clients.delete(id);
  }

  async noteConsent(clientId: string, at: Date): Promise<void> {
    const client = this.#clients.find(clientId);
    if (client) this.#clients.save({ ...client, lastGranted: at });
  }

  async saveGrant(grant: OAuthGrant): Promise<void> {
    this.#grants.save(grant);
  }

  async deleteGrant(family: string): Promise<boolean> {
    return this.#grants.delete(family);
  }

  async deleteOutlived({ grants, unusedClients, clients }: OutlivedOAuth): Promise<OAuthGrant[]> {
    const ended = this.#grants.all().filter(({ expires }) => expires < grants);
    const over = ended.sort((a, b) => a.expires.getTime() - b.expires.getTime()).slice(0, maxDeleted);
    for (const { family } of over) this.#grants.delete(family);
    const used = new Set(this.#grants.all().map(({ clientId }) => clientId));
    const isOutlived = ({ created, lastGranted }: OAuthClient) =>
      lastGranted === null ? created < unusedClients : lastGranted < clients;
    this.#clients.deleteWhere((client) => !used.has(client.id) && isOutlived(client));
    return over;
  }
}
