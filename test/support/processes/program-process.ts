/** The compiled program in a process of its own, run as somebody runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { whenProcessEnds } from './when-process-ends.js';

/** The program as users run it. */
export const program = fileURLToPath(new URL('../../../program/hexipam.js', import.meta.url));

/** Node before 22 makes JavaScript faster early; in later ones, which do so with less work, the flag is gone. */
const makesFasterLate = Number(process.versions.node.split('.')[0]) < 22 ? ['--interrupt-budget=1000000'] : [];

/**
 * A process that lives for seconds spends half of them on making PGlite faster than it needs, and a tenth on making the rest so,
 * and on collecting garbage in a space that is small at first: WebAssembly is compiled simply, JavaScript made faster where it
 * runs long, and the space has from the beginning what it may grow to.
 */
export const engineFlags = ['--liftoff-only', '--min-semi-space-size=16', ...makesFasterLate];

/** A run of the program that has ended. */
export interface EndedRun {
  /** null when a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** What a run gets beside its words. */
export interface RunOptions {
  /** All of its environment. */
  readonly environment: NodeJS.ProcessEnv;
  /** Where it runs. */
  readonly folder: string;
  /** A program, with its words, that starts it in another way than usual. */
  readonly launcher?: readonly string[];
  /** Words for Node; `engineFlags` when not given. */
  readonly nodeFlags?: readonly string[];
  /** What stands on standard input; nothing when not given. */
  readonly input?: string;
  /** The file of another build of the program. */
  readonly main?: string;
}

/** For how long something that a process is to do is waited for, in milliseconds. */
const maxWait = 120_000;

/** A run of the program. When this process ends first, it is killed. */
export class ProgramProcess {
  readonly #child: ChildProcess;
  /** Resolves when the process is gone and all of its output is read. */
  readonly #ended: Promise<unknown>;
  #isRunning = true;
  /** What it has written to standard output. */
  output = '';
  /** What it has written to standard error. */
  errors = '';
  /** What it has written to both, in the order in which it came. */
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
    this.#child.stdin?.on('error', () => {}); // a run that is refused reads nothing
    this.#child.stdin?.end(input);
  }

  /** The number of the process. @throws Error when it could not be started */
  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the program was not started');
    return this.#child.pid;
  }

  /** The signal that ended it, if one did. */
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

  /** URLs on which it listens, once it does on so many. */
  urls(expected = 1): Promise<string[]> {
    return this.until(() => {
      const urls = [...this.output.matchAll(/ listens on (https?:\/\/\S+)\n/g)].map(([, url = '']) => url);
      return urls.length < expected ? undefined : urls;
    });
  }

  /** Asks until there is something. @throws Error with all output when the process ends before, or after `maxWait` */
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

  /** Sends it a signal, if it runs at all. */
  signal(signal: NodeJS.Signals): void {
    if (this.#isRunning) this.#child.kill(signal);
  }

  /** Waits until it has ended by itself. */
  async ended(): Promise<EndedRun> {
    await this.#ended;
    return { code: this.#child.exitCode, output: this.output, errors: this.errors };
  }

  /** Ends it the hard way, if it runs at all. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#ended;
  }
}
