import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { whenProcessEnds } from '../../support/processes/when-process-ends.js';
import { makeTemporaryFolder } from '../../support/temporary-folder.js';

const mebibyte = 1024 * 1024;

/** Runs a program of the system. @throws Error when it fails, or is not there */
const run = (program: string, ...words: string[]): void =>
  void execFileSync(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });

/** A small disk of its own, which a test may fill and break: a file that is mounted. */
export class Disk {
  readonly #folder = makeTemporaryFolder();
  readonly #image = join(this.#folder.path, 'image');
  readonly #forget: () => void;
  /** Where its files are. */
  readonly path = join(this.#folder.path, 'disk');

  /** @param size in MiB @throws Error where none can be made */
  constructor(size: number) {
    mkdirSync(this.path);
    writeFileSync(this.#image, '');
    truncateSync(this.#image, size * mebibyte);
    this.#forget = whenProcessEnds(() => this.#unmount());
    run('mkfs.ext4', '-q', '-m', '0', this.#image);
    this.#mount();
  }

  /** Whether disks can be made here, which needs the rights of an administrator. */
  static isPossible(): boolean {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
    try {
      new Disk(8).remove();
      return true;
    } catch {
      return false;
    }
  }

  /** Leaves no room at all. */
  fill(): void {
    const file = openSync(this.#filler, 'w');
    try {
      for (const part of [Buffer.alloc(mebibyte), Buffer.alloc(4096)]) writeUntilFull(file, part);
    } finally {
      closeSync(file);
    }
  }

  /** Takes back what fill did. */
  makeRoom(): void {
    rmSync(this.#filler);
  }

  /** From now on it takes no writes, not even to open files, as a disk does that has failed. What was not synced is lost. */
  breakDown(): void {
    run('mount', '-o', 'remount,abort', this.path);
  }

  /** It takes writes again, to be called when nobody has a file open. */
  repair(): void {
    run('umount', this.path);
    try {
      run('e2fsck', '-p', this.#image);
    } catch (error) {
      if ((error as { status?: number }).status !== 1) throw error; // 1: it was mended
    }
    this.#mount();
  }

  remove(): void {
    this.#unmount();
    this.#forget();
    this.#folder.remove();
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }

  #mount(): void {
    run('mount', '-o', 'loop,errors=remount-ro', this.#image, this.path);
  }

  #unmount(): void {
    if (existsSync(join(this.path, 'lost+found'))) run('umount', '-l', this.path);
  }
}

function writeUntilFull(file: number, part: Buffer): void {
  try {
    for (;;) writeSync(file, part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
