import { recentAuthenticationMinutes, sessionFields } from '../../../../domain/access/access-token.js';
import { appFields } from '../../../../domain/access/app.js';
import { roleFields } from '../../../../domain/access/role.js';
import { factorFields } from '../../../../domain/access/second-factor.js';
import { providerFields } from '../../../../domain/access/sign-in-provider.js';
import { groupFields, serviceAccountFields, userFields } from '../../../../domain/access/user.js';
import { progressFields, webhookFields } from '../../../../domain/changes/webhook.js';
import type { AdministeredFields } from '../../../../domain/fields/administered-field.js';
import { customFieldFields } from '../../../../domain/fields/custom-field.js';
import { historyLimits } from '../../../../domain/listing/list-limits.js';
import type { MappableCode } from '../../error-mapping.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { flagInput, listOf, objectOf, refTo, type Schema, value, wordOf } from '../../openapi/schema.js';
import { showsTagged } from '../common/docs.js';
import { describedMembers, memberInputSchemas, memberOutputSchemas, requiredIn, withoutNumber } from './member-schemas.js';
import { adminStateDocs } from './state-docs.js';

const text: Schema = { type: 'string' };

const needsProof = `A session needs a proof of the last ${recentAuthenticationMinutes} minutes.`;

/** Errors of every administrative write. */
const wrong: readonly MappableCode[] = ['provision.invalid', 'administration.unknown'];

interface ResourceDocs {
  readonly what: readonly [one: string, several: string];
  /** Name of a record in operation ids. */
  readonly name: string;
  readonly members: AdministeredFields;
  readonly listed?: AdministeredFields;
  readonly path: Readonly<Record<string, Schema>>;
  readonly opens: string;
  /** The secret that the service generates for a record and returns once. */
  readonly secret?: { readonly name: string; readonly meaning: string };
  readonly add?: string;
  readonly set?: string;
  readonly remove: string;
  readonly addErrors?: readonly MappableCode[];
  readonly setErrors?: readonly MappableCode[];
  readonly removeErrors?: readonly MappableCode[];
}

const renewal = {
  newSecret: flagInput('Whether a new secret replaces the old one. The response shows it once.', ''),
} as const satisfies Readonly<Record<string, Schema>>;

function resourceDocs(resource: ResourceDocs) {
  const { what, name, members, path, secret } = resource;
  const [one, several] = what;
  const withArticle = `${one.startsWith('a') ? 'an' : 'a'} ${one}`;
  const opens = `admin/${resource.opens}`;
  const message = `${one.charAt(0).toUpperCase()}${one.slice(1)}`;
  const made = secret ? { [secret.name]: { ...text, description: secret.meaning } } : {};
  const shown = memberOutputSchemas(members, made, ...Object.keys(made));
  const tried = memberOutputSchemas(withoutNumber(members), made, ...Object.keys(made));
  const listed = memberOutputSchemas({ ...members, ...resource.listed });
  return {
    list: {
      id: `list${name}s`,
      summary: `List ${several}`,
      text: `Returns all ${several}.`,
      answer: shows(listOf(listed)),
      errors: ['permission.denied'],
    },
    read: {
      id: `get${name}`,
      summary: `Retrieve ${withArticle}`,
      text: 'Selects the record by its name.',
      path,
      answer: showsTagged(listed),
      errors: ['permission.denied', 'administration.unknown'],
    },
    add: {
      id: `create${name}`,
      summary: `Create ${withArticle}`,
      text: resource.add ?? `Creates ${withArticle} with the members of the request. Other members get their defaults.`,
      input: { members: memberInputSchemas(members, 'create'), required: requiredIn(members) },
      answer: { shows: 'created', opens, message: `${message} created`, data: shown, dryRunData: tried, isNamed: true },
      errors: ['provision.invalid', 'administration.exists', ...(resource.addErrors ?? [])],
    },
    set: {
      id: `update${name}`,
      summary: `Update ${withArticle}`,
      text: `Members that are not in the request do not change. ${resource.set ?? ''}`.trim(),
      path,
      input: { members: { ...memberInputSchemas(members, 'change'), ...(secret ? renewal : {}) } },
      answer: { shows: 'plain', message: `${message} updated`, data: shown },
      errors: [...wrong, ...(resource.setErrors ?? [])],
    },
    remove: {
      id: `delete${name}`,
      summary: `Delete ${withArticle}`,
      text: resource.remove,
      path,
      input: { others: {} },
      answer: { shows: 'plain', message: `${message} deleted` },
      errors: ['administration.unknown', ...(resource.removeErrors ?? [])],
    },
  } as const satisfies Readonly<Record<string, RouteDoc>>;
}

