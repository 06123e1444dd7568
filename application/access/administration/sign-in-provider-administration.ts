import { allRoles } from '../../../domain/access/role.js';
import {
  inProviderOrder,
  providerFields,
  type providerProfileFields,
  publicProvider,
  type SignInProvider,
} from '../../../domain/access/sign-in-provider.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { OidcProviders, PasswordDirectories, ProviderStep } from '../../ports/sign-in-providers.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import { Entry, labelOf } from '../provisioning/entry.js';
import { isSame } from '../provisioning/same.js';
import { providerMembers, readProvider } from '../provisioning/sign-in-providers.js';
import { type AdministrativeUnits, requireAdministrator } from './administrative-units.js';
import { requireExpectedMembers } from './member-versions.js';
import { missingName } from './missing-name.js';

/** Unverified members of a provider, as in a provisioning file. */
export type ProviderInput = Readonly<Partial<Record<keyof typeof providerProfileFields | 'ldap' | 'oidc', unknown>>>;

/** Credentials for a test of a provider. */
export interface TestUser {
  readonly username: string;
  readonly password: string;
}

/** Tests a provider. The result ends with the first failed step. */
export type ProviderTest = (provider: SignInProvider, user: TestUser | undefined) => Promise<readonly ProviderStep[]>;

/** Tests providers by those of their type. */
export const providerTestOf =
  (directories: PasswordDirectories | undefined, oidc: OidcProviders | undefined): ProviderTest =>
  async (provider, user) => {
    if (provider.type === 'ldap' && directories) return directories.test(provider.ldap, user);
    if (provider.type === 'oidc' && oidc) return oidc.test(provider.oidc);
    return [{ step: 'find the protocol', problem: `${provider.type} is not supported here` }];
  };

/** Adds, changes, removes and tests sign-in providers. The history has an entry for each change. Secrets are never returned. */
export class SignInProviderAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;
  readonly #test: ProviderTest;

  constructor(readers: Readers, units: AdministrativeUnits, test: ProviderTest) {
    this.#readers = readers;
    this.#units = units;
    this.#test = test;
  }

  /** All providers, in the order of sign-in. */
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
   * Changes the given members. A secret that is not given stays, unless the server changes: then it is required.
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
   * @param user for a test sign-in; without it, the test ends before the sign-in.
   * @throws IpamError administration.unknown
   */
  async test(caller: Caller, name: string, user?: TestUser): Promise<readonly ProviderStep[]> {
    requireAdministrator(caller);
    const provider = existing(await this.#readers.signInProviders.find(name), name);
    return this.#test(provider, user);
  }
}

/** Reads a provider and checks that the groups and roles of its mapping exist. @throws IpamError provision.invalid */
async function readChecked(
  { groups, roles }: Pick<Repositories, 'groups' | 'roles'>,
  name: string,
  input: object,
): Promise<SignInProvider> {
  const entry = new Entry(input, labelOf('sign-in provider', name), providerMembers);
  const provider = readProvider(entry);
  const missing = missingName(provider, await groups.list(), allRoles(await roles.list()));
  if (missing !== undefined) entry.refuse('mapping', missing);
  return provider;
}

const settingsOf = (provider: SignInProvider): object => (provider.type === 'ldap' ? provider.ldap : provider.oidc);

/** The server that receives a provider's secret. */
const targetOf = (provider: SignInProvider): object =>
  provider.type === 'ldap' ? { urls: provider.ldap.urls, startTls: provider.ldap.startTls } : { issuer: provider.oidc.issuer };

function refuseMovedSecret(stored: SignInProvider, provider: SignInProvider, changes: ProviderInput): void {
  const member = provider.type === 'ldap' ? 'bindPassword' : 'clientSecret';
  const secret = provider.type === 'ldap' ? provider.ldap.bindPassword : provider.oidc.clientSecret;
  if (secret === '' || Object.hasOwn(Object(changes[provider.type]), member)) return;
  if (isSame(targetOf(stored), targetOf(provider))) return;
  throw new IpamError('provision.invalid', {
    entry: `sign-in provider ${provider.name} ${JSON.stringify(`${provider.type}.${member}`)}`,
    problem: 'must be given again, as the server changes',
  });
}

function existing(found: SignInProvider | undefined, name: string): SignInProvider {
  if (!found) throw new IpamError('administration.unknown', { what: 'sign-in provider', name });
  return found;
}
