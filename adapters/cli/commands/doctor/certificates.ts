import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { type Finding, problem } from './check.js';

export interface CertificateFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

const dayMs = 86_400_000;
/** A certificate should be renewed this number of days before its expiry. */
const renewalDays = 14;

/** @throws errors of invalid certificates and keys */
export function certificateFindings({ certificateFile, keyFile }: CertificateFiles, now: Date): readonly Finding[] {
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
