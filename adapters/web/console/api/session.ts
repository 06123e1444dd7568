import { type Query, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../texts/text';
import { noteUser } from './calls';
import { ApiError, ownHeader, reach } from './client';
import { pathPrefix } from './path-prefix';

/** Who is signed in. */
export interface SessionUser {
  readonly username: string;
  readonly realName: string;
  readonly role: 'Administrator' | 'User';
  /** Whether permissions of groups do not bind the user. */
  readonly unrestricted: boolean;
  readonly groups: readonly number[];
  /** What the user may do with what belongs to no section. */
  readonly inventory: 'read' | 'write';
}

/** A sign-in provider. */
export interface OfferedProvider {
  readonly name: string;
  readonly label: string;
}

/** What the service tells of the session. */
export interface Session {
  readonly user: SessionUser | null;
  /** What the console's application may do. */
  readonly permission?: 'read' | 'write' | 'admin';
  readonly version: string;
  /** The time zone in which the interface tells times: Europe/Vienna. */
  readonly zone?: string;
  /** Providers by which people sign in, where nobody is signed in. */
  readonly providers?: readonly OfferedProvider[];
  /** Where the browser ends the session at the sign-in provider, after a sign-out. */
  readonly signOut?: string;
  /** Whether it was ended by hand. */
  readonly wasLeft?: boolean;
}

async function ask(method: string, body?: object): Promise<Session> {
  const response = await reach(`${pathPrefix}/console/session`, {
    method,
    headers: { ...ownHeader, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json().catch(() => undefined);
  if (!response.ok || !answer)
    throw new ApiError(response.status, answer?.message ?? t('error.status', { status: response.status }));
  noteUser(answer.user?.username ?? '');
  return answer;
}

/** Signs in. @throws ApiError */
export const signIn = (username: string, password: string): Promise<Session> => ask('POST', { username, password });

/** Ends the session, and with it the token behind it. */
export const signOut = async (): Promise<Session> => ({ ...(await ask('DELETE')), wasLeft: true });

/** Where the browser begins a sign-in by a provider. @param to page of the console that is shown afterwards, as an address bar has it */
export const providerSignInPath = ({ name }: OfferedProvider, to: string): string =>
  `${pathPrefix}/console/sign-in/${encodeURIComponent(name)}?to=${encodeURIComponent(to)}`;

export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: () => ask('GET'), staleTime: 60_000 });

/**
 * Puts a session in the place of the one before; what was read in that one is forgotten.
 * @param kept whose pages still stand there: of the same user they are read anew
 */
export function useNextSession(kept?: string): (session: Session) => void {
  const queries = useQueryClient();
  return (session) => {
    const others = { predicate: (query: Query) => query.queryKey[0] !== sessionQuery.queryKey[0] };
    const isSame = kept !== undefined && session.user?.username === kept;
    if (!isSame) queries.removeQueries(others);
    queries.setQueryData(sessionQuery.queryKey, session);
    if (isSame) void queries.invalidateQueries(others);
  };
}

/** Whose pages are to stand there: also of who has to sign in again, as a form may be open; of who has left none. */
export function useSignedInUser(session: Session | undefined): string | undefined {
  const [kept, keep] = useState<string>();
  if (!session) return kept;
  const now = session.user?.username ?? (session.wasLeft ? undefined : kept);
  if (now !== kept) keep(now);
  return now;
}

/** What may be offered to who is signed in. */
export interface Rights {
  /** Whether sections at the top may be made, and everything may be changed. */
  readonly all: boolean;
  /** Whether records that belong to no section may be written. */
  readonly inventory: boolean;
  readonly administrator: boolean;
  /** Whether records show their secrets. */
  readonly secrets: boolean;
  /** Highest level that any group of the user has in permissions as records show them. */
  readonly level: (permissions: string | null | undefined) => number;
}

/** What may be offered to who is signed in. The service decides on every request itself. */
export function useRights(): Rights {
  const { data } = useQuery(sessionQuery);
  return rightsOf(data);
}

export function rightsOf(session: Session | undefined): Rights {
  const user = session?.user;
  const writes = session?.permission === 'write' || session?.permission === 'admin';
  const level = (permissions: string | null | undefined): number => {
    const highest = user?.unrestricted ? 3 : highestIn(permissions, user?.groups ?? []);
    return writes ? highest : Math.min(highest, 1);
  };
  const all = writes && user?.unrestricted === true;
  return {
    all,
    inventory: all || (writes && user?.inventory === 'write'),
    secrets: writes && user?.role === 'Administrator',
    administrator: user?.role === 'Administrator' && session?.permission === 'admin',
    level,
  };
}

function highestIn(permissions: string | null | undefined, groups: readonly number[]): number {
  if (!permissions) return 0;
  const map: Record<string, string> = JSON.parse(permissions);
  return Math.max(0, ...groups.map((group) => Number(map[group] ?? 0)));
}
