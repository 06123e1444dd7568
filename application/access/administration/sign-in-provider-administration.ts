import { rulesOf } from '../../../domain/access/provider-mapping.js';
import { administratorRole, findRole, type RoleDefinition } from '../../../domain/access/role.js';
import {
  inProviderOrder,
  providerFields,
  type providerProfileFields,
  publicProvider,
  type SignInProvider,
  settingsOf,
} from '../../../domain/access/sign-in-provider.js';
import { findGroup, isServiceAccount } from '../../../domain/access/user.js';
import { memberOf } from '../../../domain/fields/administered-field.js';
import type { Caller } from '../../caller.js';
import type { UserReader } from '../../ports/identity.js';
import type { OidcProviders, PasswordDirectories, ProviderStep, SamlProviders } from '../../ports/sign-in-providers.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import { Entry, invalidEntry, isSame, labelOf } from '../provisioning/entry.js';
import { providerMembers, readProvider } from '../provisioning/sign-in-providers.js';
import { type GroupsAndRoles, readGroupsAndRoles } from '../role-source.js';
import type { AdministrativeUnits } from './administrative-units.js';
import { requireAdministrator, requireCurrent, requireKnown, requireUnused } from './requirements.js';

export type ProviderInput = Readonly<Partial<Record<keyof typeof providerProfileFields | 'ldap' | 'oidc' | 'saml', unknown>>>;

export interface TestUser {
  readonly username: string;
  readonly password: string;
}

/** Tests a provider. The last step is the failed one, if any. */
export type ProviderTest = (provider: SignInProvider, user: TestUser | undefined) => Promise<readonly ProviderStep[]>;

/** Implementations by protocol; undefined for an unavailable protocol. */
export interface ProviderProtocols {
  readonly directories: PasswordDirectories | undefined;
  readonly oidc: OidcProviders | undefined;
  readonly saml: SamlProviders | undefined;
}

export const providerTestBy =
  ({ directories, oidc, saml }: ProviderProtocols): ProviderTest =>
  async (provider, user) => {
    if (provider.type === 'ldap' && directories) return directories.test(provider.ldap, user);
    if (provider.type === 'oidc' && oidc) return oidc.test(provider.oidc);
    if (provider.type === 'saml' && saml) return saml.test(provider.saml);
    return [{ step: 'find the protocol', problem: `${provider.type} is not supported here` }];
  };

/** Adds, changes, removes and tests sign-in providers. Each change is logged. Secrets are never returned. */
export class SignInProviderAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;
  readonly #test: ProviderTest;

  constructor(readers: Readers, units: AdministrativeUnits, test: ProviderTest) {
    this.#readers = readers;
    this.#units = units;
    this.#test = test;
  }

  async list(caller: Caller): Promise<SignInProvider[]> {
    requireAdministrator(caller);
    return inProviderOrder(await this.#readers.signInProviders.list()).map(publicProvider);
  }

  /** @throws IpamError provision.invalid, administration.exists */
  add(caller: Caller, input: ProviderInput & { readonly name: string }): Promise<SignInProvider> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const provider = await readChecked(repositories, input.name, input);
      requireUnused(await repositories.signInProviders.find(provider.name), what, provider.name);
      await writes.saveProvider(undefined, provider);
      return publicProvider(provider);
    });
  }

  /**
   * Changes members of a provider. An absent secret is unchanged; a new server requires the secret.
   * @throws IpamError administration.unknown, provision.invalid
   */
  set(caller: Caller, name: string, changes: Omit<ProviderInput, 'name'>): Promise<SignInProvider> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, name);
      const { type } = stored;
      const settings = { ...settingsOf(stored), ...Object(changes[type]) };
      const provider = await readChecked(repositories, name, { ...stored, ...changes, [type]: settings, name });
      refuseMovedSecret(stored, provider, changes);
      await writes.saveProvider(stored, provider);
      return publicProvider(provider);
    });
  }

  /**
   * Removes a provider. Its users cannot sign in until they get another provider or a password.
   * @throws IpamError administration.unknown
   */
  remove(caller: Caller, name: string): Promise<SignInProvider> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, name);
      await writes.deleteProvider(stored);
      return publicProvider(stored);
    });
  }

  /**
   * Tests a stored provider.
   * @param user for a test sign-in; without it, the test ends before the sign-in
   * @throws IpamError administration.unknown
   */
  async test(caller: Caller, name: string, user?: TestUser): Promise<readonly ProviderStep[]> {
    requireAdministrator(caller);
    const provider = requireKnown(await this.#readers.signInProviders.find(name), what, name);
    return this.#test(provider, user);
  }
}

const what = 'sign-in provider';

/** Reads a provider and checks the groups, roles and service accounts of its mapping. @throws IpamError provision.invalid */
async function readChecked(repositories: Repositories, name: string, input: object): Promise<SignInProvider> {
  const entry = new Entry(input, labelOf(what, name), providerMembers);
  const provider = readProvider(entry);
  const known = { ...(await readGroupsAndRoles(repositories)), isAccount: isStoredAccount(repositories.users) };
  const missing = await missingInMapping(provider, known);
  if (missing !== undefined) entry.refuse('mapping', `names a ${missing}`);
  return provider;
}

/** The secrets that a server receives, each with the members that name the server. */
const sentSecrets = { 'ldap.bindPassword': ['ldap.urls', 'ldap.startTls'], 'oidc.clientSecret': ['oidc.issuer'] } as const;

function refuseMovedSecret(stored: SignInProvider, provider: SignInProvider, changes: ProviderInput): void {
  for (const [secret, server] of Object.entries(sentSecrets)) {
    const isSent = (memberOf(provider, secret) ?? '') !== '' && memberOf(changes, secret) === undefined;
    if (isSent && !server.every((name) => isSame(memberOf(stored, name), memberOf(provider, name))))
      invalidEntry(`${what} ${provider.name} ${JSON.stringify(secret)}`, 'must be entered again, because the server changes');
  }
}

/** @throws IpamError administration.unknown, record.changed */
const changeable = async (caller: Caller, { signInProviders }: Repositories, name: string): Promise<SignInProvider> =>
  requireCurrent(caller, providerFields, await signInProviders.find(name), what, name);

/** Records that a mapping references by name. */
interface KnownRecords extends GroupsAndRoles {
  readonly isAccount: (name: string) => Promise<boolean>;
}

/** Whether a role has this name, except the administrator role, which has its own syntax in mappings. */
function isOtherRole(roles: readonly RoleDefinition[], name: string): boolean {
  const role = findRole(roles, name);
  return role !== undefined && role.name !== administratorRole;
}

/** The first missing record of a provider's mapping, as the end of a sentence; undefined if none is missing. */
export async function missingInMapping({ mapping }: SignInProvider, known: KnownRecords): Promise<string | undefined> {
  const { groups, roles, isAccount } = known;
  for (const { gives } of rulesOf(mapping)) {
    if ('group' in gives && !findGroup(groups, gives.group)) return `group that does not exist: ${gives.group}`;
    if ('namedRole' in gives && !isOtherRole(roles, gives.namedRole)) return `role that does not exist: ${gives.namedRole}`;
    if ('serviceAccount' in gives && !(await isAccount(gives.serviceAccount)))
      return `service account that does not exist: ${gives.serviceAccount}`;
  }
  return undefined;
}

export const isStoredAccount =
  (users: UserReader) =>
  async (name: string): Promise<boolean> => {
    const user = await users.findByName(name);
    return user !== undefined && isServiceAccount(user);
  };
