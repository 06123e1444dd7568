import type { Entry } from 'ldapts';
import type { ProvidedIdentity } from '../../application/ports/sign-in-providers.js';
import { ProviderUnavailable } from '../../application/ports/sign-in-providers.js';
import type { LdapSettings } from '../../domain/access/sign-in-provider.js';
import { normalizeUsername } from '../../domain/access/user.js';
import { nameInDn, textOf, textsOf } from './entries.js';
import type { LdapSession } from './ldap-session.js';
import { chainFilter, dnValue, filledDn, filledFilter, filterOfAny } from './templates.js';

/** Called at the beginning of each step of a sign-in. */
export type BeginStep = (step: string) => void;

/** A refused sign-in, with a reason for administrators only. */
export interface RefusedUser {
  readonly refused: string;
  /** The user name of the directory entry, if the search found one. */
  readonly username?: string;
}

const maxGroups = 1000;
/** Maximum depth of nested groups. */
const maxDepth = 10;
/** Maximum number of DNs in one filter. */
const maxAlternatives = 50;

/** Binds as the service account. For anonymous searches it has no effect. @throws ProviderUnavailable */
export async function bindAsService(
  session: LdapSession,
  { bindDn, bindPassword }: LdapSettings,
  begin: BeginStep,
): Promise<void> {
  if (bindDn === '') return;
  begin(`bind as ${bindDn}`);
  if (!(await session.bind(bindDn, bindPassword)))
    throw new ProviderUnavailable('the directory refuses the bind DN or its password');
}

/**
 * Authenticates a user on a connection, and reads the groups.
 * @param password must not be empty: an empty one does not authenticate (RFC 4513, 5.1.2)
 * @throws ProviderUnavailable
 */
export async function authenticate(
  session: LdapSession,
  settings: LdapSettings,
  user: { readonly username: string; readonly password: string },
  begin: BeginStep,
): Promise<ProvidedIdentity | RefusedUser> {
  if (user.password === '') return { refused: 'the password is empty' };
  const entry =
    settings.userDn === '' ? await bySearch(session, settings, user, begin) : await byTemplate(session, settings, user, begin);
  if (isRefused(entry)) return entry;
  begin('read the groups');
  const username = textOf(entry, settings.usernameAttribute);
  if (username === '') return { refused: `the entry has no attribute ${settings.usernameAttribute}` };
  return {
    subject: null,
    username,
    realName: textOf(entry, settings.realNameAttribute),
    email: textOf(entry, settings.emailAttribute),
    isEmailVerified: false,
    groups: await groupsOf(session, settings, entry, username),
  };
}

type Found = Entry | RefusedUser;

/** Refused users have no DN. */
const isRefused = (found: Found): found is RefusedUser => !('dn' in found);

/**
 * Searches the entry and binds as it. If the search finds no suitable entry, the function binds as a constructed DN, so that the
 * response time does not reveal that the name is unknown.
 */
async function bySearch(
  session: LdapSession,
  settings: LdapSettings,
  { username, password }: { readonly username: string; readonly password: string },
  begin: BeginStep,
): Promise<Found> {
  await bindAsService(session, settings, begin);
  const found = await entryOf(session, settings, username, begin);
  if (isRefused(found)) {
    await session.bind(`cn=${dnValue(username)},${settings.userBase}`, password);
    return found;
  }
  begin(`bind as ${found.dn}`);
  if (!(await session.bind(String(found.dn), password)))
    return { refused: 'the directory refuses the password', username: textOf(found, settings.usernameAttribute) };
  await bindAsService(session, settings, begin);
  return found;
}

async function byTemplate(
  session: LdapSession,
  settings: LdapSettings,
  { username, password }: { readonly username: string; readonly password: string },
  begin: BeginStep,
): Promise<Found> {
  const dn = filledDn(settings.userDn, username);
  begin(`bind as ${dn}`);
  if (!(await session.bind(dn, password))) return { refused: 'the directory refuses the name or the password' };
  await bindAsService(session, settings, begin);
  return settings.userBase === ''
    ? ownEntry(session, settings, username, dn, begin)
    : entryOf(session, settings, username, begin);
}

async function ownEntry(
  session: LdapSession,
  settings: LdapSettings,
  username: string,
  dn: string,
  begin: BeginStep,
): Promise<Found> {
  begin(`read ${dn}`);
  const [entry] = await session.search(dn, { scope: 'base', attributes: attributesOf(settings) });
  if (!entry) return { refused: 'the user has no permission to read this entry' };
  return hasName(entry, settings, username) ? entry : { refused: 'the entry has another user name' };
}

async function entryOf(session: LdapSession, settings: LdapSettings, username: string, begin: BeginStep): Promise<Found> {
  begin(`find the entry of ${username} below ${settings.userBase}`);
  const filter = filledFilter(settings.userFilter, { username });
  const entries = await session.search(settings.userBase, { filter, sizeLimit: 2, attributes: attributesOf(settings) });
  const [entry] = entries;
  if (!entry) return { refused: 'no entry matches the filter' };
  if (entries.length > 1) return { refused: 'several entries match the filter' };
  return hasName(entry, settings, username) ? entry : { refused: 'the entry has another user name' };
}

const loginNames = 'userPrincipalName';

const attributesOf = ({ usernameAttribute, realNameAttribute, emailAttribute }: LdapSettings): string[] => [
  ...new Set([usernameAttribute, realNameAttribute, emailAttribute, loginNames, 'memberOf']),
];

/**
 * Compares names by the rules of user names. Directories ignore accents and spaces. Without this check, one account would have many
 * names with separate failure counts.
 */
function hasName(entry: Entry, { usernameAttribute, emailAttribute }: LdapSettings, username: string): boolean {
  const names = [usernameAttribute, emailAttribute, loginNames].flatMap((attribute) => textsOf(entry, attribute));
  return names.some((name) => normalizeUsername(name) === normalizeUsername(username));
}

/** Reads the DNs of all groups, and the names of the groups below the configured base. */
async function groupsOf(session: LdapSession, settings: LdapSettings, entry: Entry, username: string): Promise<string[]> {
  const direct = textsOf(entry, 'memberOf');
  if (settings.groupBase === '') return direct;
  const dn = String(entry.dn);
  const found =
    settings.nestedGroups === 'activeDirectory'
      ? await searchGroups(session, settings, chainFilter(dn))
      : await groupsByFilter(session, settings, username, dn);
  return [...new Set([...direct, ...found, ...found.map(nameInDn)])];
}

const searchGroups = async (session: LdapSession, { groupBase }: LdapSettings, filter: string): Promise<string[]> =>
  (await session.search(groupBase, { filter, sizeLimit: maxGroups, attributes: ['1.1'] })).map(({ dn }) => String(dn));

async function groupsByFilter(session: LdapSession, settings: LdapSettings, username: string, dn: string): Promise<string[]> {
  const found = new Set<string>();
  let members = [dn];
  for (let depth = 0; members.length > 0 && found.size < maxGroups && depth < maxDepth; depth++) {
    const next: string[] = [];
    for (let from = 0; from < members.length; from += maxAlternatives) {
      const some = members.slice(from, from + maxAlternatives);
      const groups = await searchGroups(session, settings, filterOfAny(settings.groupFilter, username, some));
      for (const group of groups) if (!found.has(group) && found.size < maxGroups) next.push(found.add(group) && group);
    }
    members = settings.nestedGroups === 'search' ? next : [];
  }
  return [...found];
}
