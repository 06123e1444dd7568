import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that it, and they, have started. On other systems than Linux just the process. */
export function familyOf(pid: number): number[] {
  const found = [pid];
  for (const member of found) found.push(...childrenOf(member));
  return found;
}

function childrenOf(pid: number): number[] {
  const threads = attempt(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const lists = threads.map((thread) => attempt(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')) ?? '');
  return lists.flatMap((list) =>
    list
      .split(' ')
      .filter((text) => text.trim() !== '')
      .map(Number),
  );
}

/** Undefined when reading fails: a process may end meanwhile, and other systems than Linux have no such files. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
