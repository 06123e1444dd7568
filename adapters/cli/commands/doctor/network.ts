import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import type { Prefix } from '../../../../domain/net/prefix.js';
import { reachable } from '../../announcements.js';
import { type CertificateFiles, certificateFindings } from './certificates.js';
import { type Check, type Finding, problem } from './check.js';

const requestMs = 6000;

export interface Network {
  readonly http: { readonly host: string; readonly port: number };
  readonly tls: (CertificateFiles & { readonly port: number }) | null;
  /** Path prefix that a proxy removes; empty for none. */
  readonly basePath: string;
  readonly trustedProxies: readonly Prefix[];
  readonly publicOrigins: readonly string[];
  /** Whether the service listens on all addresses without TLS and without a trusted proxy. */
  readonly isExposed: boolean;
}

export const networkChecks = (network: Network): readonly Check[] => [
  { name: 'service', run: () => service(network), todo: 'see the log of the service' },
  { name: 'proxies', run: () => proxies(network), todo: 'correct HEXIPAM_TRUST_PROXY' },
  { name: 'tls', run: () => tls(network), todo: 'correct HEXIPAM_TLS_CERT and HEXIPAM_TLS_KEY' },
];

const urlOf = (host: string, port: number): string => reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);

async function service({ http: { host, port }, basePath }: Network): Promise<readonly Finding[]> {
  if (port === 0) return [{ text: 'not checked: HEXIPAM_PORT is 0' }];
  const url = urlOf(host, port);
  const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(requestMs), redirect: 'manual' }).catch(
    () => undefined,
  );
  if (!ready) return [{ text: `no service answers at ${url}` }];
  const body = await ready.json().catch(() => undefined);
  const status: unknown = Object(body).status;
  if (typeof status !== 'string')
    return [{ text: `another program answers at ${url}`, todo: 'stop it, or set another HEXIPAM_PORT' }];
  const text = `answers at ${url}${basePath === '' ? '' : `, below ${basePath} at the proxy`}: ${status}`;
  return [ready.status === 200 ? { text } : { text, todo: 'see the log of the service for the cause' }];
}

function proxies({ trustedProxies, publicOrigins, isExposed }: Network): readonly Finding[] {
  if (isExposed)
    return [
      problem(
        'passwords and tokens cross the network unencrypted: the service listens on all addresses without TLS or a trusted proxy',
        'set HEXIPAM_TLS_PORT, HEXIPAM_TLS_CERT and HEXIPAM_TLS_KEY, or HEXIPAM_TRUST_PROXY to the address of a proxy with TLS',
      ),
    ];
  const wide = trustedProxies.find(({ length }) => length === 0);
  if (wide)
    return [
      problem(
        `every client can forge its address: ${wide} is trusted`,
        'list the addresses of the proxies in HEXIPAM_TRUST_PROXY',
      ),
    ];
  if (trustedProxies.length > 0 && publicOrigins.length === 0)
    return [
      problem(
        'sign-ins by providers and passkeys rely on the Host header of requests, which the proxy may pass on unchanged from clients',
        'set HEXIPAM_PUBLIC_URL to the URL at which browsers open the service',
      ),
    ];
  const text =
    trustedProxies.length === 0 ? 'none: X-Forwarded-* headers are ignored' : `X-Forwarded-* of ${trustedProxies.join(', ')}`;
  return [{ text }];
}

async function tls({ http, tls: own }: Network): Promise<readonly Finding[]> {
  if (!own) return [{ text: 'off' }];
  const served = await servedFingerprint(http.host, own.port);
  const { fingerprint256 } = new X509Certificate(readFileSync(own.certificateFile));
  const stale =
    served === undefined || served === fingerprint256
      ? []
      : [{ text: 'the certificate of the service differs from the file', todo: 'send SIGHUP to the service' }];
  return [...certificateFindings(own, new Date()), ...stale];
}

function servedFingerprint(host: string, port: number): Promise<string | undefined> {
  if (port === 0) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const address = new URL(urlOf(host, port)).hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host: address, port, rejectUnauthorized: false, timeout: requestMs });
    const end = (fingerprint: string | undefined): void => {
      socket.destroy();
      resolve(fingerprint);
    };
    socket.once('secureConnect', () => end(socket.getPeerCertificate().fingerprint256));
    for (const event of ['error', 'timeout', 'close']) socket.once(event, () => end(undefined));
  });
}
