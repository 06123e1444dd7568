import { appPermissions, appSecurities } from '../../../../domain/access/app.js';
import { inventoryRights, roles } from '../../../../domain/access/user.js';
import { customFieldOwners } from '../../../../domain/fields/custom-field.js';

/** One thing that administrators set, or see: what it is, so that forms and descriptions can be made of it. */
export interface Member {
  /** secret: a text that is taken and never shown; texts, ids: lists; time: as records hold times. */
  readonly type: 'text' | 'multiline' | 'secret' | 'integer' | 'flag' | 'enum' | 'texts' | 'ids' | 'time';
  /** What it means, in a sentence. */
  readonly meaning: string;
  /** Of an enum. */
  readonly values?: readonly string[];
  /** What it is where nothing else is given for something new; a flag is not set. */
  readonly usual?: string | number | boolean;
  /** Whether it must be given for something new. */
  readonly isRequired?: true;
  /** Whether it is given for something new only: what that is called. */
  readonly isFixed?: true;
  /** Whether it is shown and never given. */
  readonly isReadOnly?: true;
  /** Whether it may be not set: null, or an empty text. */
  readonly isNullable?: true;
  /** Whether it belongs to some of a sort only, and is left out of the others. */
  readonly isPartial?: true;
}

/** Members by name; a dot leads into an object: `lock.enabled`. */
export type Members = Readonly<Record<string, Member>>;

const id: Member = { type: 'integer', meaning: 'Its number.', isReadOnly: true };
const comment: Member = { type: 'multiline', meaning: 'What it is for.' };

export const describedUser: Members = {
  id,
  username: { type: 'text', meaning: 'What the user signs in with.', isRequired: true, isFixed: true },
  password: {
    type: 'secret',
    meaning:
      'The password: 10 characters or more, neither a common one nor the user name; a new user without a sign-in provider needs one. Another one ends all tokens of the user.',
  },
  realName: { type: 'text', meaning: "The person's name." },
  email: { type: 'text', meaning: 'Where to write to.' },
  role: { type: 'enum', values: roles, usual: 'User', meaning: 'Administrators may do everything; users what their groups may.' },
  inventory: {
    type: 'enum',
    values: inventoryRights,
    usual: 'read',
    meaning: 'What the user may do to what belongs to no section: VLANs, VRFs, devices and the like.',
  },
  groups: { type: 'texts', meaning: 'Names of the groups that the user is in.' },
  disabled: { type: 'flag', meaning: 'Whether the user may not sign in.' },
  provider: {
    type: 'text',
    meaning: 'Name of the sign-in provider that authenticates the user; empty for the password stored here.',
    isNullable: true,
  },
  lastLogin: { type: 'time', meaning: 'When the user last signed in.', isReadOnly: true },
  editDate: { type: 'time', meaning: 'When an administrator last changed the user.', isReadOnly: true },
};

export const describedGroup: Members = {
  id,
  name: { type: 'text', meaning: 'What the group is called.', isRequired: true },
  description: { type: 'multiline', meaning: 'What it is for.' },
};

export const describedApp: Members = {
  id: { type: 'text', meaning: 'The name of the application, which stands in paths.', isRequired: true, isFixed: true },
  permission: {
    type: 'enum',
    values: appPermissions,
    meaning: 'What may be done through it, whoever asks: disabled, read, write, or admin.',
    isRequired: true,
  },
  security: {
    type: 'enum',
    values: appSecurities,
    meaning:
      'How clients prove who they are: tokens of users (none; ssl: over TLS only), a code (static), encryption (crypt), or access tokens of an OpenID provider (oidc).',
    isRequired: true,
  },
  showLinks: { type: 'flag', usual: true, meaning: 'Whether records have links.' },
  stringify: { type: 'flag', usual: true, meaning: 'Whether numbers are texts.' },
  nestCustomFields: { type: 'flag', meaning: 'Whether custom fields stand in an object of their own.' },
  cryptLegacy: { type: 'flag', usual: true, meaning: 'Whether requests may be encrypted in the old, unauthenticated way too.' },
  cryptStrict: { type: 'flag', meaning: 'Whether encrypted requests must name method, time and nonce.' },
  'lock.enabled': { type: 'flag', meaning: 'Whether writes go one after the other.' },
  'lock.waitSeconds': { type: 'integer', usual: 30, meaning: 'For how many seconds a write waits for its turn.' },
  comment,
};

export const describedCustomField: Members = {
  on: { type: 'enum', values: customFieldOwners, meaning: 'What has the field.', isRequired: true, isFixed: true },
  name: { type: 'text', meaning: 'What the field is called; `custom_` may be its beginning.', isRequired: true, isFixed: true },
  type: {
    type: 'text',
    meaning: "varchar(N), int, bool, date, datetime, text or enum('a','b'). Values that records have are kept, or it is refused.",
    isRequired: true,
  },
  nullable: { type: 'flag', usual: true, meaning: 'Whether records may be without a value.' },
  default: {
    type: 'text',
    meaning: 'The value of new records, and of those that are there when the field is added; empty for none.',
    isNullable: true,
  },
  comment,
};

export const describedWebhook: Members = {
  name: { type: 'text', meaning: 'What the webhook is called.', isRequired: true, isFixed: true },
  url: { type: 'text', meaning: 'Where events are sent, e.g. https://hooks.example/ipam.', isRequired: true },
  kinds: {
    type: 'texts',
    meaning: 'Only changes of these, e.g. subnet, address; those of users, applications... when named only.',
  },
  sections: { type: 'ids', meaning: 'Only changes in these sections, by id.' },
  disabled: { type: 'flag', meaning: 'Whether nothing is sent; what is missed meanwhile is sent afterwards.' },
  comment,
};

/** Shown of a webhook when webhooks are listed. */
export const describedProgress: Members = {
  behind: { type: 'integer', meaning: 'Changes that it has not been told of yet.', isReadOnly: true },
  failures: { type: 'integer', meaning: 'How often in a row it could not be told.', isReadOnly: true },
  deadLetters: { type: 'integer', meaning: 'Events that its receiver refused.', isReadOnly: true },
};
