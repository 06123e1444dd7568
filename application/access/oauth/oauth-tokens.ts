import { type AccessKey, isOutlived, keyOf } from '../../../domain/access/access-key.js';
import type { Scope } from '../../../domain/access/key-scope.js';
import {
  familyInCode,
  familyInRefreshToken,
  grantName,
  isCodeVerifier,
  isGrantOver,
  type OAuthGrant,
  oauthLifetimes,
  refreshExpiry,
  refreshTokenOf,
} from '../../../domain/access/oauth.js';
import { noLimits } from '../../../domain/access/rate-limit.js';
import type { User } from '../../../domain/access/user.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import { callerOf } from '../../caller.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { AuditedWrites } from '../administration/audited-writes.js';
import { mcpAppId } from '../sign-in/built-in-apps.js';
import type { Directory } from '../sign-in/directory.js';
import { OAuthRefusal } from './oauth-clients.js';

export interface IssuedTokens {
  /** A key of the user that is only valid for the Model Context Protocol. */
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token in seconds. */
  readonly seconds: number;
  readonly scopes: readonly Scope[];
}

export interface RedeemedCode {
  readonly code: string;
  readonly clientId: string;
  /** undefined: absent from the request (OAuth 2.1). */
  readonly redirectUri: string | undefined;
  readonly verifier: string;
}

interface Dependencies {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly tokens: TokenSource;
  readonly directory: Directory;
}

interface GrantUnit {
  readonly repositories: Repositories;
  readonly writes: AuditedWrites;
  readonly now: Date;
  readonly user: User;
  readonly grant: OAuthGrant;
}

/** Issues, renews and revokes tokens of OAuth clients. A failed check of a code or refresh token ends its grant. */
export class OAuthTokens {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws OAuthRefusal invalid_grant */
  async redeem({ code, clientId, redirectUri, verifier }: RedeemedCode, clientAddress: string): Promise<IssuedTokens> {
    const { tokens } = this.#dependencies;
    const isValid = ({ keyDigest, challenge, redirectUri: granted }: OAuthGrant): boolean =>
      keyDigest === null &&
      (redirectUri === undefined || redirectUri === granted) &&
      isCodeVerifier(verifier) &&
      tokens.digest(verifier) === challenge;
    return this.#issue({ text: code, family: familyInCode(code), clientId, clientAddress }, isValid);
  }

  /** Replaces both tokens. @throws OAuthRefusal invalid_grant; a reused refresh token ends the grant */
  async refresh(token: string, clientId: string, clientAddress: string): Promise<IssuedTokens> {
    const presented = { text: token, family: familyInRefreshToken(token), clientId, clientAddress };
    return this.#issue(presented, ({ keyDigest }) => keyDigest !== null);
  }

