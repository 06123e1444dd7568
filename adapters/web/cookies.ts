/** Terms of a cookie. Browsers send Lax ones also with links from other sites, those with None also with forms of other sites. */
export interface CookieTerms {
  readonly encrypted: boolean;
  /** Before the path of a cookie that is not bound to the host. */
  readonly prefix: string;
  /** None needs TLS: without it, the default of the browser applies. */
  readonly sameSite: 'Strict' | 'Lax' | 'None';
  /** In seconds; without it the cookie ends with the browser. */
  readonly maxAge?: number;
}

/** A `Set-Cookie` header of a cookie that no script can read. */
export function setCookie(name: string, value: string, { encrypted, prefix, sameSite, maxAge }: CookieTerms): string {
  const secure = encrypted ? '; Secure' : '';
  const path = encrypted ? '/' : `${prefix}/`; // browsers take a cookie with the prefix __Host- for / alone
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  const site = sameSite === 'None' && !encrypted ? '' : `; SameSite=${sameSite}`;
  return `${name}=${value}; Path=${path}; HttpOnly${site}${secure}${age}`;
}

/** The name of a cookie: over TLS with a prefix by which browsers take it from this host over TLS only. */
export const cookieName = (name: string, encrypted: boolean): string => `${encrypted ? '__Host-' : ''}${name}`;

/** The value of a cookie of a request; undefined without it. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const sent = (header ?? '').split(';').map((pair) => pair.trim());
  const value = sent.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/** A value as a text that cookies can have. */
export const packed = (value: object): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');

/** Members of a packed value; none where it is no such text. */
export function unpacked(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8')) };
  } catch {
    return {};
  }
}
