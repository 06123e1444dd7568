import type { LdapSettings, SignInProvider } from '../../domain/access/sign-in-provider.js';

/** Reads the register of sign-in providers. */
export interface SignInProviderReader {
  /** With their secrets: never to be shown. In the order of sign-in: by order, then by name. */
  list(): Promise<SignInProvider[]>;
  find(name: string): Promise<SignInProvider | undefined>;
}

/** Stores sign-in providers. */
export interface SignInProviderRepository extends SignInProviderReader {
  /** Adds a provider, or replaces the one of its name. */
  save(provider: SignInProvider): Promise<void>;
  delete(name: string): Promise<void>;
}

/** A person as a sign-in provider knows them. */
export interface ProvidedIdentity {
  /** Identifier that the provider gives to no other person; null where it has none. */
  readonly subject: string | null;
  readonly username: string;
  readonly realName: string;
  readonly email: string;
  /** Whether the provider has verified that the address is the person's. */
  readonly isEmailVerified: boolean;
  /** Names of groups, as mappings compare them. */
  readonly groups: readonly string[];
}

/** One step of a test of a provider. `problem`: null when it succeeded. */
export interface ProviderStep {
  readonly step: string;
  readonly problem: string | null;
}

/** A provider cannot be asked now. Its text is the reason, for people, and has no secret. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** Directories that check passwords. */
export interface PasswordDirectories {
  /**
   * Checks the password of a user.
   * @param username as typed, not empty; @param password not empty
   * @returns undefined for an unknown user, a wrong password and an account that the directory refuses
   * @throws ProviderUnavailable when no server of the directory gave an answer in time, or searches are refused
   */
  identify(settings: LdapSettings, username: string, password: string): Promise<ProvidedIdentity | undefined>;
  /** Takes the steps of a sign-in one after the other, up to the first that fails; never throws. @param user without one, only the search is tested */
  test(settings: LdapSettings, user?: { readonly username: string; readonly password: string }): Promise<readonly ProviderStep[]>;
}
