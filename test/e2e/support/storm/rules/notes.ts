/** Rules of changes and reads of addresses. */

import { groupedBy } from '../grouped-by.js';
import type { Chronicle, MadeAddress } from '../history/chronicle.js';
import { changesNote, endOf, isAcknowledged, mayHaveHappened, type StormAnswer, type StormEvent } from '../history/history.js';
import { name } from './writes.js';

/** Lost changes, effects of refused changes, and wrong reads. */
export function noteFaults(chronicle: Chronicle): string[] {
  const { events, final } = chronicle.history;
  const notes = new Notes(events);
  const made = new Map(chronicle.addresses.map((address) => [address.id, address]));
  return [
    ...final.addresses.flatMap(({ id, note }) => {
      const possible = notes.possible(id, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
      return possible.includes(note) ? [] : [`address ${id} has the note '${note}', not ${inWords(possible)}`];
    }),
    ...events.flatMap((event) => readFaults(event, made, notes, chronicle)),
  ];
}

const inWords = (notes: readonly string[]): string => notes.map((note) => `'${note}'`).join(' or ');

/** The possible notes of addresses. */
class Notes {
  readonly #changes: ReadonlyMap<string, readonly StormEvent[]>;

  constructor(events: readonly StormEvent[]) {
    const changes = events.filter((event) => changesNote(event.request) && mayHaveHappened(event));
    this.#changes = groupedBy(changes, ({ request }) => String('address' in request ? request.address.id : 0));
  }

  /** The notes that an address may have had within a period. */
  possible(id: number, from: number, until: number): string[] {
    const begun = (this.#changes.get(String(id)) ?? []).filter(({ sentAt }) => sentAt < until);
    const certain = begun.filter((event) => isAcknowledged(event) && event.answer.at <= from);
    const latestStart = Math.max(Number.NEGATIVE_INFINITY, ...certain.map(({ sentAt }) => sentAt));
    const notes = begun.filter((event) => endOf(event) >= latestStart).map(({ mark }) => mark);
    return certain.length === 0 ? ['', ...notes] : notes;
  }
}

function readFaults(
  event: StormEvent,
  addresses: ReadonlyMap<number, MadeAddress>,
  notes: Notes,
  chronicle: Chronicle,
): string[] {
  const { request, answer, sentAt } = event;
  if (request.kind !== 'read address' || !answer || answer.status >= 500) return [];
  const made = addresses.get(request.address.id);
  if (!made) return [`${name(event)}: address ${request.address.id} was made by nobody`];
  if (answer.status === 404) {
    if (chronicle.mayLoseAddress(made, { from: made.sentAt, until: answer.at })) return [];
    return [`${made.ip} of ${name(made.event)} was not found by ${name(event)}`];
  }
  if (answer.status !== 200) return [`${name(event)}: ${answer.status} ${answer.message}`];
  return [
    ...recordFaults(made, event, answer, chronicle),
    ...(chronicle.endOf(made) < sentAt
      ? [`${made.ip} of ${name(made.event)} was found by ${name(event)} after it was deleted`]
      : []),
    ...noteRead(notes.possible(made.id, sentAt, answer.at), event, answer),
  ];
}

function noteRead(possible: readonly string[], event: StormEvent, { record }: StormAnswer): string[] {
  const note = record?.note ?? '';
  return possible.includes(note) ? [] : [`${name(event)} has found the note '${note}', not ${inWords(possible)}`];
}

function recordFaults(made: MadeAddress, event: StormEvent, { record }: StormAnswer, chronicle: Chronicle): string[] {
  const isPlaced = record?.subnetId === made.subnetId || chronicle.mayBeSplit(made.subnetId);
  if (record && record.ip === made.ip && record.mark === made.event.mark && isPlaced) return [];
  return [`${name(event)} has found ${JSON.stringify(record)} where ${name(made.event)} made ${made.ip} in ${made.subnetId}`];
}
