/** Follows redirects between servers like a browser, with a cookie jar for each origin. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  /** One request, with the cookies of its origin. */
  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const jar = this.jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...Object(init.headers), ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(url, { redirect: 'manual', ...init, headers, signal: AbortSignal.timeout(10_000) });
    for (const header of response.headers.getSetCookie()) {
      const [pair = '', ...terms] = header.split(';').map((part) => part.trim());
      const name = pair.slice(0, pair.indexOf('='));
      const isOver = terms.some((term) => /^max-age=0$/i.test(term) || /^expires=Thu, 01 Jan 1970/i.test(term));
      if (isOver) jar.delete(name);
      else jar.set(name, pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  }

  /** Follows redirects to the last answer, or until `until` accepts a URL, which is not opened. */
  async follow(
    url: string,
    until?: (url: string) => boolean,
  ): Promise<{ readonly url: string; readonly answer: Response | undefined }> {
    for (let at = url, hops = 0; hops < 20; hops++) {
      if (until?.(at) && hops > 0) return { url: at, answer: undefined };
      const answer = await this.open(at);
      const location = answer.headers.get('location');
      if (location === null) return { url: at, answer };
      at = new URL(location, at).href;
    }
    throw new Error('too many redirects');
  }

  /** Cookies of an origin, by name. */
  jarOf(url: string): Map<string, string> {
    const { origin } = new URL(url);
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }
}