  /** Ends the grant of an access or refresh token. Unknown tokens are ignored (RFC 7009). */
  async revoke(token: string, clientId: string, clientAddress: string): Promise<void> {
    const found = await this.#grantOf(token);
    if (found?.clientId !== clientId) return;
    await this.#inGrant(found.family, clientAddress, async ({ writes, user, grant }) => ({
      ended: await writes.deleteGrant(user, grant),
    }));
  }

  /** The grant of an access token, or of a current or used refresh token. */
  async #grantOf(token: string): Promise<OAuthGrant | undefined> {
    const { readers, tokens } = this.#dependencies;
    const family = familyInRefreshToken(token);
    if (family !== undefined) return readers.oauth.findGrant(tokens.digest(family));
    const key = await readers.accessKeys.find(tokens.digest(token));
    const grants = key ? await readers.oauth.listGrants(key.userId) : [];
    return grants.find(({ keyDigest }) => keyDigest === key?.digest);
  }

  async #issue(
    presented: { readonly text: string; readonly family: string | undefined; clientId: string; clientAddress: string },
    isValid: (grant: OAuthGrant) => boolean,
  ): Promise<IssuedTokens> {
    const { tokens } = this.#dependencies;
    const { text, family, clientId, clientAddress } = presented;
    if (family === undefined) throw refusal();
    const { issued } = await this.#inGrant(tokens.digest(family), clientAddress, async (unit) => {
      const { repositories, writes, user, grant, now } = unit;
      const replaced = grant.keyDigest === null ? undefined : await repositories.accessKeys.find(grant.keyDigest);
      const isRevoked = grant.keyDigest !== null && !replaced;
      const isPresented = grant.secret === tokens.digest(text) && grant.clientId === clientId;
      if (isPresented && isValid(grant) && !isRevoked && !isGrantOver(grant, now) && !user.disabled)
        return this.#renew(unit, family, replaced);
      return { ended: await writes.deleteGrant(user, grant) };
    });
    if (!issued) throw refusal();
    return issued;
  }

  /** Replaces the access token and the secret of a grant. Only the first access token is logged. */
  async #renew(unit: GrantUnit, family: string, replaced: AccessKey | undefined): Promise<Outcome> {
    const { repositories, writes, now, user, grant } = unit;
    const { tokens } = this.#dependencies;
    const { keyDays } = await repositories.settings.read();
    const accessToken = keyOf(tokens.createCode());
    const refreshToken = refreshTokenOf(family, tokens.createCode());
    const end = refreshExpiry(grant, now, keyDays);
    const expires = new Date(Math.min(now.getTime() + oauthLifetimes.accessToken, end.getTime()));
    const name = replaced?.name ?? (await this.#nameFor(repositories, user, grant, now));
    const key: AccessKey = {
      ...{ digest: tokens.digest(accessToken), userId: user.id, name, scopes: grant.scopes, audience: 'mcp' },
      ...{ sections: [], subnets: [], networks: [], limits: noLimits },
      ...{ created: replaced?.created ?? now, expires, lastUsed: null },
    };
    if (replaced) {
      await repositories.accessKeys.delete(replaced.digest);
      await repositories.accessKeys.insert(key);
    } else await writes.addKey(user, key);
    await repositories.oauth.saveGrant({ ...grant, secret: tokens.digest(refreshToken), keyDigest: key.digest, expires: end });
    const seconds = Math.floor((expires.getTime() - now.getTime()) / 1000);
    return { issued: { accessToken, refreshToken, seconds, scopes: grant.scopes }, ended: replaced?.digest };
  }

  async #nameFor({ accessKeys }: Repositories, { id }: User, { clientName }: OAuthGrant, now: Date): Promise<string> {
    const live = (await accessKeys.list(id)).filter((key) => key.audience !== null || !isOutlived(key, now));
    return grantName(clientName, new Set(live.map(({ name }) => name)));
  }

  /** Runs work on a locked grant. Deleted access tokens are removed from all caches. */
  async #inGrant(family: string, clientAddress: string, work: (unit: GrantUnit) => Promise<Outcome>): Promise<Outcome> {
    const { readers, unitOfWork, clock, directory } = this.#dependencies;
    const app = await directory.app(mcpAppId);
    if (!app || !(await readers.oauth.findGrant(family))) return {}; // an unknown family takes no lock
    const now = clock.now();
    const settings = await directory.settings();
    const outcome = await unitOfWork.run(async (repositories) => {
      await repositories.settings.lock();
      const grant = await repositories.oauth.findGrant(family);
      const user = grant && (await repositories.users.find(grant.userId));
      if (!grant || !user) return {};
      const writes = new AuditedWrites(repositories, callerOf(app, user, settings, clientAddress), formatTimestamp(now));
      return work({ repositories, writes, now, user, grant });
    });
    if (outcome.ended !== undefined) await directory.revokeEverywhere(outcome.ended);
    return outcome;
  }
}

interface Outcome {
  readonly issued?: IssuedTokens;
  /** Digest of a deleted access token. */
  readonly ended?: string | undefined;
}

const refusal = (): OAuthRefusal =>
  new OAuthRefusal('invalid_grant', 'The code or refresh token is invalid, expired, used or revoked');
