import type { OAuthClient, OAuthGrant } from '../../domain/access/oauth.js';

/** Reads clients and grants of OAuth. */
export interface OAuthReader {
  findClient(id: string): Promise<OAuthClient | undefined>;
  findGrant(family: string): Promise<OAuthGrant | undefined>;
  /** The grants of a user, the oldest first. */
  listGrants(userId: number): Promise<OAuthGrant[]>;
}

/** Data that is deleted: grants that ended before `grants`, clients by their last consent or, without one, their creation. */
export interface OutlivedOAuth {
  readonly grants: Date;
  readonly unusedClients: Date;
  readonly clients: Date;
}

/** Stores clients and grants of OAuth. Grants of a user are deleted with the user. */
export interface OAuthRepository extends OAuthReader {
  /** Stores a new client. Above `max` clients, the oldest ones without a consent are deleted. */
  insertClient(client: OAuthClient, max: number): Promise<void>;
  /** Stores the time of a consent. */
  noteConsent(clientId: string, at: Date): Promise<void>;
  /** Stores a new grant, or replaces the grant of its family. */
  saveGrant(grant: OAuthGrant): Promise<void>;
  /** @returns whether it existed */
  deleteGrant(family: string): Promise<boolean>;
  /** Clients with a grant stay. @returns the deleted grants, at most a thousand in one call */
  deleteOutlived(before: OutlivedOAuth): Promise<OAuthGrant[]>;
}
