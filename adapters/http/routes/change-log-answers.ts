import type { ChangeEntry } from '../../../application/ports/change-log.js';
import type { PlainAnswer } from '../answer.js';
import { RequestError } from '../request/request-error.js';

/** How many changes an object's history shows. */
export const mostChanges = 50;

/** An object's history, newest first. @throws RequestError list.noChanges when there is none */
export function describeChanges(entries: readonly ChangeEntry[]): PlainAnswer {
  if (entries.length === 0) throw new RequestError('list.noChanges');
  const data = entries.map(({ by, action, at, differences }) => ({
    user: by,
    action,
    result: 'success',
    date: at,
    diff: differences,
  }));
  return { data };
}
