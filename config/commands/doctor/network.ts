import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { reachable } from '../../first-start.js';
import { isExposed } from '../../service/preparing.js';
import type { ServiceConfiguration } from '../../settings/settings.js';
import type { Check, Finding } from './check.js';
import { tlsFindings } from './tls.js';

const requestMs = 6000;

export const networkChecks = (configuration: ServiceConfiguration): readonly Check[] => [
  { name: 'service', run: () => service(configuration), todo: 'see the log of the service' },
  { name: 'proxies', run: () => proxies(configuration), todo: 'correct HEXIPAM_TRUST_PROXY' },
  { name: 'tls', run: () => tls(configuration), todo: 'correct HEXIPAM_TLS_CERT and HEXIPAM_TLS_KEY' },
];

async function service({ http: { host, port }, basePath }: ServiceConfiguration): Promise<readonly Finding[]> {
  if (port === 0) return [{ text: 'not checked: HEXIPAM_PORT is 0' }];
  const url = reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
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

function proxies({ trustedProxies, publicOrigins, ...configuration }: ServiceConfiguration): readonly Finding[] {
  if (isExposed({ ...configuration, trustedProxies }))
    return [
      {
        text: 'passwords and tokens cross the network unencrypted: the service listens on all addresses without TLS or a trusted proxy',
        todo: 'set HEXIPAM_TLS_PORT, HEXIPAM_TLS_CERT and HEXIPAM_TLS_KEY, or HEXIPAM_TRUST_PROXY to the address of a proxy with TLS',
      },
    ];
  const wide = trustedProxies.find(({ length }) => length === 0);
  if (wide)
    return [
      {
        text: `every client can forge its address: ${wide} is trusted`,
        todo: 'list the addresses of the proxies in HEXIPAM_TRUST_PROXY',
      },
    ];
  if (trustedProxies.length > 0 && publicOrigins.length === 0)
    return [
      {
        text: 'sign-ins by providers and passkeys rely on the Host header of requests, which the proxy may pass on unchanged from clients',
        todo: 'set HEXIPAM_PUBLIC_URL to the URL at which browsers open the service',
      },
    ];
  const text =
    trustedProxies.length === 0 ? 'none: X-Forwarded-* headers are ignored' : `X-Forwarded-* of ${trustedProxies.join(', ')}`;
  return [{ text }];
}

async function tls(configuration: ServiceConfiguration): Promise<readonly Finding[]> {
  if (!configuration.tls) return [{ text: 'off' }];
  const served = await servedFingerprint(configuration.http.host, configuration.tls.port);
  const own = new X509Certificate(readFileSync(configuration.tls.certificateFile)).fingerprint256;
  const stale =
    served === undefined || served === own
      ? []
      : [{ text: 'the certificate of the service differs from the file', todo: 'send SIGHUP to the service' }];
  return [...tlsFindings(configuration.tls, new Date()), ...stale];
}

function servedFingerprint(host: string, port: number): Promise<string | undefined> {
  if (port === 0) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const address = new URL(reachable(`http://${host.includes(':') ? `[${host}]` : host}:1`)).hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host: address, port, rejectUnauthorized: false, timeout: requestMs });
    const end = (fingerprint: string | undefined): void => {
      socket.destroy();
      resolve(fingerprint);
    };
    socket.once('secureConnect', () => end(socket.getPeerCertificate().fingerprint256));
    for (const event of ['error', 'timeout', 'close']) socket.once(event, () => end(undefined));
  });
}
