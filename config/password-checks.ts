import { availableParallelism } from 'node:os';

/** Threads that libuv has when nothing is said: scrypt runs in them, and so do files and look-ups of names. */
const usualThreads = 4;

/** How many processors all processes of a service use for passwords: one stays free for requests, where there are two. */
export const processorsForPasswords = (processors: number = availableParallelism()): number => Math.max(1, processors - 1);

/** How many passwords a process looks at at a time: two threads stay free for all else. */
export function passwordsAtOnce(
  processors: number = availableParallelism(),
  threads: number = Number(process.env.UV_THREADPOOL_SIZE) || usualThreads,
): number {
  return Math.max(1, Math.min(processorsForPasswords(processors), threads - 2));
}
