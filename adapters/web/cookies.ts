/** Browsers send Lax cookies with links from other sites, None cookies also with forms of other sites. */
export interface CookieAttributes {
  readonly encrypted: boolean;
  /** Path prefix of a cookie that is not bound to the host. */
  readonly prefix: string;
  /** `None` requires TLS. Without TLS, a `None` cookie gets the browser's default. */
  readonly sameSite: 'Strict' | 'Lax' | 'None';
  /** Lifetime in seconds; without it the cookie ends with the browser session. */
  readonly maxAge?: number;
}

export function setCookie(name: string, value: string, { encrypted, prefix, sameSite, maxAge }: CookieAttributes): string {
  const secure = encrypted ? '; Secure' : '';
  const path = encrypted ? '/' : `${prefix}/`; // browsers accept __Host- cookies for / only
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  const site = sameSite === 'None' && !encrypted ? '' : `; SameSite=${sameSite}`;
  return `${name}=${value}; Path=${path}; HttpOnly${site}${secure}${age}`;
}

/** Over TLS, the name begins with `__Host-`, which binds the cookie to this host and to TLS. */
export const cookieName = (name: string, encrypted: boolean): string => `${encrypted ? '__Host-' : ''}${name}`;

export function cookieIn(header: string | undefined, name: string): string | undefined {
  const sent = (header ?? '').split(';').map((pair) => pair.trim());
  const value = sent.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

export const packed = (value: object): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');

/** Returns the members of a packed object. Empty if the text is not a packed object. */
export function unpacked(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8')) };
  } catch {
    return {};
  }
}
