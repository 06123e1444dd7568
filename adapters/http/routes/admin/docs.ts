import { appFields } from '../../../../domain/access/app.js';
import { roleFields } from '../../../../domain/access/role.js';
import { providerFields } from '../../../../domain/access/sign-in-provider.js';
import { groupFields, serviceAccountFields, userFields } from '../../../../domain/access/user.js';
import { progressFields, webhookFields } from '../../../../domain/changes/webhook.js';
import type { AdministeredFields } from '../../../../domain/fields/administered-field.js';
import { customFieldFields } from '../../../../domain/fields/custom-field.js';
import { historyLimits } from '../../../../domain/listing/list-limits.js';
import type { MappableCode } from '../../error-mapping.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema, value } from '../../openapi/schema.js';
import { showsTagged } from '../common/docs.js';
import { describedMembers, memberInputSchemas, memberOutputSchemas, requiredIn } from './member-schemas.js';
import { adminStateDocs } from './state-docs.js';

const text: Schema = { type: 'string' };

/** What goes with every write of what administrators set. */
const wrong: readonly MappableCode[] = ['provision.invalid', 'administration.unknown'];

/** What is said of something that administrators keep. */
interface ResourceDocs {
  /** One, and several. */
  readonly what: readonly [one: string, several: string];
  readonly members: AdministeredFields;
  readonly listed?: AdministeredFields;
  readonly path: Readonly<Record<string, Schema>>;
  readonly opens: string;
  /** The secret that is made for it, and shown once. */
  readonly secret?: { readonly name: string; readonly meaning: string };
  readonly add?: string;
  readonly set?: string;
  readonly remove: string;
  readonly addErrors?: readonly MappableCode[];
  readonly setErrors?: readonly MappableCode[];
  readonly removeErrors?: readonly MappableCode[];
}

const renewal = {
  newSecret: {
    description: 'Whether another secret is made, and shown once; the old one ends.',
    enum: [0, 1, '0', '1', true, false, 'true', 'false', ''],
  },
} as const satisfies Readonly<Record<string, Schema>>;

/** Members but for the number that something is given when it is new. */
const withoutNumber = ({ id, ...others }: AdministeredFields): AdministeredFields =>
  id?.type === 'integer' || !id ? others : { id, ...others };

function resourceDocs(kept: ResourceDocs) {
  const { what, members, path, secret } = kept;
  const [one, several] = what;
  const opens = `admin/${kept.opens}`;
  const message = `${one.charAt(0).toUpperCase()}${one.slice(1)}`;
  const made = secret ? { [secret.name]: { ...text, description: secret.meaning } } : {};
  const shown = memberOutputSchemas(members, made, ...Object.keys(made));
  const tried = memberOutputSchemas(withoutNumber(members), made, ...Object.keys(made));
  const listed = memberOutputSchemas({ ...members, ...kept.listed });
  return {
    list: { summary: `All ${several}`, answer: shows(listOf(listed)), errors: ['permission.denied'] },
    read: {
      summary: `One of the ${several}`,
      path,
      answer: showsTagged(listed),
      errors: ['permission.denied', 'administration.unknown'],
    },
    add: {
      summary: `Add one of the ${several}`,
      ...(kept.add === undefined ? {} : { text: kept.add }),
      input: { members: memberInputSchemas(members, 'create'), required: requiredIn(members) },
      answer: { shows: 'created', opens, message: `${message} created`, data: shown, dryRunData: tried, isNamed: true },
      errors: ['provision.invalid', 'administration.exists', ...(kept.addErrors ?? [])],
    },
    set: {
      summary: `Change one of the ${several}`,
      text: `Only what is named changes. ${kept.set ?? ''}`.trim(),
      path,
      input: { members: { ...memberInputSchemas(members, 'change'), ...(secret ? renewal : {}) } },
      answer: { shows: 'plain', message: `${message} updated`, data: shown },
      errors: [...wrong, ...(kept.setErrors ?? [])],
    },
    remove: {
      summary: `Delete one of the ${several}`,
      text: kept.remove,
      path,
      input: { others: {} },
      answer: { shows: 'plain', message: `${message} deleted` },
      errors: ['administration.unknown', ...(kept.removeErrors ?? [])],
    },
  } as const satisfies Readonly<Record<string, RouteDoc>>;
}

const nameOf = (what: string, example: string): Readonly<Record<string, Schema>> => ({
  name: { description: `The name of ${what}.`, type: 'string', minLength: 1, examples: [example] },
});

const ended = objectOf({ ended: value('integer', 'How many tokens ended.') });

const block = objectOf({
  id: { ...text, description: 'What the block is called in paths.' },
  client: refTo('textOrNull', 'The network of the clients that are blocked; null where a user name is.'),
  users: { description: 'The users whose name is blocked; none where nobody has the name.', ...listOf(text) },
  failures: value('integer', 'How often signing in failed.'),
  until: value('moment', 'When the next attempt is let through.'),
});

