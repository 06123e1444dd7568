import type {
  PasswordDirectories,
  ProvidedIdentity,
  ProviderStep,
  WrongPassword,
} from '../../application/ports/sign-in-providers.js';
import { ProviderUnavailable } from '../../application/ports/sign-in-providers.js';
import type { LdapSettings } from '../../domain/access/sign-in-provider.js';
import { authenticate, bindAsService } from './directory-sign-in.js';
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
          return authenticate(session, settings, { username, password }, () => {});
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

  async test(
    settings: LdapSettings,
    user?: { readonly username: string; readonly password: string },
  ): Promise<readonly ProviderStep[]> {
    const steps: ProviderStep[] = [];
    let isSignedIn = false;
    for (const url of settings.urls) {
      const taken = await stepsAt(
        settings,
        url,
        isSignedIn ? undefined : (session, begin) => signInSteps(session, settings, user, begin),
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

type Begin = (step: string) => void;

/** Performs the sign-in on an open connection. @returns the problem of the failed step; undefined on success */
async function signInSteps(
  session: LdapSession,
  settings: LdapSettings,
  user: { readonly username: string; readonly password: string } | undefined,
  begin: Begin,
): Promise<string | undefined> {
  if (user) {
    const result = await authenticate(session, settings, user, begin);
    if ('refused' in result) return result.refused;
    begin(
      `user ${result.username}, ${result.groups.length === 0 ? 'no groups' : `groups ${result.groups.slice(0, 100).join('; ')}`}`,
    );
    return undefined;
  }
  if (settings.userDn !== '') return undefined;
  await bindAsService(session, settings, begin);
  begin(`read ${settings.userBase}`);
  const [base] = await session.search(settings.userBase, { scope: 'base', attributes: ['1.1'] });
  return base ? undefined : 'the entry does not exist, or the account that searches may not read it';
}

async function stepsAt(
  settings: LdapSettings,
  url: string,
  further: ((session: LdapSession, begin: Begin) => Promise<string | undefined>) | undefined,
): Promise<ProviderStep[]> {
  const steps: string[] = [`connect to ${url}${settings.startTls ? ' with StartTLS' : ''}`];
  let problem: string | undefined;
  try {
    problem = await withSession(settings, url, async (session) => {
      await session.probe();
      return further?.(session, (step) => steps.push(step));
    });
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  return steps.map((step, index) => ({ step, problem: index === steps.length - 1 ? (problem ?? null) : null }));
}

async function withSession<T>(settings: LdapSettings, url: string, work: (session: LdapSession) => Promise<T>): Promise<T> {
  const session = new LdapSession(settings, url);
  try {
    return await work(session);
  } finally {
    session.close();
  }
}
