import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../config/main.js', import.meta.url));

/** A run of the program that has ended. */
export interface EndedRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** The program in a process of its own, with none of this process's variables but the path. */
export class ServiceProcess {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  output = '';
  errors = '';

  constructor(words: readonly string[], environment: Readonly<Record<string, string>>, folder: string) {
    const quick = { HEXIPAM_EMBEDDED_SYNC: 'off' }; // the machine does not fail during tests
    const env = { PATH: process.env.PATH ?? '', HEXIPAM_HOST: '127.0.0.1', HEXIPAM_PORT: '0', ...quick, ...environment };
    this.#process = spawn(process.execPath, [program, ...words], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process.stdout?.on('data', (data: Buffer) => {
      this.output += data;
    });
    this.#process.stderr?.on('data', (data: Buffer) => {
      this.errors += data;
    });
    this.#exited = once(this.#process, 'close');
  }

  /** URLs on which it listens, once it does on so many. */
  async urls(expected = 1): Promise<string[]> {
    const listening = (): string[] => [...this.output.matchAll(/listens on (\S+)\n/g)].map((match) => match[1] ?? '');
    await this.until(() => listening().length >= expected);
    return listening();
  }

  /** Waits until something holds. @throws Error with all output when the process ends, or half a minute goes by, before */
  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + 25_000;
    while (!(await holds())) {
      const ended = this.#process.exitCode !== null || this.#process.signalCode !== null;
      if (ended || Date.now() > deadline)
        throw new Error(`${ended ? 'it ended' : 'waited too long'}:\n${this.output}\n${this.errors}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Entries of its log. */
  log(): Record<string, unknown>[] {
    return this.errors
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async ended(): Promise<EndedRun> {
    await this.#exited;
    return { code: this.#process.exitCode, output: this.output, errors: this.errors };
  }

  /** Ends it the hard way, if it runs at all. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exited;
  }
}
