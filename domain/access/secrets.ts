import type { FieldSet } from '../fields/field.js';
import type { Input } from '../fields/read-fields.js';
import { type Authorizable, hasRight } from './access-policy.js';
import { appAllows } from './app.js';

/** The service, or a user with the right `secrets` and an application with write permission. Keys also need the scope `admin`. */
export function maySeeSecrets({ app, user, principal }: Authorizable): boolean {
  if (app === null && user === null) return principal.unrestricted;
  return user !== null && hasRight(principal, user, 'secrets') && (app === null || appAllows(app, 'write'));
}

export const secretsOf = (fields: FieldSet): string[] => Object.keys(fields).filter((name) => fields[name]?.secret);

/** Removes empty secrets from the input of a caller who may not read secrets. Sending a record back therefore erases no secrets. */
export function inputWithoutUnread(fields: FieldSet, input: Input): Input {
  const unread = secretsOf(fields).filter((name) => Object.hasOwn(input, name) && (input[name] === null || input[name] === ''));
  if (unread.length === 0) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !unread.includes(name)));
}

/** Whether an input sets a secret. The stored secret is not compared: a caller could find it by guessing. */
export const setsSecret = (fields: FieldSet, input: Input): boolean =>
  secretsOf(fields).some((name) => Object.hasOwn(input, name));
