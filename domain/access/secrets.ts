import type { FieldSet } from '../fields/field.js';
import type { Input } from '../fields/read-fields.js';
import { type Asker, hasRight } from './access-policy.js';
import { appAllows } from './app.js';

/**
 * Whether an asker reads secrets of records, such as SNMP passwords: administrators and users with the right to secrets through an
 * application that may write, and the service itself. An application without users does not, nor does a key without the scope of
 * administration.
 */
export function maySeeSecrets({ app, user, principal }: Asker): boolean {
  if (app === null && user === null) return principal.unrestricted;
  return user !== null && hasRight(principal, user, 'secrets') && (app === null || appAllows(app, 'write'));
}

/** Names of the fields of a set that are secrets. */
export const secretsOf = (fields: FieldSet): string[] => Object.keys(fields).filter((name) => fields[name]?.secret);

/**
 * The input of a caller who reads secrets as null: an empty secret counts as not sent, so that a record that is written back as it
 * was read keeps its secrets. Such a caller can set a secret, not empty it.
 */
export function inputWithoutUnread(fields: FieldSet, input: Input): Input {
  const unread = secretsOf(fields).filter((name) => Object.hasOwn(input, name) && (input[name] === null || input[name] === ''));
  if (unread.length === 0) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !unread.includes(name)));
}

/** Whether an input sets a secret: to compare it with the stored one would tell a caller who cannot read it whether a guess is right. */
export const setsSecret = (fields: FieldSet, input: Input): boolean =>
  secretsOf(fields).some((name) => Object.hasOwn(input, name));
