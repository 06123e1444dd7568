import { spawn } from 'node:child_process';

/** How a program is run. */
export interface RunOptions {
  /** What it reads from standard input. */
  readonly input?: string;
  /** After how many milliseconds it is killed. */
  readonly within: number;
  /** Max bytes that it may print. */
  readonly maxOutput: number;
  readonly stop?: AbortSignal | undefined;
}

/** How a program ended: by itself, or because it was killed, and why. */
export interface ProgramEnd {
  readonly output: string;
  readonly errors: string;
  readonly code: number | null;
  readonly killed?: 'late' | 'stopped' | 'tooMuchOutput';
}

/** What is kept of what a program complains of. */
const maxErrors = 4096;

/** A program gets nothing of what this process knows, and its texts are in the language that is read here. */
const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' };

/**
 * Runs a program without a shell, in a group of its own, so that it can be killed with all that it started.
 * @throws Error when it cannot be started
 */
export function runProgram(file: string, words: readonly string[], options: RunOptions): Promise<ProgramEnd> {
  const { input = '', within, maxOutput, stop } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { env, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    const [output, errors] = [new Gathered(maxOutput), new Gathered(maxErrors)];
    const end = (code: number | null, killed?: NonNullable<ProgramEnd['killed']>): void => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', onStop);
      resolve({ output: output.text, errors: errors.text, code, ...(killed ? { killed } : {}) });
    };
    const kill = (why: NonNullable<ProgramEnd['killed']>): void => {
      killGroup(child.pid);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      end(null, why);
    };
    const onStop = (): void => kill('stopped');
    const timer = setTimeout(() => kill('late'), within);
    stop?.addEventListener('abort', onStop);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code) => end(code));
    child.stdout.on('data', (chunk: Buffer) => output.add(chunk) || kill('tooMuchOutput'));
    child.stderr.on('data', (chunk: Buffer) => void errors.add(chunk));
    child.stdin.on('error', () => {}); // it may end without having read all; what it printed says the rest
    child.stdin.end(input);
    if (stop?.aborted) onStop();
  });
}

/** What a program prints, up to a size. */
class Gathered {
  readonly #chunks: Buffer[] = [];
  #left: number;

  constructor(max: number) {
    this.#left = max;
  }

  /** @returns whether it had room */
  add(chunk: Buffer): boolean {
    const hasRoom = chunk.length <= this.#left;
    this.#chunks.push(hasRoom ? chunk : chunk.subarray(0, this.#left));
    this.#left -= Math.min(chunk.length, this.#left);
    return hasRoom;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

/** One that has ended already is none to be killed. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}
