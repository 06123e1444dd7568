import type { ListedKey } from '../../../../application/access/administration/key-writes.js';
import { keyChangeFields, keyFields, rotationFields } from '../../../../domain/access/access-key-fields.js';
import type { PlainAnswer } from '../../answer.js';
import type { RequestParameters } from '../../wire/parameters.js';
import type { WireObject } from '../../wire/wire-value.js';
import { showMembers } from './printed-members.js';
import { readMembers } from './read-members.js';

/** A key as lists show it. */
export const shownKey = (key: ListedKey): WireObject => showMembers(keyFields, key);

/** What is answered to a key that was made: the key itself stands in no other answer. @param place of keys, e.g. `keys` */
export const madeKey = (made: ListedKey, place: string): PlainAnswer => ({
  status: 201,
  message: 'Key created',
  data: shownKey(made),
  ...(made.key === undefined ? {} : { newSecrets: { key: made.key } }),
  location: `${place}/${made.id}/`,
});

/** What a request gives of a new key. */
export const readNewKey = (parameters: RequestParameters) => readMembers(keyFields, parameters);

/** What is answered to a change. */
export const changedKey = (key: ListedKey): PlainAnswer => ({ message: 'Key changed', data: shownKey(key) });

/** What a request gives of a change. */
export const readKeyChange = (parameters: RequestParameters) => readMembers(keyChangeFields, parameters);

/** What a request gives of a rotation. */
export const readRotation = (parameters: RequestParameters) => readMembers(rotationFields, parameters);
