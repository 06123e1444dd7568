import { isAcknowledged, type StormEvent, type StormRequest } from '../../storm/history/history.js';

/** The result of one drill. */
export interface Verdict {
  /** Writes that were acknowledged. */
  readonly acknowledged: number;
  /** Requests that were refused with 503, as nothing was done. */
  readonly refused: number;
  /** Requests whose outcome stayed unknown to their client: answered so, or not answered. */
  readonly unknown: number;
  /** Acknowledged writes that are gone. */
  readonly lost: number;
  /** Addresses and networks that were given twice, and requests that were done twice. */
  readonly doubled: number;
  /** Answers of 500 and above, but for 503. */
  readonly errors: number;
  /** Findings of the checker beside these. */
  readonly other: number;
  /** Longest time without an acknowledged write from the beginning of the failure to the end of the load, in seconds. */
  readonly silence: number;
}

/** Sentences of the checker. */
const doubling = /was given to|done twice|by each of|' \d+ times|something twice/;
const losing =
  / is lost$|was not found by|does not tell of|(has|found) the note|resize to|is there again|leads? to |^the history of address|has become/;

/** The marks of requests in a sentence. */
const marks = /\bc\d+-\d+\b/;

const isRead = ({ kind }: StormRequest): boolean => kind === 'read address' || kind === 'read usage';

/** A time under load, on the clock of the clients. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/**
 * @param faults sentences of the checker
 * @param period from the beginning of the failure to the end of the load
 */
export function verdictOf(events: readonly StormEvent[], faults: readonly string[], period: Period): Verdict {
  const writes = events.filter((event) => isAcknowledged(event) && !isRead(event.request));
  const found = faults.filter((fault) => !/\): 5\d\d /.test(fault)); // counted among the answers
  const doubled = found.filter((fault) => doubling.test(fault));
  const lost = found.filter((fault) => !doubling.test(fault) && losing.test(fault));
  return {
    acknowledged: writes.length,
    refused: events.filter(({ answer }) => answer?.status === 503 && !answer.isUnknown).length,
    unknown: events.filter(({ answer }) => !answer || answer.isUnknown).length,
    lost: subjects(lost),
    doubled: subjects(doubled),
    errors: events.filter(({ answer }) => answer && answer.status >= 500 && answer.status !== 503).length,
    other: found.length - lost.length - doubled.length + lateRefusals(faults),
    silence: silenceOf(writes, period),
  };
}

/** Several sentences may be about one request. */
const subjects = (faults: readonly string[]): number => new Set(faults.map((fault) => marks.exec(fault)?.[0] ?? fault)).size;

/** Refusals where nothing failed. */
const lateRefusals = (faults: readonly string[]): number => faults.filter((fault) => /\): 503 /.test(fault)).length;

/** The longest time without an acknowledged write in a period, in seconds. */
function silenceOf(writes: readonly StormEvent[], { from, until }: Period): number {
  const times = writes.flatMap(({ answer }) => (answer && answer.at > from && answer.at < until ? [answer.at] : []));
  const ordered = [from, ...times.sort((one, other) => one - other), until];
  return Math.max(...ordered.slice(1).map((at, index) => at - (ordered[index] ?? at))) / 1000;
}

/** Whether a drill shows a fault. */
export const isFaulty = ({ lost, doubled, errors, other }: Verdict): boolean => lost + doubled + errors + other > 0;
