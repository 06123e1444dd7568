import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** PEM files of a key and its certificate. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** Creates a self-signed certificate in a folder. It replaces files of the same name. */
export function makeCertificate(folder: string, commonName: string, name = commonName): CertificateFiles {
  const files = { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  const kind = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${commonName}`,
    '-addext',
    'subjectAltName=IP:127.0.0.1,DNS:localhost',
  ];
  execFileSync('openssl', ['req', ...kind, '-keyout', files.key, '-out', files.certificate], { stdio: 'ignore' });
  return files;
}
