import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate } from '../config/support/certificate.js';
import { type Answer, ApiClient, type RawRequest } from '../support/api-client.js';
import { mismatch } from '../support/described/described-exchange.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';
import { type Provision, readProvision } from './recording.js';

/** The service under test, provisioned from a file, with HTTP and HTTPS. */
export class ConversationPartner {
  readonly #service: ServiceProcess;
  readonly #folder: TemporaryFolder;
  readonly #plain: ApiClient;
  readonly #secure: ApiClient;
  #document: Provision;

  private constructor(service: ServiceProcess, folder: TemporaryFolder, document: Provision, certificate: string) {
    this.#service = service;
    this.#folder = folder;
    this.#document = document;
    this.#plain = new ApiClient({ url: service.url, app: 'main', mismatch });
    this.#secure = new ApiClient({ url: service.tlsUrl, app: 'main', certificate, mismatch });
  }

  /** Starts the service on a new database. */
  static async start(databaseUrl: string): Promise<ConversationPartner> {
    const folder = makeTemporaryFolder();
    const { certificate, key } = makeCertificate(folder.path, '127.0.0.1');
    const document = readProvision();
    writeFileSync(documentFile(folder), JSON.stringify(document));
    const variables = {
      HEXIPAM_PROVISION: documentFile(folder),
      HEXIPAM_TLS_PORT: '0',
      HEXIPAM_TLS_CERT: certificate,
      HEXIPAM_TLS_KEY: key,
    };
    const service = await ServiceProcess.start({ databaseUrl, variables });
    return new ConversationPartner(service, folder, document, readFileSync(certificate, 'utf8'));
  }

  send(request: RawRequest, isSecure: boolean): Promise<Answer> {
    return (isSecure ? this.#secure : this.#plain).raw(request);
  }

  /** Changes members of the provisioning document, and single settings in its settings. */
  async provision({ settings, ...parts }: Readonly<Record<string, unknown>>): Promise<void> {
    this.#document = { ...this.#document, ...parts, settings: { ...this.#document.settings, ...(settings ?? {}) } };
    writeFileSync(documentFile(this.#folder), JSON.stringify(this.#document));
    const seen = this.#service.logs.length;
    this.#service.reload();
    await this.#service.logged('"provisioning file applied"', seen);
  }

  async stop(): Promise<void> {
    this.#plain.close();
    this.#secure.close();
    await this.#service.stop();
    this.#folder.remove();
  }
}

const documentFile = ({ path }: TemporaryFolder): string => join(path, 'provision.json');
