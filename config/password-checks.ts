import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';

/** Threads that libuv has when nothing is said: scrypt runs in them, and so do files and look-ups of names. */
const usualThreads = 4;

/**
 * How many passwords a process looks at at a time: a processor stays free for requests, and two threads for all else. One of
 * several workers looks at one.
 */
export function passwordsAtOnce(
  processors: number = availableParallelism(),
  threads: number = Number(process.env.UV_THREADPOOL_SIZE) || usualThreads,
  isWorker: boolean = cluster.isWorker,
): number {
  return isWorker ? 1 : Math.max(1, Math.min(processors - 1, threads - 2));
}
