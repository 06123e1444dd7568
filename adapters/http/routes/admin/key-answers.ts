import type { ListedKey } from '../../../../application/access/administration/key-writes.js';
import { keyChangeFields, keyFields, rotationFields } from '../../../../domain/access/access-key.js';
import type { PlainAnswer } from '../../answer.js';
import type { RequestParameters } from '../../wire/parameters.js';
import type { WireObject } from '../../wire/wire-value.js';
import { showMembers } from './printed-members.js';
import { readMembers } from './read-members.js';

export const shownKey = (key: ListedKey): WireObject => showMembers(keyFields, key);

/** Answer for a new key. No other answer contains the key. @param path path of keys, e.g. `keys` */
export const madeKey = (made: ListedKey, path: string): PlainAnswer => ({
  status: 201,
  message: 'Key created',
  data: shownKey(made),
  ...(made.key === undefined ? {} : { newSecrets: { key: made.key } }),
  location: `${path}/${made.id}/`,
});

export const readNewKey = (parameters: RequestParameters) => readMembers(keyFields, parameters);

export const changedKey = (key: ListedKey): PlainAnswer => ({ message: 'Key changed', data: shownKey(key) });

export const readKeyChange = (parameters: RequestParameters) => readMembers(keyChangeFields, parameters);

export const readRotation = (parameters: RequestParameters) => readMembers(rotationFields, parameters);