/** What is told of the routes of /admin/. */
export const adminDocs = {
  ...adminStateDocs,
  members: {
    summary: 'What administrators set',
    text: 'From this a client can make forms: what each sort of thing has, of which type, and what it means.',
    answer: shows(listOf(objectOf({ name: { ...text, description: 'What stands in paths.' }, members: describedMembers }))),
    errors: ['permission.denied'],
  },
  users: resourceDocs({
    what: ['user', 'users'],
    members: userFields,
    path: nameOf('a user', 'anna'),
    opens: 'users',
    set: 'Another password, and being disabled, end all tokens of the user. The last administrator stays.',
    remove: 'With all tokens. The last administrator stays.',
    setErrors: ['administration.lastAdministrator'],
    removeErrors: ['administration.lastAdministrator'],
  }),
  groups: resourceDocs({
    what: ['group', 'groups'],
    members: groupFields,
    path: nameOf('a group', 'Operators'),
    opens: 'groups',
    remove: 'Its users lose it, and permissions name it no more.',
    setErrors: ['administration.exists'],
  }),
  roles: resourceDocs({
    what: ['role', 'roles'],
    members: roleFields,
    path: nameOf('a role', 'Stockkeeper'),
    opens: 'roles',
    set: 'Built-in roles stay as they are.',
    remove: 'Users and groups lose it. Built-in roles stay.',
    removeErrors: ['provision.invalid'],
  }),
  apps: resourceDocs({
    what: ['application', 'applications'],
    members: appFields,
    path: nameOf('an application', 'ansible'),
    opens: 'apps',
    secret: { name: 'code', meaning: 'The code of the application, when it was made just now: it is not shown again.' },
    add: 'One of security `static` or `crypt` gets a code, which is shown in this answer and never again.',
    set: 'With `newSecret=1` another code is made and shown once.',
    remove: 'Its clients are refused from then on.',
  }),
  customFields: resourceDocs({
    what: ['custom field', 'custom fields'],
    members: customFieldFields,
    path: {
      name: { description: 'What has the field.', enum: customFieldFields.on.values },
      second: { description: 'The name of the field.', type: 'string', minLength: 1, examples: ['owner'] },
    },
    opens: 'custom_fields',
    set: 'Values that records have are kept, or it is refused.',
    remove: 'With its values in all records.',
  }),
  webhooks: resourceDocs({
    what: ['webhook', 'webhooks'],
    members: webhookFields,
    listed: progressFields,
    path: nameOf('a webhook', 'inventory'),
    opens: 'webhooks',
    secret: { name: 'secret', meaning: 'What deliveries are signed with, when it was made just now: it is not shown again.' },
    add: 'It is told of what changes from now on. Its secret is shown in this answer and never again.',
    set: 'With `newSecret=1` another secret is made and shown once.',
    remove: 'What it was not told of is lost to it.',
  }),
  serviceAccounts: resourceDocs({
    what: ['service account', 'service accounts'],
    members: serviceAccountFields,
    path: nameOf('a service account', 'ansible'),
    opens: 'service_accounts',
    add: 'It cannot sign in with a password: it works by its keys.',
    remove: 'With all of its keys.',
  }),
  signInProviders: resourceDocs({
    what: ['sign-in provider', 'sign-in providers'],
    members: providerFields,
    path: nameOf('a sign-in provider', 'corp'),
    opens: 'sign_in_providers',
    add: 'Members with a dot belong to providers of the type before it. Secrets are never shown.',
    set: 'A secret that is not given stays. It is given again when `ldap.urls`, `ldap.startTls` or `oidc.issuer` change.',
    remove: 'Its users cannot sign in until they get another provider or a password.',
  }),
  tokens: {
    summary: 'Tokens of users that are valid',
    text: 'By user; those that end first come first. A token is known by the beginning of its digest, which lets nobody in.',
    query: { user: { description: 'Only those of this user.', type: 'string' } },
    answer: shows(listOf(objectOf({ id: text, user: text, expires: value('moment') }))),
    errors: ['permission.denied', 'administration.unknown'],
  },
  endToken: {
    summary: 'End a token',
    text: 'Whoever has it must sign in again.',
    path: {
      id: {
        description: 'The beginning of its digest, as lists show it.',
        type: 'string',
        minLength: 1,
        examples: ['0123456789ab'],
      },
    },
    input: { others: {} },
    answer: { shows: 'plain', message: 'Token ended', data: ended },
    errors: ['administration.unknown'],
  },
  endTokens: {
    summary: 'End all tokens of a user',
    path: nameOf('a user', 'anna'),
    input: { others: {} },
    answer: { shows: 'plain', message: 'Tokens ended', data: ended },
    errors: ['administration.unknown'],
  },
  history: {
    summary: 'The history of administration and sign-ins',
    text: 'Newest first.',
    query: {
      only: { description: '`signIns`: only what is about signing in.', enum: ['signIns'] },
      limit: { description: 'How many entries.', type: 'integer', minimum: 1, maximum: historyLimits.max },
    },
    answer: shows(
      listOf(
        objectOf({
          at: value('moment'),
          by: { ...text, description: 'Who did it.' },
          clientAddress: refTo('textOrNull', 'From where; null where it came over no network.'),
          app: refTo('textOrNull', 'Through which application; null for none.'),
          action: { ...text, description: 'What was done: add, edit, delete, signIn, signInFailed, block, unblock, rotate.' },
          kind: {
            ...text,
            description: 'To what: user, group, role, app, customField, settings, token, key, clientAddress, webhook, provider.',
          },
          name: refTo('textOrNull', 'What that is called.'),
          differences: { description: 'In words: `[role]: User => Administrator`.', ...listOf(text) },
        }),
      ),
    ),
    errors: ['permission.denied', 'list.limit'],
  },
  blocks: {
    summary: 'Who may not sign in for a while',
    text: 'After too many failures: client networks, and user names. Those with the most failures come first.',
    answer: shows(listOf(block)),
    errors: ['permission.denied'],
  },
  liftBlock: {
    summary: 'Lift a block',
    text: 'Whoever is blocked may try again at once.',
    path: { id: { description: 'What the block is called.', type: 'string', minLength: 1, examples: ['client 192.0.2.7'] } },
    input: { others: {} },
    answer: { shows: 'plain', message: 'Block lifted' },
    errors: ['administration.unknown'],
  },
} as const satisfies Readonly<Record<string, unknown>>;
