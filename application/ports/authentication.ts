import type { App } from '../../domain/identity/app.js';
import type { Caller } from '../caller.js';

/** Why nobody was let in. */
export type Refusal = 'missing' | 'invalid' | 'expired' | 'codeOfOtherApp';

/** Who calls, or why nobody is let in. */
export type Authentication = { readonly caller: Caller } | { readonly refused: Refusal };

/** An encrypted request that could be read. */
export interface OpenedRequest {
  readonly text: string;
  /** Whether it proves that it was made with the application's code just as it is. */
  readonly isAuthenticated: boolean;
}

/** Establishes who calls from what a request carries: one method for each way. */
export interface Authenticator {
  /**
   * By a user's access token. @throws whatever storage throws; a bad token is a refusal
   * @param isUse whether the token's expiry moves on
   */
  byUserToken(app: App, token: string | undefined, clientAddress: string, isUse: boolean): Promise<Authentication>;
  /** By the application's own code. */
  byCode(app: App, code: string | undefined, clientAddress: string): Promise<Authentication>;
  /** Who calls when the application itself is the proof: its encrypted requests could be read. */
  byAppAlone(app: App, clientAddress: string): Caller;
  /** What an encrypted request says; undefined for one that was not made with the application's code. */
  decrypt(app: App, encrypted: string): Promise<OpenedRequest | undefined>;
}
