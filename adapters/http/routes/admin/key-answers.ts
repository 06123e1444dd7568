import type { ListedKey } from '../../../../application/access/administration/key-writes.js';
import { keyChangeFields, keyFields, rotationFields } from '../../../../domain/access/access-key-fields.js';
import type { PlainAnswer } from '../../answer.js';
import type { RequestParameters } from '../../wire/parameters.js';
import type { WireObject } from '../../wire/wire-value.js';
import { showMembers } from './printed-members.js';
import { readMembers } from './read-members.js';

/** A key in a list. */
export const shownKey = (key: ListedKey): WireObject => showMembers(keyFields, key);

/** The answer for a new key, the only one with the key itself. @param place path of keys, e.g. `keys` */
export const madeKey = (made: ListedKey, place: string): PlainAnswer => ({
  status: 201,
  message: 'Key created',
  data: shownKey(made),
  ...(made.key === undefined ? {} : { newSecrets: { key: made.key } }),
  location: `${place}/${made.id}/`,
});

/** The members of a new key in a request. */
export const readNewKey = (parameters: RequestParameters) => readMembers(keyFields, parameters);

/** The answer to a change of a key. */
export const changedKey = (key: ListedKey): PlainAnswer => ({ message: 'Key changed', data: shownKey(key) });

/** The members of a change in a request. */
export const readKeyChange = (parameters: RequestParameters) => readMembers(keyChangeFields, parameters);

/** The members of a rotation in a request. */
export const readRotation = (parameters: RequestParameters) => readMembers(rotationFields, parameters);
