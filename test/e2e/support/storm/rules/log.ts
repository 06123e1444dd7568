/** Rules of the change log: it contains each executed request and nothing else. */

import { groupedBy } from '../grouped-by.js';
import type { Chronicle } from '../history/chronicle.js';
import {
  changesNote,
  type FinalChange,
  isAcknowledged,
  mayHaveHappened,
  type StormEvent,
  type StormRequest,
} from '../history/history.js';
import { name } from './writes.js';

/** Missing, surplus and inconsistent entries. */
export function logFaults({ history: { events, final } }: Chronicle): string[] {
  const entries = groupedBy(final.changes, keyOf);
  return [
    ...events.flatMap((event) => entryFaults(event, entries)),
    ...[...entries].flatMap(([key, own]) =>
      own.length > 1 && isOnce(own[0]) ? [`the history has '${key}' ${own.length} times`] : [],
    ),
    ...withoutOrigin(events, final.changes),
    ...[...final.addresses, ...final.subnets].flatMap(({ mark }) =>
      markOfPart.test(mark) || entries.has(addKey(mark)) ? [] : [`the history does not tell of ${mark}, which is there`],
    ),
    ...brokenChains(final.changes, new Map(final.addresses.map(({ id, note }) => [id, note]))),
  ];
}

const markOfPart = /\.\d+$/;
const addKey = (mark: string): string => `add ${mark}`;

/** Key of an entry: the mark of its request, or else its object. */
function keyOf({ object, objectId, action, differences }: FinalChange): string {
  if (action === 'add') return addKey(changeOf('description', differences)?.to ?? '');
  const note = changeOf('note', differences);
  return action === 'edit' && note ? `edit ${note.to}` : `${action} ${object} ${objectId}`;
}

const isOnce = (entry: FinalChange | undefined): boolean => ['add', 'edit', 'delete'].includes(entry?.action ?? '');

function changeOf(field: string, differences: readonly string[]): { readonly from: string; readonly to: string } | undefined {
  const prefix = `[${field}]: `;
  const [from, to] =
    differences
      .find((text) => text.startsWith(prefix))
      ?.slice(prefix.length)
      .split(' => ') ?? [];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The key of the entry that a request writes; undefined for requests that are not checked. */
function keyFor({ mark, request }: StormEvent): string | undefined {
  switch (request.kind) {
    case 'take address':
    case 'create address':
    case 'take subnet':
    case 'create subnet':
      return addKey(mark);
    case 'change address':
    case 'confirm address':
    case 'prolong address':
      return `edit ${mark}`;
    case 'delete address':
      return `delete address ${request.address.id}`;
    case 'delete subnet':
    case 'truncate':
    case 'split':
      return `${request.kind.split(' ')[0]} subnet ${request.subnet.id}`;
    default:
      return undefined;
  }
}

function entryFaults(event: StormEvent, entries: ReadonlyMap<string, readonly FinalChange[]>): string[] {
  const key = keyFor(event);
  if (key === undefined) return [];
  const found = entries.get(key) ?? [];
  if (isAcknowledged(event)) {
    if (found.length === 0) return [`the history does not tell of ${name(event)}`];
    const { id } = event.answer;
    const isOther = makes(event.request) && id !== undefined && found.every(({ objectId }) => objectId !== id);
    return isOther ? [`the history tells that ${name(event)} made ${found[0]?.objectId}, not ${id}`] : [];
  }
  const isOwn = makes(event.request) || changesNote(event.request);
  return isOwn && found.length > 0 && !mayHaveHappened(event) ? [`the history tells of ${name(event)}, which was refused`] : [];
}

const makes = ({ kind }: StormRequest): boolean => kind.startsWith('take ') || kind.startsWith('create ');

/** The log must not contain more truncations, splits and deletions of a subnet than requests. */
function withoutOrigin(events: readonly StormEvent[], changes: readonly FinalChange[]): string[] {
  const possible = groupedBy(events.filter(mayHaveHappened), (event) => keyFor(event) ?? '');
  const logged = groupedBy(
    changes.filter(
      ({ object, action, isExpiry }) => object === 'subnet' && !isExpiry && ['truncate', 'split', 'delete'].includes(action),
    ),
    keyOf,
  );
  return [...logged].flatMap(([key, own]) => {
    const max = possible.get(key)?.length ?? 0;
    return own.length > max ? [`the history has '${key}' ${own.length} times, which was asked for ${max} times`] : [];
  });
}

/** Each change of a note must start from the note of the previous change. The last one must lead to the final note. */
function brokenChains(changes: readonly FinalChange[], notes: ReadonlyMap<number, string>): string[] {
  const current = new Map<number, string>();
  const faults: string[] = [];
  for (const { object, objectId, action, differences } of changes) {
    const note = object === 'address' && action === 'edit' ? changeOf('note', differences) : undefined;
    if (!note) continue;
    const before = current.get(objectId) ?? '';
    if (note.from !== before) faults.push(`the history of address ${objectId} goes from '${before}' on from '${note.from}'`);
    current.set(objectId, note.to);
  }
  for (const [id, note] of notes)
    if ((current.get(id) ?? '') !== note)
      faults.push(`the history of address ${id} ends with '${current.get(id) ?? ''}', not '${note}'`);
  return faults;
}
