/** Records file operations below a directory, and rebuilds the directory as a power failure would leave it. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { copyTree } from '../../../support/databases/copy-tree.js';

/** An event of a file or name, in order. Files have numbers, since names change. */
type Event =
  | { readonly kind: 'write'; readonly file: number; readonly position: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: number; readonly size: number }
  | { readonly kind: 'sync'; readonly file: number }
  | { readonly kind: 'syncNames'; readonly directory: string }
  | NameEvent;

type NameEvent =
  | { readonly kind: 'create'; readonly path: string; readonly file: number }
  | { readonly kind: 'makeDirectory' | 'remove'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

/** A power failure after `after` events. Unsynced data is lost, or some of it survives by chance. */
export interface Failure {
  readonly after: number;
  /** Returns a number from 0 to 1. Without it, no unsynced data survives. */
  readonly chance?: () => number;
}

const sector = 512;

/** Records the synchronous operations of node:fs on the files of a directory, until stop(). */
export class FileRecorder {
  readonly #directory: string;
  /** A copy of the initial content, which counts as synced. */
  readonly #base: string;
  readonly #events: Event[] = [];
  /** Current files by name. */
  readonly #files: Map<string, number>;
  readonly #open = new Map<number, string>();
  /** End of the last write to each open file. */
  readonly #ends = new Map<number, number>();
  readonly #originals = new Map<string, unknown>();
  #lastFile: number;

  constructor(directory: string, base: string) {
    this.#directory = resolve(directory);
    this.#base = base;
    copyTree(directory, base);
    this.#files = filesIn(base);
    this.#lastFile = this.#files.size;
    this.#watch();
  }

  /** Number of events. */
  get count(): number {
    return this.#events.length;
  }

  /** Number of file syncs. */
  get syncs(): number {
    return this.#events.filter(({ kind }) => kind === 'sync').length;
  }

  /** Number of events after which a file or directory got this name. */
  renamedTo(path: string): number {
    return this.#events.findIndex((event) => event.kind === 'rename' && event.to === path) + 1;
  }

  stop(): void {
    for (const [name, original] of this.#originals) Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  }

  /** Writes the content of the directory after the power failure to an empty target. */
  rebuild(target: string, { after, chance }: Failure): void {
    const events = this.#events.slice(0, after);
    const survivors = new SurvivingFiles(this.#base);
    const names = survivingNames(events, chance);
    const lastSync = new Map<number, number>();
    events.forEach((event, index) => {
      if (event.kind === 'sync') lastSync.set(event.file, index);
    });
    events.forEach((event, index) => {
      if (event.kind === 'write') {
        if (index < (lastSync.get(event.file) ?? -1)) survivors.write(event.file, event.position, event.bytes);
        else if (chance) writeSome(survivors, event, chance);
      } else if (event.kind === 'truncate') {
        if (index < (lastSync.get(event.file) ?? -1) || (chance && chance() < 0.5)) survivors.truncate(event.file, event.size);
      } else if (names.has(event)) survivors.changeNames(event);
    });
    survivors.writeTo(target);
  }

  #watch(): void {
    this.#replace('openSync', (original, ...args) => {
      const path = this.#inside(args[0]);
      const number = original(...args) as number;
      if (path === undefined) return number;
      this.#open.set(number, path);
      if (!fs.fstatSync(number).isFile()) return number;
      this.#created(path);
      if (typeof args[1] === 'number' && args[1] & fs.constants.O_TRUNC)
        this.#note({ kind: 'truncate', file: this.#fileAt(path), size: 0 });
      return number;
    });
    this.#replace('closeSync', (original, ...args) => {
      this.#open.delete(args[0] as number);
      this.#ends.delete(args[0] as number);
      return original(...args);
    });
    this.#replace('writeSync', (original, ...args) => {
      const written = original(...args) as number;
      const path = this.#open.get(args[0] as number);
      if (path === undefined) return written;
      const [number, bytes, offset, , given] = args as [number, Uint8Array, number, number, number | null | undefined];
      const position = given ?? this.#ends.get(number) ?? 0;
      this.#ends.set(number, position + written);
      const copy = Buffer.from(Buffer.from(bytes.buffer, bytes.byteOffset + offset, written));
      this.#note({ kind: 'write', file: this.#fileAt(path), position, bytes: copy });
      return written;
    });
    this.#replace('fsyncSync', (original, ...args) => {
      original(...args);
      const path = this.#open.get(args[0] as number);
      if (path === undefined) return;
      const file = this.#files.get(path);
      this.#note(file === undefined ? { kind: 'syncNames', directory: path } : { kind: 'sync', file });
    });
    for (const name of ['truncateSync', 'ftruncateSync'])
      this.#replace(name, (original, ...args) => {
        original(...args);
        const path = typeof args[0] === 'number' ? this.#open.get(args[0]) : this.#inside(args[0]);
        if (path !== undefined) this.#note({ kind: 'truncate', file: this.#fileAt(path), size: Number(args[1] ?? 0) });
      });
    this.#watchNames();
  }

  #watchNames(): void {
    this.#replace('writeFileSync', (original, ...args) => {
      original(...args);
      const path = this.#inside(args[0]);
      if (path === undefined || args[1] instanceof Uint8Array) return; // its open and writes are recorded
      if (args[1] !== '') throw new Error('a file that is written as a whole text cannot be recorded');
      this.#created(path);
      this.#note({ kind: 'truncate', file: this.#fileAt(path), size: 0 });
    });
    this.#replace('mkdirSync', (original, ...args) => {
      const made = original(...args);
      const path = this.#inside(args[0]);
      if (path !== undefined) this.#note({ kind: 'makeDirectory', path });
      return made;
    });
    for (const name of ['unlinkSync', 'rmdirSync'])
      this.#replace(name, (original, ...args) => {
        original(...args);
        const path = this.#inside(args[0]);
        if (path === undefined) return;
        this.#files.delete(path);
        this.#note({ kind: 'remove', path });
      });
    this.#replace('renameSync', (original, ...args) => {
      original(...args);
      const [path, to] = [this.#inside(args[0]), this.#inside(args[1])];
      if (path === undefined || to === undefined) return;
      for (const [name, file] of [...this.#files]) {
        if (!isAtOrBelow(name, path)) continue;
        this.#files.delete(name);
        this.#files.set(renamed(name, path, to), file);
      }
      for (const [number, name] of this.#open) if (isAtOrBelow(name, path)) this.#open.set(number, renamed(name, path, to));
      this.#note({ kind: 'rename', path, to });
    });
    syncBuiltinESMExports();
  }

  #replace(name: string, replacement: (original: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown): void {
    const original = Reflect.get(fs, name) as (...args: unknown[]) => unknown;
    this.#originals.set(name, original);
    Object.assign(fs, { [name]: (...args: unknown[]) => replacement(original, ...args) });
  }

  #note(event: Event): void {
    this.#events.push(event);
  }

  #created(path: string): void {
    if (this.#files.has(path)) return;
    this.#files.set(path, ++this.#lastFile);
    this.#note({ kind: 'create', path, file: this.#lastFile });
  }

  #fileAt(path: string): number {
    const file = this.#files.get(path);
    if (file === undefined) throw new Error(`nobody has made ${path}`);
    return file;
  }

  /** The path below the directory; undefined for a path outside. */
  #inside(path: unknown): string | undefined {
    const below = relative(this.#directory, resolve(String(path)));
    return below.startsWith('..') ? undefined : below;
  }
}

