import { availableParallelism } from 'node:os';

/** libuv's default number of threads. scrypt shares these threads with file access and name lookups. */
const usualThreads = 4;

/** Processors for password checks in all processes of a service. With several processors, one is reserved for requests. */
export const processorsForPasswords = (processors: number = availableParallelism()): number => Math.max(1, processors - 1);

/** Concurrent password checks of a process. Two threads are reserved for other work. */
export function passwordsAtOnce(
  processors: number = availableParallelism(),
  threads: number = Number(process.env.UV_THREADPOOL_SIZE) || usualThreads,
): number {
  return Math.max(1, Math.min(processorsForPasswords(processors), threads - 2));
}
