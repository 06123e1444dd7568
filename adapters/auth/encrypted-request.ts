import type { StoredApps } from '../../application/access/sign-in/directory.js';
import type {
  AuthenticationResult,
  AuthStrategy,
  OpenedRequest,
  PresentedRequest,
} from '../../application/ports/authentication.js';
import { type App, acceptsLegacyEncryption } from '../../domain/access/app.js';
import { decryptRequest } from './encrypted-text.js';

/** Authenticates requests that are encrypted with the shared secret of an application (its code). */
export class EncryptedRequest implements AuthStrategy<OpenedRequest> {
  readonly name = 'encryption';
  readonly #apps: StoredApps;

  constructor(apps: StoredApps) {
    this.#apps = apps;
  }

  async open(app: App, encrypted: string): Promise<OpenedRequest | undefined> {
    const code = (await this.#apps.find(app.id))?.code ?? null;
    return code === null ? undefined : decryptRequest(code, encrypted, acceptsLegacyEncryption(app));
  }

  evidenceIn({ opened }: PresentedRequest): OpenedRequest | undefined {
    return opened;
  }

  /** If the request can be decrypted, the client knows the `code` (shared secret) of the application. */
  async prove(): Promise<AuthenticationResult> {
    return { proves: 'app' };
  }
}