const isAtOrBelow = (path: string, directory: string): boolean => path === directory || path.startsWith(`${directory}/`);

/** The new path of an entry at or below a renamed one. */
const renamed = (path: string, from: string, to: string): string => to + path.slice(from.length);

/** Numbers of the files in a directory, by path, in the order of paths. */
function filesIn(directory: string): Map<string, number> {
  const paths = fs.readdirSync(directory, { recursive: true }).map(String);
  const files = paths.filter((path) => fs.statSync(join(directory, path)).isFile()).sort();
  return new Map(files.map((path, index) => [path, index + 1]));
}

/**
 * Name changes that survive. File systems preserve their order: all up to the last synced one, and by chance some more.
 * A sync of the directory or of the created file syncs a change.
 */
function survivingNames(events: readonly Event[], chance: (() => number) | undefined): ReadonlySet<Event> {
  const changes: NameEvent[] = [];
  let durable = 0;
  for (const event of events) {
    if (event.kind === 'syncNames') durable = lastIndex(changes, (change) => placesOf(change).includes(event.directory), durable);
    else if (event.kind === 'sync')
      durable = lastIndex(changes, (change) => change.kind === 'create' && change.file === event.file, durable);
    else if (event.kind !== 'write' && event.kind !== 'truncate') changes.push(event);
  }
  const more = chance ? Math.floor(chance() * (changes.length - durable + 1)) : 0;
  return new Set(changes.slice(0, durable + more));
}

