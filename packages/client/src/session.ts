import { errorOf } from './errors.js';
import type { Credentials } from './options.js';

type Send = (request: Request) => Promise<Response>;

/** The session of a user: signs in at the first request, and again when the service rejects the token. */
export class Session {
  readonly #send: Send;
  readonly #url: string;
  readonly #credentials: Credentials;
  #token: Promise<string> | undefined;

  constructor(send: Send, url: string, credentials: Credentials) {
    this.#send = send;
    this.#url = url;
    this.#credentials = credentials;
  }

  /** @throws HexipamError for a failed sign-in */
  async send(request: Request): Promise<Response> {
    const token = this.#known();
    const response = await this.#send(signed(request.clone(), await token));
    if (response.status !== 401) return response;
    await response.body?.cancel();
    if (this.#token === token) this.#token = undefined;
    return this.#send(signed(request, await this.#known()));
  }

  /** Returns the token. Concurrent requests share one sign-in. */
  #known(): Promise<string> {
    if (this.#token) return this.#token;
    const token = this.#signIn();
    this.#token = token;
    token.catch(() => {
      if (this.#token === token) this.#token = undefined;
    });
    return token;
  }

  async #signIn(): Promise<string> {
    const { username, password, code } = this.#credentials;
    const headers = new Headers({ Authorization: `Basic ${inBase64(`${username}:${password}`)}`, 'api-stringify-results': '0' });
    if (code) headers.set('X-Hexipam-OTP', await code());
    const response = await this.#send(new Request(`${this.#url}/user/`, { method: 'POST', headers }));
    if (!response.ok) throw await errorOf(response);
    const { data } = (await response.json()) as { data: { token: string } };
    return data.token;
  }
}

function signed(request: Request, token: string): Request {
  request.headers.set('token', token);
  return request;
}

/** Encodes UTF-8, as the service decodes names and passwords. */
const inBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
