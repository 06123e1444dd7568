import { type Query, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../texts/text';
import { ApiError, noteUser, ownHeader, pathPrefix, reach } from './client';
import type { PasskeyCreation, PasskeyRequest } from './passkeys';

type KindLevel = 'none' | 'read' | 'write';

interface SessionUser {
  readonly username: string;
  readonly realName: string;
  readonly role: 'Administrator' | 'User';
  /** Whether the user has all permissions, regardless of groups. */
  readonly unrestricted: boolean;
  readonly groups: readonly number[];
  /** The user's permission for records outside of sections. */
  readonly inventory: KindLevel;
  readonly levels: Readonly<Record<string, KindLevel>>;
  /** Administration permissions: administer, secrets, history, users. */
  readonly rights: readonly string[];
}

interface OfferedProvider {
  readonly name: string;
  readonly label: string;
}

export interface Session {
  readonly user: SessionUser | null;
  /** The permission of the console's application. */
  readonly permission?: 'read' | 'write' | 'admin';
  readonly version: string;
  /** The time zone of timestamps in the interface: Europe/Vienna. */
  readonly zone?: string;
  readonly scans?: boolean;
  /** Whether the database refuses writes: its disk is full, or it is read-only. */
  readonly isReadOnly?: true;
  /** Providers offered for sign-in; absent for a session with a user. */
  readonly providers?: readonly OfferedProvider[];
  /** URL that ends the session at the provider, after signing out. */
  readonly signOut?: string;
  readonly wasLeft?: boolean;
  /** Recovery codes created during the sign-in, which are shown once. */
  readonly recoveryCodes?: readonly string[];
}

/** Additional requirements of a sign-in with a correct password. */
export interface SignInNeed {
  readonly factor?: { readonly hasCodes: boolean; readonly passkey?: PasskeyRequest };
  /** The user has no second factor and must register one: an app with this secret, or a passkey. */
  readonly enrolment?: { readonly secret: string; readonly uri: string; readonly passkey?: PasskeyCreation };
}

/** A one-time code, or the answer of a passkey. */
export type Proof = { readonly code: string } | { readonly passkey: object };

/** Returns what the sign-in still requires. Undefined if the error has another cause. */
export function needOf(error: unknown): SignInNeed | undefined {
  const body = error instanceof ApiError && error.status === 401 ? (error.body as SignInNeed | undefined) : undefined;
  return body?.factor || body?.enrolment ? body : undefined;
}

async function ask(method: string, body?: object): Promise<Session> {
  const answer = await askAt<Session>('session', method, body);
  noteUser(answer.user?.username ?? '');
  return answer;
}

async function askAt<T>(path: string, method: string, body?: object): Promise<T> {
  const response = await reach(`${pathPrefix}/console/${path}`, {
    method,
    headers: { ...ownHeader, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json().catch(() => undefined);
  if (!response.ok || !answer)
    throw new ApiError(response.status, answer?.message ?? t('error.status', { status: response.status }), answer);
  return answer;
}

/** Signs in with a password. @param further a second factor, or the first code or passkey of a user who has to register one */
export const signIn = (
  username: string,
  password: string,
  further: Proof | { readonly enrolment: Proof } | object = {},
): Promise<Session> => ask('POST', { username, password, ...further });

/** Signs in with a passkey alone. @param use asks the user for the passkey */
export async function signInByPasskey(use: (options: PasskeyRequest) => Promise<object>): Promise<Session> {
  const { passkey } = await askAt<{ passkey: PasskeyRequest }>('session/passkey', 'POST', {});
  return ask('POST', { passkey: await use(passkey) });
}

/** Ends the session and revokes its token. */
export const signOut = async (): Promise<Session> => ({ ...(await ask('DELETE')), wasLeft: true });

/** Returns the path that starts a sign-in with a provider. @param to path of the console to open afterwards */
export const providerSignInPath = ({ name }: OfferedProvider, to: string): string =>
  `${pathPrefix}/console/sign-in/${encodeURIComponent(name)}?to=${encodeURIComponent(to)}`;

export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: () => ask('GET'), staleTime: 60_000 });

/** Replaces the session and clears cached data. If `lastUser` signs in again, data is read again instead. */
export function useNextSession(lastUser?: string): (session: Session) => void {
  const queries = useQueryClient();
  return (session) => {
    const others = { predicate: (query: Query) => query.queryKey[0] !== sessionQuery.queryKey[0] };
    const isSame = lastUser !== undefined && session.user?.username === lastUser;
    if (!isSame) queries.removeQueries(others);
    queries.setQueryData(sessionQuery.queryKey, session);
    if (isSame) void queries.invalidateQueries(others);
  };
}

/** The user of the open pages. After the session expires, pages remain open, because a form may contain input. */
export function useSignedInUser(session: Session | undefined): string | undefined {
  const [lastUser, setLastUser] = useState<string>();
  if (!session) return lastUser;
  const now = session.user?.username ?? (session.wasLeft ? undefined : lastUser);
  if (now !== lastUser) setLastUser(now);
  return now;
}

export type Rights = ReturnType<typeof useRights>;

/** The permissions only hide actions. The service checks every request itself. */
export function useRights() {
  const { data: session } = useQuery(sessionQuery);
  const user = session?.user;
  const writes = session?.permission === 'write' || session?.permission === 'admin';
  const levelOf = (kind: string): KindLevel => (user?.unrestricted ? 'write' : (user?.levels[kind] ?? 'read'));
  const has = (right: string) => user?.rights.includes(right) === true;
  const administers = (right: string) => session?.permission === 'admin' && has(right);
  return {
    /** Whether the user may change everything, including top-level sections. */
    all: writes && user?.unrestricted === true,
    /** Whether the user may read records of a kind. For other record types, levels depend on the section. */
    reads: (kind: string) => levelOf(kind) !== 'none',
    writes: (kind: string) => writes && levelOf(kind) === 'write',
    secrets: writes && has('secrets'),
    administrator: administers('administer'),
    /** Whether the user may manage users and groups, and read the audit log. */
    users: administers('users'),
    history: administers('history'),
    /** Whether the user sees all sections and networks. */
    seesAll: user?.unrestricted === true,
    /** The highest level among the user's groups in the `permissions` value of a record. */
    level: (permissions: string | null | undefined): number => {
      const highest = user?.unrestricted ? 3 : highestIn(permissions, user?.groups ?? []);
      return writes ? highest : Math.min(highest, 1);
    },
  };
}

function highestIn(permissions: string | null | undefined, groups: readonly number[]): number {
  if (!permissions) return 0;
  const map: Record<string, string> = JSON.parse(permissions);
  return Math.max(0, ...groups.map((group) => Number(map[group] ?? 0)));
}
