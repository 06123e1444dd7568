/** The service as a process of its own, run from the compiled program as an operator runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ApiClient } from './api-client.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';
import { whenProcessEnds } from './when-process-ends.js';

/** How the service is started. */
export interface ServiceOptions {
  readonly databaseUrl: string;
  /** Further HEXIPAM_ variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Words behind `serve`. */
  readonly words?: readonly string[];
}

/** Password of user Admin in every service that was started without a provisioning file. */
export const adminPassword = 'end-to-end password';

/** Who signs in, and through which application. */
export interface Credentials {
  readonly username?: string;
  readonly password?: string;
  readonly app?: string;
}

const program = fileURLToPath(new URL('../../config/main.js', import.meta.url));

/** A service that runs. Whoever starts it stops or kills it; when this process ends first, it is killed. */
export class ServiceProcess {
  readonly #child: ChildProcess;
  /** Where it runs: no .env file lies there. */
  readonly #folder: TemporaryFolder;
  /** Resolves when the process is gone and all of its output is read. */
  readonly #ended: Promise<unknown>;
  readonly #forget: () => void;
  #isRunning = true;
  #output = '';
  #urls: readonly string[] = [];

  private constructor({ databaseUrl, variables = {}, words = [] }: ServiceOptions) {
    this.#folder = makeTemporaryFolder();
    this.#child = spawn(process.execPath, [program, 'serve', ...words], {
      cwd: this.#folder.path,
      env: {
        ...withoutSettings(process.env),
        HEXIPAM_DATABASE_URL: databaseUrl,
        HEXIPAM_PORT: '0',
        HEXIPAM_ADMIN_PASSWORD: adminPassword,
        HEXIPAM_LOG_LEVEL: 'info',
        HEXIPAM_EMBEDDED_SYNC: 'off', // the machine does not fail during tests
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#ended = once(this.#child, 'close').catch(() => undefined);
    void this.#ended.then(() => {
      this.#isRunning = false;
    });
    this.#forget = whenProcessEnds(() => this.#child.kill('SIGKILL'));
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
  }

  /** Starts the service and waits until it listens. @throws Error with its output when it ends before */
  static async start(options: ServiceOptions): Promise<ServiceProcess> {
    const service = new ServiceProcess(options);
    const listeners = options.variables?.HEXIPAM_TLS_PORT === undefined ? 1 : 2;
    try {
      service.#urls = await service.#listening(listeners);
      return service;
    } catch (error) {
      await service.kill9();
      throw error;
    }
  }

  /** The number of the process. @throws Error when it could not be started */
  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the service was not started');
    return this.#child.pid;
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
    return this.#output;
  }

  /** Entries of the log that tell of something that should not have happened. */
  get complaints(): readonly string[] {
    return this.#output.split('\n').filter((line) => /"level":"(error|fatal|warn)"/.test(line));
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
    this.#child.kill('SIGHUP');
  }

  /** Waits until the output, from a position on, holds a text. @returns the position behind it */
  async logged(text: string, from = 0): Promise<number> {
    return this.#until(() => {
      const position = this.#output.indexOf(text, from);
      return position < 0 ? undefined : position + text.length;
    });
  }

  /** Asks the service to stop, and waits for nothing. */
  terminate(): void {
    this.#child.kill('SIGTERM');
  }

  /** Waits until the service has ended by itself. @returns its exit code; null when a signal ended it */
  async exit(): Promise<number | null> {
    await this.#ended;
    return this.#child.exitCode;
  }

  /** Stops the service as an operator does. @throws Error when it does not end well */
  async stop(): Promise<void> {
    if (this.#isRunning) this.#child.kill('SIGTERM');
    await this.#end();
    if (this.#child.exitCode !== 0)
      throw new Error(`the service ended with ${this.#child.exitCode ?? this.#child.signalCode}:\n${this.#output}`);
  }

  /** Kills the service at once: nothing that it holds in memory is saved. */
  async kill9(): Promise<void> {
    if (this.#isRunning) this.#child.kill('SIGKILL');
    await this.#end();
  }

  async #end(): Promise<void> {
    await this.#ended;
    this.#forget();
    this.#folder.remove();
  }

  #listening(count: number): Promise<string[]> {
    return this.#until(() => {
      const urls = [...this.#output.matchAll(/ listens on (https?:\/\/\S+)\n/g)].map(([, url = '']) => url);
      return urls.length < count ? undefined : urls;
    });
  }

  /** Asks again whenever there is new output. @throws Error when the service has ended instead */
  async #until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (!this.#isRunning) throw new Error(`the service has ended:\n${this.#output}`);
      const news = new AbortController();
      const events = [this.#child.stdout, this.#child.stderr].map(
        (stream) => stream && once(stream, 'data', { signal: news.signal }),
      );
      await Promise.race([...events, this.#ended]).finally(() => news.abort());
      await Promise.allSettled(events);
    }
  }
}

/** The environment without what configures a service. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(([name]) => !name.startsWith('HEXIPAM_') && name !== 'DATABASE_URL');
  return Object.fromEntries(entries);
}
