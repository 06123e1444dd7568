import type { OAuthClient, OAuthGrant } from '../../domain/access/oauth.js';

export interface OAuthReader {
  findClient(id: string): Promise<OAuthClient | undefined>;
  findGrant(family: string): Promise<OAuthGrant | undefined>;
  listGrants(userId: number): Promise<OAuthGrant[]>;
}

/**
 * Limits for the deletion of expired data. `grants`: grants that ended before. `clients`: clients whose last consent was before.
 * `unusedClients`: clients without consent that were created before.
 */
export interface OutlivedOAuth {
  readonly grants: Date;
  readonly unusedClients: Date;
  readonly clients: Date;
}

/** Stores OAuth clients and grants. Deleting a user deletes the user's grants. */
export interface OAuthRepository extends OAuthReader {
  /** Stores a new client. Above `max` clients, the oldest ones without consent are deleted. */
  insertClient(client: OAuthClient, max: number): Promise<void>;
  noteConsent(clientId: string, at: Date): Promise<void>;
  /** Stores a new grant, or replaces the grant of its family. */
  saveGrant(grant: OAuthGrant): Promise<void>;
  deleteGrant(family: string): Promise<boolean>;
  /** Deletes expired data. Clients with a grant remain. @returns the deleted grants, at most a thousand per call */
  deleteOutlived(before: OutlivedOAuth): Promise<OAuthGrant[]>;
}
