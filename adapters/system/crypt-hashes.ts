/** Maximum accepted cost: a malformed hash must not exhaust the CPU. */
const maxRounds = 1_000_000;
const maxBcryptCost = 14;

const shaCrypt = /^\$[56]\$(?:rounds=(\d{1,9})\$)?[./0-9A-Za-z]{0,16}\$([./0-9A-Za-z]{43}|[./0-9A-Za-z]{86})$/;
const bcrypt = /^\$2[abxy]\$(\d\d)\$[./0-9A-Za-z]{53}$/;

/** Whether a text is a supported crypt(3) hash. */
export const isCryptHash = (hash: string): boolean => problemWithCryptHash(hash) === undefined;

/** Returns the reason why a crypt(3) hash is not supported; undefined for SHA-256, SHA-512 and bcrypt up to the cost limit. */
export function problemWithCryptHash(hash: string): string | undefined {
  const sha = shaCrypt.exec(hash);
  if (sha)
    return Number(sha[1] ?? 0) > maxRounds
      ? `its password hash has ${sha[1]} rounds; at most ${maxRounds} are accepted`
      : undefined;
  const blowfish = bcrypt.exec(hash);
  if (blowfish)
    return Number(blowfish[1]) > maxBcryptCost
      ? `its password hash has a cost of ${blowfish[1]}; at most ${maxBcryptCost} is accepted`
      : undefined;
  if (hash === '') return 'it has no password';
  if (hash.startsWith('$1$')) return 'its password is stored as an MD5 hash, which is not safe: set a new password';
  return 'its password is stored in an unknown format: set a new password';
}
