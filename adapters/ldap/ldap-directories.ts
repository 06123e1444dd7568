import { testSteps } from '../../application/access/sign-in/provider-steps.js';
import {
  type PasswordDirectories,
  type ProvidedIdentity,
  type ProviderStep,
  ProviderUnavailable,
  type WrongPassword,
} from '../../application/ports/sign-in-providers.js';
import type { LdapSettings } from '../../domain/access/sign-in-provider.js';
import { DirectorySignIn, type TypedUser } from './directory-sign-in.js';
import { LdapSession } from './ldap-session.js';

/** Period in milliseconds during which a failed server is tried last. */
const distrustMs = 30_000;

/** LDAP directories, including Active Directory. Each sign-in has its own connection. */
export class LdapDirectories implements PasswordDirectories {
  /** Monotonic time of the last failure in milliseconds, by URL. */
  readonly #failed = new Map<string, number>();

  async identify(
    settings: LdapSettings,
    username: string,
    password: string,
  ): Promise<ProvidedIdentity | WrongPassword | undefined> {
    let failure: unknown;
    for (const url of this.#inOrder(settings.urls)) {
      try {
        const result = await withSession(settings, url, async (session) => {
          await session.connect();
          return new DirectorySignIn(session, settings).authenticate({ username, password });
        });
        this.#failed.delete(url);
        if (!('refused' in result)) return result;
        return result.username ? { wrongFor: result.username } : undefined;
      } catch (error) {
        if (!(error instanceof ProviderUnavailable)) throw error;
        this.#failed.set(url, performance.now());
        failure = error;
      }
    }
    throw failure;
  }

  /** Connects to each server, and performs the sign-in at the first available one. */
  async test(settings: LdapSettings, user?: TypedUser): Promise<readonly ProviderStep[]> {
    const steps: ProviderStep[] = [];
    let isSignedIn = false;
    for (const url of settings.urls) {
      const taken = await testSteps(
        `connect to ${url}${settings.startTls ? ' with StartTLS' : ''}`,
        (begin) =>
          withSession(settings, url, async (session) => {
            await session.probe();
            return isSignedIn ? undefined : signInSteps(session, settings, user, begin);
          }),
        (error) => (error instanceof Error ? error.message : String(error)),
      );
      isSignedIn ||= taken.length > 1;
      steps.push(...taken);
    }
    return steps;
  }

  /** Orders servers: those without recent failures come first. */
  #inOrder(urls: readonly string[]): string[] {
    const since = performance.now() - distrustMs;
    const isDistrusted = (url: string): boolean => (this.#failed.get(url) ?? Number.NEGATIVE_INFINITY) > since;
    return [...urls.filter((url) => !isDistrusted(url)), ...urls.filter(isDistrusted)];
  }
}

/** Performs the sign-in on an open connection. @returns the problem of the failed step; undefined on success */
async function signInSteps(
  session: LdapSession,
  settings: LdapSettings,
  user: TypedUser | undefined,
  begin: (step: string) => void,
): Promise<string | undefined> {
  const signIn = new DirectorySignIn(session, settings, begin);
  if (user) {
    const result = await signIn.authenticate(user);
    if ('refused' in result) return result.refused;
    const groups = result.groups.length === 0 ? 'no groups' : `groups ${result.groups.slice(0, 100).join('; ')}`;
    begin(`user ${result.username}, ${groups}`);
    return undefined;
  }
  if (settings.userDn !== '') return undefined;
  await signIn.bindAsService();
  begin(`read ${settings.userBase}`);
  const [base] = await session.search(settings.userBase, { scope: 'base', attributes: ['1.1'] });
  return base ? undefined : 'the entry does not exist, or the account that searches may not read it';
}

async function withSession<T>(settings: LdapSettings, url: string, work: (session: LdapSession) => Promise<T>): Promise<T> {
  const session = new LdapSession(settings, url);
  try {
    return await work(session);
  } finally {
    session.close();
  }
}
