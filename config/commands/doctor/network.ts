import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { connect, rootCertificates } from 'node:tls';
import { reachable } from '../../announcements.js';
import { isExposed } from '../../service/preparing.js';
import type { ServiceConfiguration, TlsConfiguration } from '../../settings/settings.js';
import { type Check, type Finding, problem } from './check.js';

const requestMs = 6000;

export const networkChecks = (configuration: ServiceConfiguration): readonly Check[] => [
  { name: 'service', run: () => service(configuration), todo: 'see the log of the service' },
  { name: 'proxies', run: () => proxies(configuration), todo: 'correct HEXIPAM_TRUST_PROXY' },
  { name: 'tls', run: () => tls(configuration), todo: 'correct HEXIPAM_TLS_CERT and HEXIPAM_TLS_KEY' },
];

const urlOf = (host: string, port: number): string => reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);

async function service({ http: { host, port }, basePath }: ServiceConfiguration): Promise<readonly Finding[]> {
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

function proxies({ trustedProxies, publicOrigins, ...configuration }: ServiceConfiguration): readonly Finding[] {
  if (isExposed({ ...configuration, trustedProxies }))
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

const dayMs = 86_400_000;
/** A certificate should be renewed this number of days before its expiry. */
const renewalDays = 14;

/** @throws errors of invalid certificates and keys */
export function tlsFindings({ certificateFile, keyFile }: TlsConfiguration, now: Date): readonly Finding[] {
  const chain = certificatesIn(readFileSync(certificateFile, 'utf8'));
  const [own] = chain;
  if (!own) return [{ text: `${certificateFile} has no certificate`, todo: 'name a PEM file in HEXIPAM_TLS_CERT' }];
  const problems = [...keyProblems(own, keyFile), ...expiryProblems(chain, now), ...chainProblems(chain, certificateFile)];
  if (problems.length > 0) return problems;
  const days = Math.floor((new Date(own.validTo).getTime() - now.getTime()) / dayMs);
  return [{ text: `certificate for ${own.subjectAltName ?? own.subject.replaceAll('\n', ', ')}, ${days} days left` }];
}

const certificatesIn = (pem: string): readonly X509Certificate[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs)].map(([text]) => new X509Certificate(text));

function keyProblems(own: X509Certificate, keyFile: string): readonly Finding[] {
  const problems: Finding[] = [];
  if (!own.checkPrivateKey(createPrivateKey(readFileSync(keyFile))))
    problems.push({ text: `${keyFile} is the key of another certificate`, todo: 'name the key of the first certificate' });
  if ((statSync(keyFile).mode & 0o007) !== 0)
    problems.push({ text: `every user may read ${keyFile}`, todo: `chmod o= ${keyFile}` });
  return problems;
}

const expiryProblems = (chain: readonly X509Certificate[], now: Date): readonly Finding[] =>
  chain.flatMap((certificate): readonly Finding[] => {
    const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
    const name = certificate.subject.replaceAll('\n', ', ');
    if (now < from) return [{ text: `${name} is valid from ${from.toISOString()} only`, todo: 'check the clock' }];
    if (now > to) return [{ text: `${name} expired at ${to.toISOString()}`, todo: 'renew it, then send SIGHUP to the service' }];
    if (to.getTime() - now.getTime() > renewalDays * dayMs) return [];
    return [{ text: `${name} expires at ${to.toISOString()}`, todo: 'renew it, then send SIGHUP to the service' }];
  });

/**
 * Checks that each certificate is issued by the next one. If the last certificate has a URL of its issuer (CA Issuers), the issuer
 * is missing, unless the certificate is self-signed or issued by a root certificate of Node.js.
 */
function chainProblems(chain: readonly X509Certificate[], file: string): readonly Finding[] {
  const wrong = chain.findIndex((certificate, index) => {
    const issuer = chain[index + 1];
    return issuer !== undefined && !certificate.checkIssued(issuer);
  });
  if (wrong >= 0)
    return [
      problem(
        `certificate ${wrong + 1} in ${file} is not issued by the next one`,
        'put the certificate of the service first, then its issuers',
      ),
    ];
  const last = chain.at(-1);
  if (!last || last.checkIssued(last) || isIssuedByRoot(last) || !/CA Issuers/.test(last.infoAccess ?? '')) return [];
  const issuer = last.issuer.replaceAll('\n', ', ');
  return [problem(`${file} lacks the certificate of ${issuer}`, 'append the certificates of the issuers')];
}

const isIssuedByRoot = (certificate: X509Certificate): boolean =>
  rootCertificates.some((pem) => certificate.checkIssued(new X509Certificate(pem)));
