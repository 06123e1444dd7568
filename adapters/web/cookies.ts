/** Attributes of a cookie. Lax cookies are also sent with links from other sites, those with None also with forms of other sites. */
export interface CookieTerms {
  readonly encrypted: boolean;
  /** Path prefix of a cookie that is not bound to the host. */
  readonly prefix: string;
  /** None needs TLS: without it, the default of the browser applies. */
  readonly sameSite: 'Strict' | 'Lax' | 'None';
  /** Seconds; without it the cookie ends with the browser session. */
  readonly maxAge?: number;
}

/** The `Set-Cookie` header of an HttpOnly cookie. */
export function setCookie(name: string, value: string, { encrypted, prefix, sameSite, maxAge }: CookieTerms): string {
  const secure = encrypted ? '; Secure' : '';
  const path = encrypted ? '/' : `${prefix}/`; // browsers accept __Host- cookies for / only
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  const site = sameSite === 'None' && !encrypted ? '' : `; SameSite=${sameSite}`;
  return `${name}=${value}; Path=${path}; HttpOnly${site}${secure}${age}`;
}

/** The name of a cookie. Over TLS it has a prefix that binds the cookie to this host and to TLS. */
export const cookieName = (name: string, encrypted: boolean): string => `${encrypted ? '__Host-' : ''}${name}`;

/** The value of a cookie of a request; undefined without it. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const sent = (header ?? '').split(';').map((pair) => pair.trim());
  const value = sent.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/** Encodes a value for a cookie. */
export const packed = (value: object): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');

/** Decodes a packed value; empty for other texts. */
export function unpacked(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8')) };
  } catch {
    return {};
  }
}
