import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { privateMode } from './private-files.js';

/** An open file, as the runtime of PGlite knows it; `nfd` is its number in this process. */
interface OpenFile {
  readonly nfd: number;
}

/** What is needed here of the runtime's way to files on disk, whose type its package does not bring along. */
interface DiskFiles {
  readonly node_ops: {
    mknod(parent: object, name: string, mode: number, device: number): object;
    setattr(node: object, attributes: { mode?: number | undefined }): void;
  };
  readonly stream_ops: { fsync?: (file: OpenFile) => number };
  /** Does something with files, and says what fails in the way that PostgreSQL understands. */
  tryFSOperation<T>(work: () => T): T;
}

/** How an embedded database keeps its files. */
export interface DataFileOptions {
  /** Whether what PostgreSQL wants to be on disk is on disk before it goes on: else a power failure loses what was written last. */
  readonly sync: boolean;
}

/**
 * The files of an embedded database. Nobody but the user of this process can read new ones, and what PostgreSQL asks to be
 * synced is: PGlite's own files ignore both.
 */
class DataFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), ({ NODEFS }: { NODEFS: DiskFiles }) => mendFiles(NODEFS)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function mendFiles({ node_ops, stream_ops, tryFSOperation }: DiskFiles): void {
  const { mknod, setattr } = node_ops;
  node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, privateMode(mode), device);
  node_ops.setattr = (node, attributes) =>
    setattr(node, attributes.mode === undefined ? attributes : { ...attributes, mode: privateMode(attributes.mode) });
  stream_ops.fsync = ({ nfd }) =>
    tryFSOperation(() => {
      fsyncSync(nfd);
      return 0;
    });
}

/** Starts PGlite on the files of a directory, which it fills when it is empty. */
export function startPGlite(directory: string, { sync }: DataFileOptions): Promise<PGlite> {
  return PGlite.create({ fs: new DataFiles(directory), startParams: startParameters(sync) });
}

/** PGlite's own parameters end with -F, "never sync"; of the ways to sync its runtime knows fsync only. */
function startParameters(sync: boolean): string[] {
  if (!sync) return PGlite.defaultStartParams;
  return [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'];
}
