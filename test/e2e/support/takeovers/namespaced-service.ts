/** Services in their own PID namespaces, as in containers. Each is process 1 and sees no other process. */
import { readFileSync } from 'node:fs';
import { ApiClient } from '../../../support/api-client.js';
import { installed } from '../../../support/processes/installed-program.js';
import { ProgramProcess } from '../../../support/processes/program-process.js';
import { adminPassword } from '../../../support/processes/service-process.js';

/** The reason why PID namespaces are unavailable; undefined when they are available. */
export function withoutNamespaces(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has PID namespaces';
  if (process.getuid?.() !== 0) return 'only root may make PID namespaces';
  return installed('unshare') ? undefined : 'unshare is not installed';
}

/** A service on an embedded database, in a PID namespace of its own. */
export class NamespacedService {
  readonly #program: ProgramProcess;

  private constructor(directory: string, variables: Readonly<Record<string, string>>) {
    this.#program = new ProgramProcess(['serve'], {
      folder: directory,
      launcher: ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'],
      nodeFlags: [],
      environment: {
        PATH: process.env.PATH,
        HEXIPAM_DATABASE_URL: `file:${directory}/data`,
        HEXIPAM_PORT: '0',
        HEXIPAM_ADMIN_PASSWORD: adminPassword,
        HEXIPAM_LOG_LEVEL: 'warn',
        ...variables,
      },
    });
  }

  static start(directory: string, variables: Readonly<Record<string, string>> = {}): NamespacedService {
    return new NamespacedService(directory, variables);
  }

  /** Its whole output. */
  get text(): string {
    return this.#program.text;
  }

  /** Waits until it listens. @returns its URL @throws Error with its output when it ends before */
  async url(): Promise<string> {
    const [url = ''] = await this.#program.urls();
    return url;
  }

  async signIn(): Promise<ApiClient> {
    const client = new ApiClient({ url: await this.url(), app: 'default' });
    const authorization = `Basic ${Buffer.from(`Admin:${adminPassword}`).toString('base64')}`;
    const answer = await client.send({ method: 'POST', target: '/user/', headers: { authorization } });
    client.close();
    const { token } = (answer.record ?? {}) as { token?: string };
    if (token === undefined) throw new Error(`Admin cannot sign in: ${answer.text}`);
    return new ApiClient({ url: await this.url(), app: 'default', token });
  }

  /** Sends a signal to the service itself, which unshare has started. */
  signal(signal: NodeJS.Signals): void {
    const { pid } = this.#program;
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    if (child) process.kill(Number(child), signal);
  }

  /** Waits until it has ended. @returns its exit code; null when a signal ended it */
  async ended(): Promise<number | null> {
    return (await this.#program.ended()).code;
  }

  async kill9(): Promise<void> {
    await this.#program.kill();
  }
}
