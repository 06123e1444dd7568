import { isAcknowledged, type StormEvent, type StormRequest } from '../../storm/history/history.js';

/** The result of one drill. */
export interface Verdict {
  /** Writes that were acknowledged. */
  readonly acknowledged: number;
  /** Requests that were refused with 503 and had no effect. */
  readonly refused: number;
  /** Requests with an unknown outcome: answered as such, or unanswered. */
  readonly unknown: number;
  /** Acknowledged writes that are lost. */
  readonly lost: number;
  /** Addresses and networks that were allocated twice, and requests that were executed twice. */
  readonly doubled: number;
  /** Answers with status 500 and above, except 503. */
  readonly errors: number;
  /** Other findings of the checker. */
  readonly other: number;
  /** Longest time without an acknowledged write from the beginning of the failure to the end of the load, in seconds. */
  readonly silence: number;
}

/** Patterns of the findings of the checker. */
const doubling = /was given to|done twice|by each of|' \d+ times|something twice/;
const losing =
  / is lost$|was not found by|does not tell of|(has|found) the note|resize to|is there again|leads? to |^the history of address|has become/;

/** The mark of a request in a finding. */
const marks = /\bc\d+-\d+\b/;

const isRead = ({ kind }: StormRequest): boolean => kind === 'read address' || kind === 'read usage';

/** A period under load, in milliseconds of `performance.now()`. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/**
 * @param faults findings of the checker
 * @param period from the beginning of the failure to the end of the load
 */
export function verdictOf(events: readonly StormEvent[], faults: readonly string[], period: Period): Verdict {
  const writes = events.filter((event) => isAcknowledged(event) && !isRead(event.request));
  const found = faults.filter((fault) => !/\): 5\d\d /.test(fault)); // counted by status below
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

/** Number of distinct requests in the findings. */
const subjects = (faults: readonly string[]): number => new Set(faults.map((fault) => marks.exec(fault)?.[0] ?? fault)).size;

/** Number of refusals outside a failure. */
const lateRefusals = (faults: readonly string[]): number => faults.filter((fault) => /\): 503 /.test(fault)).length;

/** The longest time without an acknowledged write in a period, in seconds. */
function silenceOf(writes: readonly StormEvent[], { from, until }: Period): number {
  const times = writes.flatMap(({ answer }) => (answer && answer.at > from && answer.at < until ? [answer.at] : []));
  const ordered = [from, ...times.sort((one, other) => one - other), until];
  return Math.max(...ordered.slice(1).map((at, index) => at - (ordered[index] ?? at))) / 1000;
}

/** Whether a drill shows a fault. */
export const isFaulty = ({ lost, doubled, errors, other }: Verdict): boolean => lost + doubled + errors + other > 0;
