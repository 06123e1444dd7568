import { defaultKeyDays, rotationDays } from '../../../../domain/access/access-key.js';
import { generalScopes } from '../../../../domain/access/key-scope.js';
import { describedLimits, describedUser, type Members } from './kept.js';

const { role, inventory, groups, disabled, editDate } = describedUser as Required<typeof describedUser>;

/** Service accounts: users that work by keys alone. */
export const describedServiceAccount: Members = {
  id: { type: 'integer', meaning: 'Its number.', isReadOnly: true },
  name: {
    type: 'text',
    meaning: 'The name of the service account; users and service accounts have different names.',
    isRequired: true,
    isFixed: true,
  },
  ...(role ? { role } : {}),
  ...(inventory ? { inventory } : {}),
  ...(groups ? { groups } : {}),
  disabled: { ...disabled, type: 'flag', meaning: 'Whether its keys are refused.' },
  ...(editDate ? { editDate } : {}),
};

/** Keys, as their owners set and see them. */
export const describedOwnKey: Members = {
  id: { type: 'text', meaning: 'The beginning of the digest of the key.', isReadOnly: true },
  name: { type: 'text', meaning: 'The name of the key, unique among the keys of its owner.', isRequired: true },
  scopes: {
    type: 'texts',
    meaning: `What the key may do, e.g. address:read, subnet:write, *:read; ${generalScopes.join(', ')}.`,
    isRequired: true,
  },
  sections: { type: 'ids', meaning: 'Only these sections, by id, with their subnets and addresses.' },
  subnets: { type: 'ids', meaning: 'Only these subnets, by id, with everything below them.' },
  networks: { type: 'texts', meaning: 'Only clients in these networks, e.g. 10.0.0.0/8; empty: all.' },
  ...describedLimits,
  days: {
    type: 'integer',
    usual: defaultKeyDays,
    meaning: 'Days until the key expires.',
    isNullable: true,
  },
  expires: { type: 'time', meaning: 'The time when the key expires.', isReadOnly: true },
  lastUsed: { type: 'time', meaning: 'The time of the last use, to a minute.', isReadOnly: true },
  created: { type: 'time', meaning: 'The time when the key was made.', isReadOnly: true },
};

const { id, ...others } = describedOwnKey;

/** Keys, as administrators set and see them. */
export const describedKey: Members = {
  ...(id ? { id } : {}),
  user: { type: 'text', meaning: 'The service account, or the user, whose key it is.', isRequired: true },
  ...others,
};

/** What is given to replace a key by a new one. */
export const describedRotation: Members = {
  days: { type: 'integer', usual: defaultKeyDays, meaning: 'Days until the new key expires.', isNullable: true },
  keepDays: {
    type: 'integer',
    usual: rotationDays.usual,
    meaning: `Days for which the replaced key still works, ${rotationDays.max} at most; 0 ends it at once.`,
  },
};
