/** The service as a process of its own, run from the compiled program as an operator runs it. */
import { ApiClient } from '../api-client.js';
import type { TestDatabase } from '../databases/postgres-server.js';
import { createPostgresDatabase } from '../databases/prepared-databases.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../temporary-folder.js';
import { ProgramProcess } from './program-process.js';

/** How the service is started. */
export interface ServiceOptions {
  /** One of its own on the server of the run when not given: up to date, soon there, and gone with the service. */
  readonly databaseUrl?: string;
  /** Further HEXIPAM_ variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Words behind `serve`. */
  readonly words?: readonly string[];
  /** A program, with its words, that starts it in another way than usual. */
  readonly launcher?: readonly string[];
  /** Words for Node; none are for a service that is as fast as an operator's. */
  readonly nodeFlags?: readonly string[];
  /** The file of another build of the program. */
  readonly main?: string;
}

/** Password of user Admin in every service that was started without a provisioning file. */
export const adminPassword = 'end-to-end password';

/** Who signs in, and through which application. */
export interface Credentials {
  readonly username?: string;
  readonly password?: string;
  readonly app?: string;
}

/** A service that runs. Whoever starts it stops or kills it; when this process ends first, it is killed. */
export class ServiceProcess {
  readonly #program: ProgramProcess;
  /** Where it runs: no .env file lies there. */
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
        HEXIPAM_EMBEDDED_SYNC: 'off', // the machine does not fail during tests
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

  /** The number of the process. @throws Error when it could not be started */
  get pid(): number {
    return this.#program.pid;
  }

  /** Where the service listens for plain HTTP. */
  get url(): string {
    return this.#urls[0] ?? '';
  }

  /** Where the service listens for HTTPS. */
  get tlsUrl(): string {
    return this.#urls[1] ?? '';
  }

  /** What the service has written to standard output and standard error. */
  get logs(): string {
    return this.#program.text;
  }

  /** Entries of the log that tell of something that should not have happened. */
  get complaints(): readonly string[] {
    return this.#program.text.split('\n').filter((line) => /"level":"(error|fatal|warn)"/.test(line));
  }

  /** A client that is signed in; Admin through the first application unless something else is said. */
  async signIn({ username = 'Admin', password = adminPassword, app = 'default' }: Credentials = {}): Promise<ApiClient> {
    const stranger = this.client({ app });
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const answer = await stranger.send({ method: 'POST', target: '/user/', headers: { authorization } });
    stranger.close();
    const { token } = (answer.record ?? {}) as { token?: string };
    if (answer.status !== 200 || token === undefined) throw new Error(`${username} cannot sign in: ${answer.text}`);
    return this.client({ app, token });
  }

  /** A client with a token, or without. */
  client({ app = 'default', ...options }: { readonly app?: string; readonly token?: string } = {}): ApiClient {
    return new ApiClient({ url: this.url, app, ...options });
  }

  /** Has the service read its provisioning file and certificate again. */
  reload(): void {
    this.#program.signal('SIGHUP');
  }

  /** Waits until the output, from a position on, holds a text. @returns the position behind it */
  async logged(text: string, from = 0): Promise<number> {
    return this.#program.until(() => {
      const position = this.#program.text.indexOf(text, from);
      return position < 0 ? undefined : position + text.length;
    });
  }

  /** Asks the service to stop, and waits for nothing. */
  terminate(): void {
    this.#program.signal('SIGTERM');
  }

  /** Waits until the service has ended by itself. @returns its exit code; null when a signal ended it */
  async exit(): Promise<number | null> {
    return (await this.#program.ended()).code;
  }

  /** Stops the service as an operator does. @throws Error when it does not end well */
  async stop(): Promise<void> {
    this.#program.signal('SIGTERM');
    const { code } = await this.#program.ended();
    await this.#putAway();
    if (code !== 0) throw new Error(`the service ended with ${code ?? this.#program.signalCode}:\n${this.logs}`);
  }

  /** Kills the service at once: nothing that it holds in memory is saved. */
  async kill9(): Promise<void> {
    await this.#program.kill();
    await this.#putAway();
  }

  async #putAway(): Promise<void> {
    this.#folder.remove();
    await this.#database?.drop();
  }
}

/** The environment without what configures a service. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(([name]) => !name.startsWith('HEXIPAM_') && name !== 'DATABASE_URL');
  return Object.fromEntries(entries);
}
