import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { whenProcessEnds } from '../../test/support/processes/when-process-ends.js';

/** The floors in a separate process. */
export class FloorProcess {
  readonly url: string;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #forget: () => void;

  private constructor(child: ChildProcess, url: string, forget: () => void) {
    this.#child = child;
    this.#forget = forget;
    this.url = url;
    this.pid = child.pid ?? 0;
  }

  /** @param database URL of a PostgreSQL database, or a data directory of PGlite */
  static async start(database: string): Promise<FloorProcess> {
    const program = fileURLToPath(new URL('./floor-server.js', import.meta.url));
    const child = spawn(process.execPath, [program, database], { stdio: ['ignore', 'pipe', 'inherit'] });
    const forget = whenProcessEnds(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit').then(() => {
      throw new Error('the floors did not start');
    });
    const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
    ended.catch(() => {});
    return new FloorProcess(child, line.toString().trim(), forget);
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    if (this.#child.exitCode === null && this.#child.kill('SIGTERM')) await exited;
    this.#forget();
  }
}