/** Number of changes up to the last matching one, at least `before`. */
const lastIndex = (changes: readonly NameEvent[], isMeant: (change: NameEvent) => boolean, before: number): number =>
  Math.max(before, changes.findLastIndex(isMeant) + 1);

/** Directories of a name change. */
const placesOf = (change: NameEvent): string[] =>
  [change.path, ...(change.kind === 'rename' ? [change.to] : [])].map((path) => dirname(path).replace(/^\.$/, ''));

function writeSome(survivors: SurvivingFiles, { file, position, bytes }: Event & { kind: 'write' }, chance: () => number): void {
  const share = chance(); // the surviving share differs from write to write
  for (let start = 0; start < bytes.length; start += sector)
    if (chance() < share) survivors.write(file, position + start, bytes.subarray(start, start + sector));
}

/** Files that survive a failure. */
class SurvivingFiles {
  readonly #base: string;
  readonly #names: Map<string, number>;
  /** Initial paths of the files. */
  readonly #places: ReadonlyMap<number, string>;
  readonly #contents = new Map<number, Buffer>();
  readonly #directories: string[] = [];
  readonly #removed: string[] = [];

  constructor(base: string) {
    this.#base = base;
    this.#names = filesIn(base);
    this.#places = new Map([...this.#names].map(([path, file]) => [file, path]));
  }

  write(file: number, position: number, bytes: Buffer): void {
    const old = this.#content(file);
    const size = Math.max(old.length, position + bytes.length);
    const content = size === old.length ? old : Buffer.concat([old, Buffer.alloc(size - old.length)]);
    bytes.copy(content, position);
    this.#contents.set(file, content);
  }

  truncate(file: number, size: number): void {
    const old = this.#content(file);
    const content = Buffer.alloc(size);
    old.copy(content, 0, 0, Math.min(size, old.length));
    this.#contents.set(file, content);
  }

  changeNames(event: Event): void {
    if (event.kind === 'create') this.#names.set(event.path, event.file);
    else if (event.kind === 'makeDirectory') this.#directories.push(event.path);
    else if (event.kind === 'remove') {
      this.#names.delete(event.path);
      this.#removed.push(event.path);
    } else if (event.kind === 'rename') this.#rename(event.path, event.to);
  }

  /** Renames a file, or a directory with its content. */
  #rename(from: string, to: string): void {
    for (const [name, file] of [...this.#names]) {
      if (!isAtOrBelow(name, from)) continue;
      this.#names.delete(name);
      this.#names.set(renamed(name, from, to), file);
    }
    for (const paths of [this.#directories, this.#removed])
      paths.forEach((path, index) => {
        if (isAtOrBelow(path, from)) paths[index] = renamed(path, from, to);
      });
  }

  writeTo(target: string): void {
    copyTree(this.#base, target);
    for (const path of this.#directories) fs.mkdirSync(join(target, path), { recursive: true });
    for (const path of this.#places.values()) if (!this.#names.has(path)) fs.rmSync(join(target, path));
    for (const [path, file] of this.#names)
      if (this.#contents.has(file) || this.#places.get(file) !== path) fs.writeFileSync(join(target, path), this.#content(file));
    for (const path of this.#removed) if (!this.#names.has(path)) fs.rmSync(join(target, path), { recursive: true, force: true });
  }

  #content(file: number): Buffer {
    const known = this.#contents.get(file);
    if (known) return known;
    const place = this.#places.get(file);
    const content = place === undefined ? Buffer.alloc(0) : fs.readFileSync(join(this.#base, place));
    this.#contents.set(file, content);
    return content;
  }
}
