import { spawn } from 'node:child_process';
import { ProbeError, type ProbeProgram } from '../../application/ports/scanning.js';

export interface RunOptions {
  readonly input?: string;
  /** Timeout in milliseconds. Afterwards the program is killed. */
  readonly within: number;
  /** Maximum size of the output in bytes. */
  readonly maxOutput: number;
  readonly stop?: AbortSignal | undefined;
}

/** The result of a program, or the reason why it was killed. */
export interface ProgramEnd {
  readonly output: string;
  readonly errors: string;
  readonly code: number | null;
  readonly killed?: 'late' | 'stopped' | 'tooMuchOutput';
}

/** Maximum size of the stored error output in bytes. */
const maxErrors = 4096;

/** Programs do not inherit the environment of this process. The locale is fixed for parsing. */
const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' };

/**
 * Runs a program without a shell, in its own process group, so that its children are killed with it.
 * @throws Error if it cannot be started
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
    child.stdin.on('error', () => {}); // the program may exit before it has read all input
    child.stdin.end(input);
    if (stop?.aborted) onStop();
  });
}

class Gathered {
  readonly #chunks: Buffer[] = [];
  #left: number;

  constructor(max: number) {
    this.#left = max;
  }

  /** @returns whether the output is still within the limit */
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

/** The process may have ended already. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}

const noRights = /not permitted|permission denied|must run as root|can't create.*socket|setuid/i;

/** Returns the first error line of a program, without control characters. */
const complaintOf = ({ errors }: ProgramEnd): string =>
  (errors.split('\n').find((line) => line.trim() !== '') ?? '').replace(/[^\x20-\x7e]/g, '?').slice(0, 200);

export function failureOf(program: ProbeProgram, end: ProgramEnd): ProbeError {
  const complaint = complaintOf(end);
  switch (end.killed) {
    case 'late':
      return new ProbeError('late', `${program} did not finish in time`);
    case 'stopped':
      return new ProbeError('stopped', `${program} was stopped`);
    case 'tooMuchOutput':
      return new ProbeError('broken', `${program} printed more than expected`);
  }
  if (noRights.test(end.errors))
    return new ProbeError('forbidden', `${program} may not send packets, it needs the capability net_raw (${complaint})`);
  return new ProbeError('broken', `${program} ended with ${end.code ?? 'a signal'}${complaint === '' ? '' : `: ${complaint}`}`);
}
