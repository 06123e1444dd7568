/** The bundled program in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { whenProcessEnds } from './when-process-ends.js';

/** Path of the bundled program. */
export const program = fileURLToPath(new URL('../../../program/hexipam.js', import.meta.url));

/** Node before 22 optimizes JavaScript too early. Later versions do not have the flag. */
const makesFasterLate = Number(process.versions.node.split('.')[0]) < 22 ? ['--interrupt-budget=1000000'] : [];

/**
 * Node flags for processes that live for seconds only.
 * The optimization of PGlite takes half of their CPU time, that of JavaScript and garbage collection a tenth.
 * The flags compile WebAssembly without optimization, optimize JavaScript later, and start with a large young generation.
 */
export const engineFlags = ['--liftoff-only', '--min-semi-space-size=16', ...makesFasterLate];

/** A run of the program that has ended. */
export interface EndedRun {
  /** null when a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Options of a run, in addition to its arguments. */
export interface RunOptions {
  /** Its whole environment. */
  readonly environment: NodeJS.ProcessEnv;
  /** Working directory. */
  readonly folder: string;
  /** Command line prefix that starts the program. */
  readonly launcher?: readonly string[];
  /** Flags of Node; default: `engineFlags`. */
  readonly nodeFlags?: readonly string[];
  /** Standard input; default: none. */
  readonly input?: string;
  /** Path of another build of the program. */
  readonly main?: string;
}

/** Timeout of `until`, in milliseconds. */
const maxWait = 120_000;

/** A run of the program. It is killed when this process ends. */
export class ProgramProcess {
  readonly #child: ChildProcess;
  /** Resolves when the process has ended and all of its output is read. */
  readonly #ended: Promise<unknown>;
  #isRunning = true;
  /** Standard output so far. */
  output = '';
  /** Standard error so far. */
  errors = '';
  /** Both outputs, in order of arrival. */
  text = '';

  constructor(words: readonly string[], options: RunOptions) {
    const { environment, folder, launcher = [], nodeFlags = engineFlags, input, main = program } = options;
    const stdin = input === undefined ? 'ignore' : 'pipe';
    const [command = process.execPath, ...all] = [...launcher, process.execPath, ...nodeFlags, main, ...words];
    this.#child = spawn(command, all, { env: environment, cwd: folder, stdio: [stdin, 'pipe', 'pipe'] });
    const forget = whenProcessEnds(() => this.#child.kill('SIGKILL'));
    this.#ended = once(this.#child, 'close').catch(() => undefined);
    void this.#ended.then(() => {
      this.#isRunning = false;
      forget();
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
      this.text += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
      this.text += text;
    });
    this.#child.stdin?.on('error', () => {}); // a program that fails early does not read it
    this.#child.stdin?.end(input);
  }

  /** Process id. @throws Error when the program could not be started */
  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the program was not started');
    return this.#child.pid;
  }

  /** The signal that ended the process, or null. */
  get signalCode(): NodeJS.Signals | null {
    return this.#child.signalCode;
  }

  /** Entries of its log. */
  log(): Record<string, unknown>[] {
    return this.errors
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Waits until the program listens on `expected` URLs. @returns the URLs */
  urls(expected = 1): Promise<string[]> {
    return this.until(() => {
      const urls = [...this.output.matchAll(/ listens on (https?:\/\/\S+)\n/g)].map(([, url = '']) => url);
      return urls.length < expected ? undefined : urls;
    });
  }

  /** Polls until `find` returns a value. @throws Error with all output when the process ends before, or after `maxWait` */
  async until<T>(find: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
    const deadline = Date.now() + maxWait;
    for (;;) {
      const wasRunning = this.#isRunning;
      const found = await find();
      if (found !== undefined && found !== false) return found;
      if (!wasRunning) throw new Error(`the process has ended:\n${this.text}`);
      if (Date.now() > deadline) throw new Error(`the process did not do it in time:\n${this.text}`);
      await Promise.race([delay(10), this.#ended]);
    }
  }

  /** Sends a signal, if the process runs. */
  signal(signal: NodeJS.Signals): void {
    if (this.#isRunning) this.#child.kill(signal);
  }

  /** Waits until the process has ended. */
  async ended(): Promise<EndedRun> {
    await this.#ended;
    return { code: this.#child.exitCode, output: this.output, errors: this.errors };
  }

  /** Kills the process, if it runs. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#ended;
  }
}