const nameOf = (what: string, example: string): Readonly<Record<string, Schema>> => ({
  name: { description: `Name of ${what}.`, type: 'string', minLength: 1, examples: [example] },
});

const removed = objectOf({ removed: value('integer', 'Number of removed factors.') });

const ended = objectOf({ ended: value('integer', 'Number of revoked tokens.') });

const block = objectOf({
  id: { ...text, description: 'ID of the block.' },
  client: refTo('textOrNull', 'Blocked client network; null for a blocked user name.'),
  users: { description: 'Users with the blocked name; empty for an unknown name.', ...listOf(text) },
  failures: value('integer', 'Number of failed sign-ins.'),
  until: value('moment', 'Time of the next permitted attempt.'),
});

export const adminDocs = {
  ...adminStateDocs,
  members: {
    id: 'listAdministrativeMembers',
    summary: 'List members of administrative records',
    text: 'Describes the members of each resource with type and meaning, so that clients can build forms.',
    answer: shows(
      listOf(objectOf({ name: { ...text, description: 'Path segment of the resource.' }, members: describedMembers })),
    ),
    errors: ['permission.denied'],
  },
  users: resourceDocs({
    name: 'User',
    what: ['user', 'users'],
    members: userFields,
    path: nameOf('a user', 'anna'),
    opens: 'users',
    set: 'A new password and disabling the user revoke all tokens of the user. The last active administrator must remain.',
    remove: 'Deletes the user and all tokens of the user. The last active administrator must remain.',
    setErrors: ['administration.lastAdministrator'],
    removeErrors: ['administration.lastAdministrator'],
  }),
  groups: resourceDocs({
    name: 'Group',
    what: ['group', 'groups'],
    members: groupFields,
    path: nameOf('a group', 'Operators'),
    opens: 'groups',
    remove: 'Removes the group from its users and from all permissions.',
    setErrors: ['administration.exists'],
  }),
  roles: resourceDocs({
    name: 'Role',
    what: ['role', 'roles'],
    members: roleFields,
    path: nameOf('a role', 'Stockkeeper'),
    opens: 'roles',
    set: 'Built-in roles stay as they are.',
    remove: 'Users and groups lose it. Built-in roles stay.',
    removeErrors: ['provision.invalid'],
  }),
  apps: resourceDocs({
    name: 'Application',
    what: ['application', 'applications'],
    members: appFields,
    path: nameOf('an application', 'ansible'),
    opens: 'apps',
    secret: { name: 'code', meaning: 'Code of the application. Only the response that creates it contains it.' },
    add: `An application with security \`static\` or \`crypt\` gets a code. Only this response shows it. ${needsProof}`,
    set: `\`newSecret=1\` replaces the code. Only this response shows it. ${needsProof}`,
    addErrors: ['account.proofOutdated'],
    setErrors: ['account.proofOutdated'],
    remove: 'Clients of the application are refused from then on.',
  }),
  customFields: resourceDocs({
    name: 'CustomField',
    what: ['custom field', 'custom fields'],
    members: customFieldFields,
    path: {
      name: wordOf(customFieldFields.on.values, 'Record type with the field.'),
      second: { description: 'Name of the field.', type: 'string', minLength: 1, examples: ['owner'] },
    },
    opens: 'custom_fields',
    set: 'A change that does not fit stored values is refused.',
    remove: 'Deletes the field and its values in all records.',
  }),
  webhooks: resourceDocs({
    name: 'Webhook',
    what: ['webhook', 'webhooks'],
    members: webhookFields,
    listed: progressFields,
    path: nameOf('a webhook', 'inventory'),
    opens: 'webhooks',
    secret: { name: 'secret', meaning: 'Key for the signature of deliveries. Only the response that creates it contains it.' },
    add: 'The webhook receives changes from now on. Only this response shows its secret.',
    set: '`newSecret=1` replaces the secret. Only this response shows it.',
    remove: 'Deletes the webhook and its undelivered events.',
  }),
  serviceAccounts: resourceDocs({
    name: 'ServiceAccount',
    what: ['service account', 'service accounts'],
    members: serviceAccountFields,
    path: nameOf('a service account', 'ansible'),
    opens: 'service_accounts',
    add: 'A service account has no password and authenticates by its keys.',
    remove: 'Deletes the service account and all of its keys.',
  }),
  signInProviders: resourceDocs({
    name: 'SignInProvider',
    what: ['sign-in provider', 'sign-in providers'],
    members: providerFields,
    path: nameOf('a sign-in provider', 'corp'),
    opens: 'sign_in_providers',
    add: 'Members with a dot belong to providers of the type before the dot. Secrets are never returned.',
    set: 'A secret that is not in the request stays. A change of `ldap.urls`, `ldap.startTls` or `oidc.issuer` requires it again.',
    remove: 'Its users cannot sign in until they get another provider or a password.',
  }),
  tokens: {
    id: 'listTokens',
    summary: 'List valid tokens',
    text: 'Ordered by user, then by expiry. The ID of a token is the beginning of its digest, which does not authenticate.',
    query: { user: { description: 'Only tokens of this user.', type: 'string' } },
    answer: shows(listOf(memberOutputSchemas(sessionFields))),
    errors: ['permission.denied', 'administration.unknown'],
  },
  endToken: {
    id: 'revokeToken',
    summary: 'Revoke a token',
    text: 'Clients with this token must sign in again.',
    path: {
      id: {
        description: 'ID of the token from the list: the beginning of its digest.',
        type: 'string',
        minLength: 1,
        examples: ['0123456789ab'],
      },
    },
    input: { others: {} },
    answer: { shows: 'plain', message: 'Token ended', data: ended },
    errors: ['administration.unknown'],
  },
  factors: {
    id: 'listUserFactors',
    summary: 'The second factors of a user',
    text: 'Returns the second factors of the user, without their secrets.',
    path: nameOf('a user', 'anna'),
    answer: shows(listOf(memberOutputSchemas(factorFields))),
    errors: ['permission.denied', 'administration.unknown'],
  },
  resetFactors: {
    id: 'resetUserFactors',
    summary: 'Remove all second factors of a user',
    text: 'Also deletes the recovery codes. Only the user can add new factors.',
    path: nameOf('a user', 'anna'),
    input: { others: {} },
    answer: { shows: 'plain', message: 'Factors removed', data: removed },
    errors: ['administration.unknown'],
  },
  endTokens: {
    id: 'revokeUserTokens',
    summary: 'Revoke all tokens of a user',
    text: 'Clients with a token of the user must sign in again.',
    path: nameOf('a user', 'anna'),
    input: { others: {} },
    answer: { shows: 'plain', message: 'Tokens ended', data: ended },
    errors: ['administration.unknown'],
  },
  history: {
    id: 'listAdministrationHistory',
    summary: 'List changes of administration and sign-ins',
    text: 'Returns the history, newest first.',
    query: {
      only: wordOf(['signIns'], '`signIns`: only entries about sign-ins.'),
      limit: { description: 'Number of entries.', type: 'integer', minimum: 1, maximum: historyLimits.max },
    },
    answer: shows(
      listOf(
        objectOf({
          at: value('moment'),
          by: { ...text, description: 'Author of the change.' },
          clientAddress: refTo('textOrNull', 'Address of the client; null for a local change.'),
          app: refTo('textOrNull', 'Application of the request; null for none.'),
          action: { ...text, description: 'Action: add, edit, delete, signIn, signInFailed, block, unblock, rotate.' },
          kind: {
            ...text,
            description:
              'Type of the object: user, group, role, app, customField, settings, token, key, clientAddress, webhook, provider.',
          },
          name: refTo('textOrNull', 'Name of the object.'),
          differences: { description: 'Changes by member as text: `[role]: User => Administrator`.', ...listOf(text) },
        }),
      ),
    ),
    errors: ['permission.denied', 'list.limit'],
  },
  blocks: {
    id: 'listBlocks',
    summary: 'List blocks of sign-ins',
    text: 'Returns the client networks and user names that are blocked after too many failures, most failures first.',
    answer: shows(listOf(block)),
    errors: ['permission.denied'],
  },
  liftBlock: {
    id: 'liftBlock',
    summary: 'Lift a block',
    text: 'The blocked clients can sign in again immediately.',
    path: { id: { description: 'ID of the block.', type: 'string', minLength: 1, examples: ['client 192.0.2.7'] } },
    input: { others: {} },
    answer: { shows: 'plain', message: 'Block lifted' },
    errors: ['administration.unknown'],
  },
} as const satisfies Readonly<Record<string, unknown>>;
