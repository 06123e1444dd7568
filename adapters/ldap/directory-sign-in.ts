import type { Entry } from 'ldapts';
import { type ProvidedIdentity, ProviderUnavailable } from '../../application/ports/sign-in-providers.js';
import type { LdapSettings } from '../../domain/access/sign-in-provider.js';
import { normalizeUsername } from '../../domain/access/user.js';
import type { LdapSession } from './ldap-session.js';

/** Called at the beginning of each step of a sign-in. */
type BeginStep = (step: string) => void;

/** A refused sign-in, with a reason for administrators only. */
interface RefusedUser {
  readonly refused: string;
  /** The user name of the directory entry, if the search found one. */
  readonly username?: string;
}

const maxGroups = 1000;
const maxDepth = 10;
/** Maximum number of DNs in one filter. */
const maxAlternatives = 50;

/** The steps of a sign-in on a connection. */
export class DirectorySignIn {
  readonly #session: LdapSession;
  readonly #settings: LdapSettings;
  readonly #begin: BeginStep;

  constructor(session: LdapSession, settings: LdapSettings, begin: BeginStep = () => {}) {
    this.#session = session;
    this.#settings = settings;
    this.#begin = begin;
  }

  /**
   * Authenticates a user, and reads the groups.
   * @param password must not be empty: an empty one does not authenticate (RFC 4513, 5.1.2)
   * @throws ProviderUnavailable
   */
  async authenticate({ username: typed, password }: TypedUser): Promise<ProvidedIdentity | RefusedUser> {
    if (password === '') return { refused: 'the password is empty' };
    const { userDn, usernameAttribute, realNameAttribute, emailAttribute } = this.#settings;
    const entry = await (userDn === '' ? this.#bySearch(typed, password) : this.#byTemplate(typed, password));
    if (isRefused(entry)) return entry;
    this.#begin('read the groups');
    const username = textOf(entry, usernameAttribute);
    if (username === '') return { refused: `the entry has no attribute ${usernameAttribute}` };
    return {
      subject: null,
      username,
      realName: textOf(entry, realNameAttribute),
      email: textOf(entry, emailAttribute),
      isEmailVerified: false,
      groups: await this.#groupsOf(entry, username),
    };
  }

  /** Binds as the service account. For anonymous searches it has no effect. @throws ProviderUnavailable */
  async bindAsService(): Promise<void> {
    const { bindDn, bindPassword } = this.#settings;
    if (bindDn === '') return;
    this.#begin(`bind as ${bindDn}`);
    if (!(await this.#session.bind(bindDn, bindPassword)))
      throw new ProviderUnavailable('the directory refuses the bind DN or its password');
  }

  /**
   * Searches the entry and binds as it. If the search finds no suitable entry, the method binds as a constructed DN, so that the
   * response time does not reveal that the name is unknown.
   */
  async #bySearch(username: string, password: string): Promise<Found> {
    await this.bindAsService();
    const found = await this.#entryOf(username);
    if (isRefused(found)) {
      await this.#session.bind(`cn=${escaped(username)},${this.#settings.userBase}`, password);
      return found;
    }
    this.#begin(`bind as ${found.dn}`);
    if (!(await this.#session.bind(String(found.dn), password)))
      return { refused: 'the directory refuses the password', username: textOf(found, this.#settings.usernameAttribute) };
    await this.bindAsService();
    return found;
  }

  async #byTemplate(username: string, password: string): Promise<Found> {
    const dn = filledDn(this.#settings.userDn, username);
    this.#begin(`bind as ${dn}`);
    if (!(await this.#session.bind(dn, password))) return { refused: 'the directory refuses the name or the password' };
    await this.bindAsService();
    return this.#settings.userBase === '' ? this.#ownEntry(username, dn) : this.#entryOf(username);
  }

  async #ownEntry(username: string, dn: string): Promise<Found> {
    this.#begin(`read ${dn}`);
    const [entry] = await this.#session.search(dn, { scope: 'base', attributes: attributesOf(this.#settings) });
    if (!entry) return { refused: 'the user has no permission to read this entry' };
    return this.#withName(entry, username);
  }

  async #entryOf(username: string): Promise<Found> {
    const { userBase, userFilter } = this.#settings;
    this.#begin(`find the entry of ${username} below ${userBase}`);
    const filter = filledFilter(userFilter, { username });
    const entries = await this.#session.search(userBase, { filter, sizeLimit: 2, attributes: attributesOf(this.#settings) });
    const [entry] = entries;
    if (!entry) return { refused: 'no entry matches the filter' };
    if (entries.length > 1) return { refused: 'several entries match the filter' };
    return this.#withName(entry, username);
  }

  /**
   * Compares names by the rules of user names. Directories ignore accents and spaces. Without this check, one account would have
   * many names with separate failure counts.
   */
  #withName(entry: Entry, username: string): Found {
    const { usernameAttribute, emailAttribute } = this.#settings;
    const names = [usernameAttribute, emailAttribute, loginNames].flatMap((attribute) => textsOf(entry, attribute));
    const hasName = names.some((name) => normalizeUsername(name) === normalizeUsername(username));
    return hasName ? entry : { refused: 'the entry has another user name' };
  }

  /** Reads the DNs of all groups, and the names of the groups below the configured base. */
  async #groupsOf(entry: Entry, username: string): Promise<string[]> {
    const { groupBase, nestedGroups } = this.#settings;
    const direct = textsOf(entry, 'memberOf');
    if (groupBase === '') return direct;
    const dn = String(entry.dn);
    const isChained = nestedGroups === 'activeDirectory';
    const found = await (isChained ? this.#searchGroups(chainFilter(dn)) : this.#groupsByFilter(username, dn));
    return [...new Set([...direct, ...found, ...found.map(nameInDn)])];
  }

  async #searchGroups(filter: string): Promise<string[]> {
    const options = { filter, sizeLimit: maxGroups, attributes: ['1.1'] };
    return (await this.#session.search(this.#settings.groupBase, options)).map(({ dn }) => String(dn));
  }

  async #groupsByFilter(username: string, dn: string): Promise<string[]> {
    const { groupFilter, nestedGroups } = this.#settings;
    const found = new Set<string>();
    let members = [dn];
    for (let depth = 0; members.length > 0 && found.size < maxGroups && depth < maxDepth; depth++) {
      const next: string[] = [];
      for (let from = 0; from < members.length; from += maxAlternatives) {
        const some = members.slice(from, from + maxAlternatives);
        const groups = await this.#searchGroups(filterOfAny(groupFilter, username, some));
        for (const group of groups) if (!found.has(group) && found.size < maxGroups) next.push(found.add(group) && group);
      }
      members = nestedGroups === 'search' ? next : [];
    }
    return [...found];
  }
}

export interface TypedUser {
  readonly username: string;
  readonly password: string;
}

type Found = Entry | RefusedUser;

/** Refused users have no DN. */
const isRefused = (found: Found): found is RefusedUser => !('dn' in found);

const loginNames = 'userPrincipalName';

const attributesOf = ({ usernameAttribute, realNameAttribute, emailAttribute }: LdapSettings): string[] => [
  ...new Set([usernameAttribute, realNameAttribute, emailAttribute, loginNames, 'memberOf']),
];

/** Returns the values of an attribute; names ignore case. Empty for a missing attribute. */
function textsOf(entry: Entry, attribute: string): string[] {
  const name = Object.keys(entry).find((each) => each.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? undefined : entry[name];
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((each) => each.toString()).filter((text) => text !== '');
}

const textOf = (entry: Entry, attribute: string): string => textsOf(entry, attribute)[0] ?? '';

/** The value of the first RDN of a DN, e.g. `ops` of `cn=ops,ou=groups`. */
function nameInDn(dn: string): string {
  const value = /^[^=]+=((?:\\.|[^\\,+])*)/s.exec(dn)?.[1] ?? '';
  return value.replace(/\\([0-9a-fA-F]{2})|\\(.)/gs, (_all, hex: string | undefined, plain: string) =>
    hex === undefined ? plain : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * Escapes a user name or a DN as a value in a search filter (RFC 4515) or in a DN (RFC 4514). Non-ASCII characters stay unescaped,
 * because ldapts reads an escape as one character, not as one byte.
 */
const escaped = (text: string): string =>
  text.replace(special, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** All ASCII characters except letters, digits and a few marks. */
const special = /[^A-Za-z0-9@._\-\u0080-\uffff]/g;

/** Replaces the placeholders `{username}` and `{dn}` of a filter. */
export const filledFilter = (template: string, values: { readonly username: string; readonly dn?: string }): string =>
  template.replace(/\{(username|dn)\}/g, (_all, name: string) => escaped(name === 'dn' ? (values.dn ?? '') : values.username));

/** Returns the bind name: a DN, or a user principal name if the template contains no `=`. */
export const filledDn = (template: string, username: string): string =>
  template.replaceAll('{username}', template.includes('=') ? escaped(username) : username);

/** Returns a filter for all direct and indirect groups of a DN, by Active Directory's matching rule. */
export const chainFilter = (dn: string): string => `(&(objectClass=group)(member:1.2.840.113556.1.4.1941:=${escaped(dn)}))`;

export const filterOfAny = (template: string, username: string, dns: readonly string[]): string =>
  `(|${dns.map((dn) => filledFilter(template, { username, dn })).join('')})`;
