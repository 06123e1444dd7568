import { allRoles } from '../../../domain/access/role.js';
import {
  inProviderOrder,
  providerFields,
  type providerProfileFields,
  publicProvider,
  type SignInProvider,
  settingsOf,
} from '../../../domain/access/sign-in-provider.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { OidcProviders, PasswordDirectories, ProviderStep, SamlProviders } from '../../ports/sign-in-providers.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import { isSame } from '../provisioning/changed-entries.js';
import { Entry, labelOf } from '../provisioning/entry.js';
import { providerMembers, readProvider } from '../provisioning/sign-in-providers.js';
import { type AdministrativeUnits, requireAdministrator } from './administrative-units.js';
import { requireExpectedMembers } from './member-versions.js';
import { isStoredAccount, missingInMapping } from './missing-in-mapping.js';

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
      if (await repositories.signInProviders.find(provider.name))
        throw new IpamError('administration.exists', { what: 'sign-in provider', name: provider.name });
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
      const stored = existing(await repositories.signInProviders.find(name), name);
      requireExpectedMembers(caller, providerFields, stored);
      const typed = Object.fromEntries(
        Object.entries(changes).map(([key, value]) => [
          key,
          key === stored.type ? { ...settingsOf(stored), ...Object(value) } : value,
        ]),
      );
      const provider = await readChecked(repositories, name, { ...stored, ...typed, name });
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
      const stored = existing(await repositories.signInProviders.find(name), name);
      requireExpectedMembers(caller, providerFields, stored);
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
    const provider = existing(await this.#readers.signInProviders.find(name), name);
    return this.#test(provider, user);
  }
}

/** Reads a provider and checks the groups, roles and service accounts of its mapping. @throws IpamError provision.invalid */
async function readChecked(
  { groups, roles, users }: Pick<Repositories, 'groups' | 'roles' | 'users'>,
  name: string,
  input: object,
): Promise<SignInProvider> {
  const entry = new Entry(input, labelOf('sign-in provider', name), providerMembers);
  const provider = readProvider(entry);
  const known = { groups: await groups.list(), roles: allRoles(await roles.list()), isAccount: isStoredAccount(users) };
  const missing = await missingInMapping(provider, known);
  if (missing !== undefined) entry.refuse('mapping', `names a ${missing}`);
  return provider;
}

/** The secret of a provider and the server that receives it; undefined for a type without secrets. */
function secretOf(
  provider: SignInProvider,
): { readonly member: string; readonly secret: string; readonly target: object } | undefined {
  switch (provider.type) {
    case 'ldap': {
      const { urls, startTls, bindPassword } = provider.ldap;
      return { member: 'bindPassword', secret: bindPassword, target: { urls, startTls } };
    }
    case 'oidc': {
      const { issuer, clientSecret } = provider.oidc;
      return { member: 'clientSecret', secret: clientSecret, target: { issuer } };
    }
    case 'saml':
      return undefined;
  }
}

function refuseMovedSecret(stored: SignInProvider, provider: SignInProvider, changes: ProviderInput): void {
  const [before, after] = [secretOf(stored), secretOf(provider)];
  if (!after || after.secret === '' || Object.hasOwn(Object(changes[provider.type]), after.member)) return;
  if (isSame(before?.target, after.target)) return;
  throw new IpamError('provision.invalid', {
    entry: `sign-in provider ${provider.name} ${JSON.stringify(`${provider.type}.${after.member}`)}`,
    problem: 'must be entered again, because the server changes',
  });
}

function existing(found: SignInProvider | undefined, name: string): SignInProvider {
  if (!found) throw new IpamError('administration.unknown', { what: 'sign-in provider', name });
  return found;
}
