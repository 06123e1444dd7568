import { createHmac } from 'node:crypto';
import { type LookupAddress, lookup } from 'node:dns';
import { type ClientRequest, request } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { headersOf, type Sign } from '../../application/changes/webhooks/delivery.js';
import { urlProblemText } from '../../application/changes/webhooks/url-problem.js';
import { type Shipment, WebhookFailure, type WebhookSender } from '../../application/ports/webhooks.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import { isPublicAddress } from '../../domain/net/public-address.js';

/** How long a delivery may take, from looking the name up to the end of the answer, in milliseconds. */
const defaultTimeout = 10_000;

/** So much of an answer is read, in bytes: nothing in it matters. */
const maxAnswer = 4096;

const notPublic = 'the address of the receiver is not public, and settings.webhooks do not allow privateTargets';

/** How a sender works. */
export interface WebhookSenderOptions {
  readonly timeout?: number;
  /** Certificates of authorities beside those that the runtime knows, as PEM. */
  readonly authorities?: readonly string[];
  /** Finds the addresses of a name. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
}

/**
 * Sends webhooks over connections of their own. Redirects are not followed, certificates are verified. Whether an address may be
 * spoken to is decided on the one that is connected to: a name that leads elsewhere at the second look leads nowhere.
 */
export class HttpWebhookSender implements WebhookSender {
  readonly #timeout: number;
  readonly #authorities: readonly string[] | undefined;
  readonly #resolve: (hostname: string) => Promise<readonly LookupAddress[]>;

  constructor({ timeout = defaultTimeout, authorities, resolve = resolveName }: WebhookSenderOptions = {}) {
    this.#timeout = timeout;
    this.#authorities = authorities;
    this.#resolve = resolve;
  }

  async send(shipment: Shipment, stop?: AbortSignal): Promise<number> {
    const problem = urlProblemText(shipment.url, shipment);
    if (problem !== undefined) throw new WebhookFailure(`the URL ${problem}`);
    const late = AbortSignal.timeout(this.#timeout);
    try {
      return await this.#exchange(shipment, stop ? AbortSignal.any([late, stop]) : late);
    } catch (error) {
      if (error instanceof WebhookFailure) throw error;
      if (stop?.aborted) throw new WebhookFailure('it was stopped before an answer came');
      if (late.aborted) throw new WebhookFailure(`no answer came within ${this.#timeout / 1000} s`);
      throw new WebhookFailure(reasonOf(error));
    }
  }

  #exchange(shipment: Shipment, signal: AbortSignal): Promise<number> {
    const url = new URL(shipment.url);
    const mayUse = (address: string): boolean => shipment.privateTargets || isPublic(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayUse(host)) throw new WebhookFailure(notPublic);
    const isTls = url.protocol === 'https:';
    const options = { method: 'POST', headers: allHeadersOf(shipment), agent: false, lookup: this.#lookup(mayUse), signal };
    const outgoing = isTls ? requestTls(url, { ...options, ...this.#trust() }) : request(url, options);
    return new Promise((resolve, reject) => {
      refuseOthers(outgoing, mayUse, isTls ? 'secureConnect' : 'connect');
      outgoing.once('error', reject);
      outgoing.once('response', (answer) => readAnswer(answer).then(() => resolve(answer.statusCode ?? 0), reject));
      outgoing.end(shipment.body);
    });
  }

  #trust(): { readonly ca?: string[] } {
    return this.#authorities ? { ca: [...this.#authorities] } : {};
  }

  /** Finds those addresses of a name that may be used. */
  #lookup(mayUse: (address: string) => boolean): LookupFunction {
    return (hostname, options, done) => {
      this.#resolve(hostname).then(
        (found) => {
          const usable = found.filter(({ address }) => mayUse(address));
          const [first] = usable;
          if (!first) done(new WebhookFailure(found.length > 0 ? notPublic : 'its name has no address'), '', 0);
          else if (options.all) done(null, [...usable]);
          else done(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => done(error, '', 0),
      );
    };
  }
}

const resolveName = (hostname: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
  });

function isPublic(text: string): boolean {
  const address = IpAddress.read(text.replace(/%.*$/, ''));
  return address !== undefined && isPublicAddress(address);
}

/** Looks once more at the address that was connected to, before anything is sent to it. */
function refuseOthers(outgoing: ClientRequest, mayUse: (address: string) => boolean, connected: string): void {
  outgoing.once('socket', (socket) => {
    socket.prependOnceListener(connected, () => {
      if (!mayUse(socket.remoteAddress ?? '')) outgoing.destroy(new WebhookFailure(notPublic));
    });
  });
}

const sign: Sign = (secret, text) => createHmac('sha256', secret).update(text).digest('hex');

const allHeadersOf = (shipment: Shipment): Record<string, string | number> => ({
  'Content-Type': 'application/json',
  'Content-Length': Buffer.byteLength(shipment.body),
  ...headersOf(shipment, sign),
});

/** Reads the beginning of an answer, and lets the connection go. */
async function readAnswer(answer: AsyncIterable<Buffer>): Promise<void> {
  let length = 0;
  for await (const chunk of answer) {
    length += chunk.length;
    if (length > maxAnswer) break; // which ends the connection
  }
}

/** What went wrong, without the address and the URL, which others need not know. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === '' ? 'the connection failed' : `the connection failed (${code})`;
}
