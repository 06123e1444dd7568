import { fsyncSync, writeSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DataDirectory } from './data-directory.js';
import { endOnBreakdown } from './engine.js';
import { privateMode } from './private-files.js';

/** An open file, as the runtime of PGlite knows it; `nfd` is its number in this process. */
interface OpenFile {
  readonly nfd: number;
  readonly path: string;
  readonly node: object;
}

/** The runtime's names of files, those on disk among them. */
interface FileNames {
  unlink(path: string): void;
  /** @throws where there is none */
  lookupNode(parent: object, name: string): object;
  /** Forgets a file, and leaves the disk as it is. */
  destroyNode(node: object): void;
}

/** What is needed here of the runtime's way to files on disk, whose type its package does not bring along. */
interface DiskFiles {
  readonly node_ops: {
    mknod(parent: object, name: string, mode: number, device: number): object;
    setattr(node: object, attributes: { mode?: number | undefined }): void;
  };
  readonly stream_ops: {
    open(file: OpenFile): void;
    write(file: OpenFile, bytes: Uint8Array, offset: number, length: number, position: number): number;
    fsync?(file: OpenFile): number;
  };
  /** Does something with files, and says what fails in the way that PostgreSQL understands. */
  tryFSOperation<T>(work: () => T): T;
}

/** How an embedded database keeps its files. */
export interface DataFileOptions {
  /** Whether what PostgreSQL wants to be on disk is on disk before it goes on: else a power failure loses what was written last. */
  readonly sync: boolean;
  /** Files that it may have open; PostgreSQL's own limit, 1,000, when not given. */
  readonly maxOpenFiles?: number;
}

/**
 * The files of an embedded database. Nobody but the user of this process can read new ones, and what PostgreSQL asks to be
 * synced is: PGlite's own files ignore both. Nothing is written to a log that nobody would find again.
 */
class DataFiles extends NodeFS {
  readonly #dataDirectory: DataDirectory;
  /** What last failed in writing the log, which makes PostgreSQL end. */
  #failure: unknown;

  constructor(directory: string, dataDirectory: DataDirectory) {
    super(directory);
    this.#dataDirectory = dataDirectory;
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const mend = ({ NODEFS, FS }: { NODEFS: DiskFiles; FS: FileNames }): void => {
      this.#mend(NODEFS);
      removeUnopened(NODEFS, FS);
    };
    const preRun = [...(emscriptenOpts.preRun ?? []), mend];
    const onAbort = (what: unknown): never => {
      const cause = this.#failure ?? what;
      throw this.#dataDirectory.lose(`PostgreSQL had to end: ${String(cause)}`, cause);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort } };
  }

  #mend({ node_ops, stream_ops, tryFSOperation }: DiskFiles): void {
    const { mknod, setattr } = node_ops;
    const { write } = stream_ops;
    node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, privateMode(mode), device);
    node_ops.setattr = (node, attributes) =>
      setattr(node, attributes.mode === undefined ? attributes : { ...attributes, mode: privateMode(attributes.mode) });
    stream_ops.write = (file, ...content) => {
      this.#dataDirectory.requireOwner();
      if (!file.path.includes('/pg_wal/')) return write(file, ...content);
      this.#dataDirectory.requireFile(file.nfd);
      return tryFSOperation(() => this.#noted(() => writeSync(file.nfd, ...content)));
    };
    stream_ops.fsync = ({ nfd }) =>
      tryFSOperation(() => {
        this.#noted(() => fsyncSync(nfd));
        return 0;
      });
  }

  #noted<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }
}

/**
 * Has a file that cannot be created, or be opened then, removed again, as `open` of the system does. When too many files are
 * open, PostgreSQL closes one and tries again; it would find the file, and take it for another one.
 */
function removeUnopened({ node_ops, stream_ops }: DiskFiles, names: FileNames): void {
  const { mknod } = node_ops;
  const { open } = stream_ops;
  let created: object | undefined;
  node_ops.mknod = (parent, name, mode, device) => {
    try {
      created = mknod(parent, name, mode, device);
      return created;
    } catch (error) {
      forget(names, parent, name);
      throw error;
    }
  };
  stream_ops.open = (file) => {
    try {
      open(file);
    } catch (error) {
      if (file.node === created) names.unlink(file.path);
      throw error;
    }
  };
}

/** The runtime remembers a file before it is on disk, and still does so when it could not be created. */
function forget(names: FileNames, parent: object, name: string): void {
  try {
    names.destroyNode(names.lookupNode(parent, name));
  } catch {} // it is not remembered
}

/** PGlite that is never asked again when it has failed: it would not come back. */
class FallibleDatabase extends PGlite {
  readonly #dataDirectory: DataDirectory;

  constructor(dataDirectory: DataDirectory, options: PGliteOptions) {
    super(options);
    this.#dataDirectory = dataDirectory;
  }

  /** @throws DatabaseLost when the database can go on no more */
  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.#dataDirectory.failure) throw this.#dataDirectory.failure;
    return super.execProtocolRawSync(message);
  }

  override async close(): Promise<void> {
    if (!this.#dataDirectory.failure) await super.close();
  }
}

/** Starts PGlite on the files of a directory, which it fills when it is empty. */
export async function startPGlite(
  directory: string,
  options: DataFileOptions,
  dataDirectory: DataDirectory = new DataDirectory(directory),
): Promise<PGlite> {
  const fs = new DataFiles(directory, dataDirectory);
  const pglite = new FallibleDatabase(dataDirectory, { fs, startParams: startParameters(options) });
  await pglite.waitReady;
  endOnBreakdown(pglite, (reason, cause) => dataDirectory.lose(reason, cause));
  return pglite;
}

/** PGlite's own parameters end with -F, "never sync"; of the ways to sync its runtime knows fsync only. */
function startParameters({ sync, maxOpenFiles }: DataFileOptions): string[] {
  const files = maxOpenFiles === undefined ? [] : ['-c', `max_files_per_process=${maxOpenFiles}`];
  if (!sync) return [...PGlite.defaultStartParams, ...files];
  return [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync', ...files];
}
