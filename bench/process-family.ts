import { readdirSync, readFileSync } from 'node:fs';

/** Returns a process and its descendants; on systems other than Linux, the process only. */
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

/** Returns undefined if the read fails, because a process may end meanwhile, and other systems have no such files. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
