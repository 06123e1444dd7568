import { fsyncSync, writeSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DataDirectory } from './data-directory.js';
import { privateMode } from './disk-files.js';
import { endOnBreakdown } from './engine.js';

/** An open file of PGlite's runtime; `nfd` is its descriptor in this process. */
interface OpenFile {
  readonly nfd: number;
  readonly path: string;
  readonly node: object;
}

interface FileNames {
  unlink(path: string): void;
  lookupNode(parent: object, name: string): object;
  /** Removes a file from the file tree of the database engine, not from the disk. */
  destroyNode(node: object): void;
}

/** The used members of the runtime's disk file system. The package does not export the type. */
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
  /** Executes file operations, and maps their errors to those that PostgreSQL handles. */
  tryFSOperation<T>(work: () => T): T;
}

export interface DataFileOptions {
  /** Whether fsync reaches the disk. If not, a power failure loses the latest writes. */
  readonly sync: boolean;
  /** Maximum number of open files; PostgreSQL's own limit, 1,000, by default. */
  readonly maxOpenFiles?: number | undefined;
}

/** Unlike PGlite's own files, these have mode 0600 and are synced on fsync. Writes to a removed log file fail. */
class DataFiles extends NodeFS {
  readonly #dataDirectory: DataDirectory;
  /** Last error of a write to the log, or of an fsync of any file. It is the reported cause if PostgreSQL ends. */
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
      throw this.#dataDirectory.lose(`PostgreSQL stopped: ${String(cause)}`, cause);
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

/** Removes a file that could not be created or opened: PostgreSQL retries, and would mistake the remains for another file. */
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

/** Removes the registration of a file. The runtime registers a file before its creation, even if the creation fails. */
function forget(names: FileNames, parent: object, name: string): void {
  try {
    names.destroyNode(names.lookupNode(parent, name));
  } catch {} // it is not registered
}

/** PGlite that rejects calls after a failure, because such a call would not return. */
class FallibleDatabase extends PGlite {
  readonly #dataDirectory: DataDirectory;

  constructor(dataDirectory: DataDirectory, options: PGliteOptions) {
    super(options);
    this.#dataDirectory = dataDirectory;
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.#dataDirectory.failure) throw this.#dataDirectory.failure;
    return super.execProtocolRawSync(message);
  }

  override async close(): Promise<void> {
    if (!this.#dataDirectory.failure) await super.close();
  }
}

/** An empty directory gets a new database. */
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

/** PGlite's default parameters end with -F, which disables fsync. The runtime supports only fsync as sync method. */
function startParameters({ sync, maxOpenFiles }: DataFileOptions): string[] {
  const files = maxOpenFiles === undefined ? [] : ['-c', `max_files_per_process=${maxOpenFiles}`];
  if (!sync) return [...PGlite.defaultStartParams, ...files];
  return [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync', ...files];
}
