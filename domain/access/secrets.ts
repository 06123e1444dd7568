import type { FieldSet } from '../fields/field.js';
import type { Input } from '../fields/read-fields.js';
import { type Asker, hasRight } from './access-policy.js';
import { appAllows } from './app.js';

/**
 * Whether a caller reads secrets of records, such as SNMP passwords: administrators and holders of the right to secrets through an
 * application that may write, and the service itself. Applications without users and keys without the scope `admin` do not.
 */
export function maySeeSecrets({ app, user, principal }: Asker): boolean {
  if (app === null && user === null) return principal.unrestricted;
  return user !== null && hasRight(principal, user, 'secrets') && (app === null || appAllows(app, 'write'));
}

/** Names of the secret fields of a set. */
export const secretsOf = (fields: FieldSet): string[] => Object.keys(fields).filter((name) => fields[name]?.secret);

/**
 * The input of a caller who reads secrets as null. Empty secrets are removed from it, so that writing a record back does not
 * erase its secrets. Such a caller can set a secret but not empty it.
 */
export function inputWithoutUnread(fields: FieldSet, input: Input): Input {
  const unread = secretsOf(fields).filter((name) => Object.hasOwn(input, name) && (input[name] === null || input[name] === ''));
  if (unread.length === 0) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !unread.includes(name)));
}

/** Whether an input sets a secret. A comparison with the stored secret would confirm a guess to a caller who cannot read it. */
export const setsSecret = (fields: FieldSet, input: Input): boolean =>
  secretsOf(fields).some((name) => Object.hasOwn(input, name));
