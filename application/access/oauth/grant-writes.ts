import type { OAuthGrant } from '../../../domain/access/oauth.js';
import type { User } from '../../../domain/access/user.js';
import type { Repositories } from '../../ports/unit-of-work.js';
import type { AuditedWrites } from '../administration/audited-writes.js';

/** Deletes a grant and its access token. The end of the access token is logged. @returns the digest of the access token */
export async function deleteGrant(
  { oauth, accessKeys }: Pick<Repositories, 'oauth' | 'accessKeys'>,
  writes: AuditedWrites,
  user: User,
  { family, keyDigest }: OAuthGrant,
): Promise<string | undefined> {
  await oauth.deleteGrant(family);
  const key = keyDigest === null ? undefined : await accessKeys.find(keyDigest);
  if (key) await writes.deleteKey(user, key);
  return key?.digest;
}
