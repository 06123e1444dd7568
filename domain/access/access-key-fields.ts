import { defineAdministered, groupMembers, notBlank } from '../fields/administered-field.js';
import { defaultKeyDays, longestKeyDays, rotationDays } from './access-key.js';
import { generalScopes } from './key-scope.js';
import { limitFields } from './rate-limit.js';
import { userFields } from './user.js';

const days = { type: 'integer', min: 1, max: longestKeyDays, default: defaultKeyDays, nullable: true } as const;
const time = { type: 'timestamp', readOnly: true, nullable: true } as const;

export const keyDefinitionFields = defineAdministered({
  name: {
    ...{ type: 'text', max: 64, form: notBlank, isName: true, required: true },
    meaning: 'Name of the key, unique among the keys of its owner.',
  },
  scopes: {
    ...{ type: 'texts', required: true },
    meaning: `Rights of the key, e.g. address:read, subnet:write, *:read; ${generalScopes.join(', ')}.`,
  },
  sections: {
    type: 'ids',
    meaning: 'IDs of sections to which the key is limited, with their subnets and addresses; empty: no limit.',
  },
  subnets: { type: 'ids', meaning: 'IDs of subnets to which the key is limited, with everything below them; empty: no limit.' },
  networks: { type: 'texts', meaning: 'Networks of clients that may use the key, e.g. 10.0.0.0/8; empty: all.' },
  ...groupMembers('limits', limitFields),
});

const id = { type: 'text', readOnly: true, max: 64, meaning: "Beginning of the key's digest." } as const;

const others = defineAdministered({
  ...keyDefinitionFields,
  days: { ...days, meaning: 'Days until the key expires.' },
  expires: { ...time, meaning: 'Time of expiry.' },
  lastUsed: { ...time, meaning: 'Time of the last use, accurate to a minute.' },
  created: { ...time, meaning: 'Time of creation.' },
});

export const ownKeyFields = defineAdministered({ id, ...others });

/** Fields of keys for administrators. */
export const keyFields = defineAdministered({
  id,
  user: {
    ...{ type: 'text', max: 255, form: userFields.username.form, isName: true, required: true },
    meaning: 'Owner of the key: a service account or a user.',
  },
  ...others,
});

/** Fields of a request that changes a key. Absent fields keep their values. */
export const keyChangeFields = defineAdministered({
  ...keyDefinitionFields,
  days: { ...days, meaning: 'Days until the key expires, from now on.' },
});

export const rotationFields = defineAdministered({
  days: { ...days, meaning: 'Days until the new key expires.' },
  keepDays: {
    ...{ type: 'integer', min: 0, max: rotationDays.max, default: rotationDays.usual },
    meaning: `Days for which the replaced key stays valid, at most ${rotationDays.max}; 0 ends it at once.`,
  },
});
