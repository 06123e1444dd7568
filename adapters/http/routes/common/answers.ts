import type { Application } from '../../../../application/index.js';
import type { ChangeEntry } from '../../../../application/ports/change-log.js';
import { inServiceZone } from '../../../../application/service-time.js';
import type { Ensured } from '../../../../application/transfer/bulk/ensured.js';
import type { CustomFieldOwner } from '../../../../domain/fields/custom-field.js';
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

/** Returns the definitions of custom fields by name. @throws `whenEmpty` without definitions */
export async function describeCustomFields(
  application: Application,
  owner: CustomFieldOwner,
  whenNone: RequestError = new RequestError('path.noCustomFields'),
): Promise<PlainAnswer> {
  const fields = await application.directory.customFields(owner);
  if (fields.length === 0) throw whenNone;
  const described = fields.map((field) => [
    field.name,
    { name: field.name, type: field.type, Comment: field.comment, Null: field.nullable ? 'YES' : 'NO', Default: field.default },
  ]);
  return { data: Object.fromEntries(described) };
}

export interface EnsureMessages {
  readonly created?: string | undefined;
  readonly changed?: string | undefined;
}

/** Creates the answer of an ensure request. @param location path of the records below the application */
export const ensuredAnswer =
  (location: string, { created, changed }: EnsureMessages) =>
  ({ id, outcome }: Ensured): PlainAnswer => {
    const message = { created, changed, unchanged: undefined }[outcome];
    const body = { ...(message === undefined ? {} : { message }), id, data: outcome };
    return outcome === 'created' ? { status: 201, ...body, location: `${location}/${id}/` } : body;
  };

/** Returns the tag names by tag id. The usage of a subnet has members with these names. */
export async function tagNames({ catalog }: Application): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for await (const { id, values } of catalog.list('tag')) names.set(id, String(values.type));
  return names;
}

/** Creates the answer of a write without data. */
export const confirmed = (message?: string) => (): PlainAnswer => (message === undefined ? {} : { message });

/** Creates the answer for a new record. @param location path of the records below the application */
export const createdAnswer =
  (location: string, message: string) =>
  (id: number): PlainAnswer => ({ status: 201, message, id, location: `${location}/${id}/` });
