/** The service in its own process, run from the bundled program. */
import { ApiClient } from '../api-client.js';
import type { TestDatabase } from '../databases/postgres-server.js';
import { createPostgresDatabase } from '../databases/prepared-databases.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../temporary-folder.js';
import { ProgramProcess } from './program-process.js';

/** Start options of the service. */
export interface ServiceOptions {
  /** Default: a migrated database on the server of the run, which is dropped with the service. */
  readonly databaseUrl?: string;
  /** Further HEXIPAM_ variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Arguments after `serve`. */
  readonly words?: readonly string[];
  /** Command line prefix that starts the program. */
  readonly launcher?: readonly string[];
  /** Flags of Node; empty: the performance of production. */
  readonly nodeFlags?: readonly string[];
  /** Path of another build of the program. */
  readonly main?: string;
}

/** Password of user Admin in every service without a provisioning file. */
export const adminPassword = 'end-to-end password';

/** User and application of a sign-in. */
export interface Credentials {
  readonly username?: string;
  readonly password?: string;
  readonly app?: string;
}

/** A running service. The caller stops or kills it. It is killed when this process ends. */
export class ServiceProcess {
  readonly #program: ProgramProcess;
  /** Working directory, without a .env file. */
  readonly #folder: TemporaryFolder;
  /** Its own database, if it has one. */
  readonly #database: TestDatabase | undefined;
  #urls: readonly string[] = [];

  private constructor(database: TestDatabase | undefined, { databaseUrl, variables, words = [], ...further }: ServiceOptions) {
    this.#folder = makeTemporaryFolder();
    this.#database = database;
    this.#program = new ProgramProcess(['serve', ...words], {
      ...further,
      folder: this.#folder.path,
      environment: {
        ...withoutSettings(process.env),
        HEXIPAM_DATABASE_URL: databaseUrl ?? database?.url,
        HEXIPAM_PORT: '0',
        HEXIPAM_ADMIN_PASSWORD: adminPassword,
        HEXIPAM_LOG_LEVEL: 'info',
        HEXIPAM_EMBEDDED_SYNC: 'off', // no power failure during tests
        ...variables,
      },
    });
  }

  /** Starts the service and waits until it listens. @throws Error with its output when it ends before */
  static async start(options: ServiceOptions = {}): Promise<ServiceProcess> {
    const database = options.databaseUrl === undefined ? await createPostgresDatabase() : undefined;
    const service = new ServiceProcess(database, options);
    const listeners = options.variables?.HEXIPAM_TLS_PORT === undefined ? 1 : 2;
    try {
      service.#urls = await service.#program.urls(listeners);
      return service;
    } catch (error) {
      await service.kill9();
      throw error;
    }
  }

  /** Process id. @throws Error when the program could not be started */
  get pid(): number {
    return this.#program.pid;
  }

  /** URL for plain HTTP. */
  get url(): string {
    return this.#urls[0] ?? '';
  }

  /** URL for HTTPS. */
  get tlsUrl(): string {
    return this.#urls[1] ?? '';
  }

  /** Standard output and standard error so far. */
  get logs(): string {
    return this.#program.text;
  }

  /** Warnings and errors of the log. */
  get complaints(): readonly string[] {
    return this.#program.text.split('\n').filter((line) => /"level":"(error|fatal|warn)"/.test(line));
  }

  /** A client that is signed in; default: as Admin in the first application. */
  async signIn({ username = 'Admin', password = adminPassword, app = 'default' }: Credentials = {}): Promise<ApiClient> {
    const unauthenticated = this.client({ app });
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const answer = await unauthenticated.send({ method: 'POST', target: '/user/', headers: { authorization } });
    unauthenticated.close();
    const { token } = (answer.record ?? {}) as { token?: string };
    if (answer.status !== 200 || token === undefined) throw new Error(`${username} cannot sign in: ${answer.text}`);
    return this.client({ app, token });
  }

  /** A client with or without a token. */
  client({ app = 'default', ...options }: { readonly app?: string; readonly token?: string } = {}): ApiClient {
    return new ApiClient({ url: this.url, app, ...options });
  }

  /** Makes the service reload its provisioning file and certificate. */
  reload(): void {
    this.#program.signal('SIGHUP');
  }

  /** Waits until the output contains a text after a position. @returns the position after the text */
  async logged(text: string, from = 0): Promise<number> {
    return this.#program.until(() => {
      const position = this.#program.text.indexOf(text, from);
      return position < 0 ? undefined : position + text.length;
    });
  }

  /** Sends SIGTERM without waiting. */
  terminate(): void {
    this.#program.signal('SIGTERM');
  }

  /** Waits until the service has ended. @returns its exit code; null when a signal ended it */
  async exit(): Promise<number | null> {
    return (await this.#program.ended()).code;
  }

  /** Stops the service gracefully. @throws Error when its exit code is not 0 */
  async stop(): Promise<void> {
    this.#program.signal('SIGTERM');
    const { code } = await this.#program.ended();
    await this.#putAway();
    if (code !== 0) throw new Error(`the service ended with ${code ?? this.#program.signalCode}:\n${this.logs}`);
  }

  /** Kills the service. Unsaved data in its memory is lost. */
  async kill9(): Promise<void> {
    await this.#program.kill();
    await this.#putAway();
  }

  async #putAway(): Promise<void> {
    this.#folder.remove();
    await this.#database?.drop();
  }
}

/** The environment without settings of a service. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(([name]) => !name.startsWith('HEXIPAM_') && name !== 'DATABASE_URL');
  return Object.fromEntries(entries);
}
