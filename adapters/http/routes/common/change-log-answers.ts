import type { ChangeEntry } from '../../../../application/ports/change-log.js';
import { inServiceZone } from '../../../../application/service-time.js';
import type { PlainAnswer } from '../../answer.js';
import { RequestError } from '../../request-error.js';
import { wireNames } from '../../wire/names.js';

export const maxChanges = 50;

/** Returns the change log of an object, newest entry first. @throws RequestError list.noChanges for an empty change log */
export function describeChanges(entries: readonly ChangeEntry[]): PlainAnswer {
  if (entries.length === 0) throw new RequestError('list.noChanges');
  const data = entries.map(({ by, action, at, differences }) => ({
    user: by,
    action,
    result: 'success',
    date: inServiceZone(at),
    diff: differences.map((line) => shownLine(inZone(line))),
  }));
  return { data };
}

/** Formats a changed field: `field: old => new`, with NULL for unset values. */
function shownLine(line: string): string {
  const [, name, values] = /^\[([^\]]+)\]: ([\s\S]*)$/.exec(line) ?? [];
  if (name === undefined || values === undefined) return line;
  return `${name}: ${values.replace(/^ => /, 'NULL => ').replace(/ => $/, ' => NULL')}`;
}

/** A changed time: `[lastSeen]: old => new`. Either value may be unset. */
const changeOfTime = new RegExp(`^\\[(?:${wireNames.address.times?.join('|')})\\]: [-0-9: ]* => [-0-9: ]*$`);

/** Converts the times of a changed field to the service's time zone. */
const inZone = (difference: string): string =>
  changeOfTime.test(difference) ? difference.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, inServiceZone) : difference;
