import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from '../temporary-folder.js';

/** Files of a server: its certificate and key in PEM. */
export interface ServerFiles {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority that only tests trust. */
export class CertificateAuthority {
  /** Path of its certificate. */
  readonly certificate: string;
  readonly #folder: TemporaryFolder = makeTemporaryFolder();
  readonly #key: string;
  #issued = 0;

  constructor() {
    this.certificate = join(this.#folder.path, 'ca.pem');
    this.#key = join(this.#folder.path, 'ca-key.pem');
    this.#openssl('req', '-x509', ...newKey, '-subj', '/CN=Authority of tests', ...files(this.#key, this.certificate));
  }

  /** @param names subject alternative names, e.g. `IP:127.0.0.1` */
  issue(...names: readonly string[]): ServerFiles {
    const path = (ending: string): string => join(this.#folder.path, `server-${this.#issued}${ending}`);
    this.#issued++;
    const [certificate, key, request, extensions] = [path('.pem'), path('-key.pem'), path('.csr'), path('.ext')];
    writeFileSync(extensions, `subjectAltName=${names.join(',')}\n`);
    this.#openssl('req', ...newKey, '-subj', '/CN=server', ...files(key, request));
    const signer = ['-CA', this.certificate, '-CAkey', this.#key, '-CAcreateserial', '-days', '2'];
    this.#openssl('x509', '-req', '-in', request, ...signer, '-extfile', extensions, '-out', certificate);
    return { certificate, key };
  }

  remove(): void {
    this.#folder.remove();
  }

  #openssl(...words: readonly string[]): void {
    execFileSync('openssl', words, { stdio: 'ignore' });
  }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];

const files = (key: string, out: string): string[] => ['-keyout', key, '-out', out];
