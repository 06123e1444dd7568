import type { Change } from '../../domain/change-log/change.js';
import { authorship, type Caller } from '../caller.js';
import type { Cause, ChangeEntry } from '../ports/change-log.js';
import type { Repositories } from '../ports/unit-of-work.js';

/**
 * Writes down what a unit of work does, within it: both are kept or neither. An edit that makes no difference is no entry.
 * @param at when, as records hold times
 */
export async function recordChange(
  repositories: Pick<Repositories, 'changeLog'>,
  caller: Caller,
  at: string,
  change: Change,
): Promise<void> {
  if (change.action === 'edit' && change.differences.length === 0) return;
  await repositories.changeLog.append(entryOf(caller, at, change));
}

/** What the history says of a change. @param at when, as records hold times */
export function entryOf(caller: Caller, at: string, change: Change): ChangeEntry {
  const place = change.object === 'subnet' ? { subnetId: change.objectId } : {};
  return { objectName: null, ...place, ...change, ...authorship(caller, at) };
}

/** Writes down what something that is about to be done does to other records. */
export const recordConsequences = (
  { changeLog }: Pick<Repositories, 'changeLog'>,
  caller: Caller,
  at: string,
  cause: Cause,
): Promise<void> => changeLog.appendConsequences(cause, authorship(caller, at));
