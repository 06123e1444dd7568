import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { whenProcessEnds } from '../../support/processes/when-process-ends.js';
import { makeTemporaryFolder } from '../../support/temporary-folder.js';

const mebibyte = 1024 * 1024;

/** Runs a system program. @throws Error when it fails or is not installed */
const run = (program: string, ...words: string[]): void =>
  void execFileSync(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });

/** A small disk that a test can fill and break: a mounted image file. */
export class Disk {
  readonly #folder = makeTemporaryFolder();
  readonly #image = join(this.#folder.path, 'image');
  readonly #forget: () => void;
  /** Mount point. */
  readonly path = join(this.#folder.path, 'disk');

  /** @param size in MiB @throws Error when the image cannot be made or mounted */
  constructor(size: number) {
    mkdirSync(this.path);
    writeFileSync(this.#image, '');
    truncateSync(this.#image, size * mebibyte);
    this.#forget = whenProcessEnds(() => this.#unmount());
    run('mkfs.ext4', '-q', '-m', '0', this.#image);
    this.#mount();
  }

  /** Whether this machine can mount disk images. Requires Linux and root. */
  static isPossible(): boolean {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
    try {
      new Disk(8).remove();
      return true;
    } catch {
      return false;
    }
  }

  /** Fills the disk completely. */
  fill(): void {
    const file = openSync(this.#filler, 'w');
    try {
      for (const part of [Buffer.alloc(mebibyte), Buffer.alloc(4096)]) writeUntilFull(file, part);
    } finally {
      closeSync(file);
    }
  }

  /** Deletes the file that `fill` wrote. */
  makeRoom(): void {
    rmSync(this.#filler);
  }

  /** Fails all further writes, also to open files, like a broken disk. Data that was not synced is lost. */
  breakDown(): void {
    run('mount', '-o', 'remount,abort', this.path);
  }

  /** Accepts writes again. No process may have a file on the disk open. */
  repair(): void {
    run('umount', this.path);
    try {
      run('e2fsck', '-p', this.#image);
    } catch (error) {
      if ((error as { status?: number }).status !== 1) throw error; // 1: errors were corrected
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
