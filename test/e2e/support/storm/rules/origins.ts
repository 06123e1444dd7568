/** Rules of origins: each record has a request, splits are complete, and requests fail only during faults. */
import { spanOf } from '../../naive-register.js';
import { aligned, type Chronicle } from '../history/chronicle.js';
import {
  type FinalSubnet,
  type History,
  isAcknowledged,
  mayHaveHappened,
  partMark,
  type StormEvent,
  type StormRequest,
} from '../history/history.js';

/** Unexpected answers, records without a request, and incomplete splits. */
export function originFaults(chronicle: Chronicle): string[] {
  const { events, final } = chronicle.history;
  const origins = new Map<string, StormEvent>();
  for (const event of events) {
    origins.set(event.mark, event);
    if (event.request.kind === 'split')
      for (let part = 1; part <= event.request.parts; part++) origins.set(partMark(event.mark, part), event);
  }
  const addressKinds: Kinds = ['take address', 'create address'];
  const subnetKinds: Kinds = ['take subnet', 'create subnet', 'split'];
  return [
    ...final.addresses.flatMap(({ id, ip, mark }) => unexplained(`address ${id} (${ip})`, id, mark, origins, addressKinds)),
    ...final.subnets.flatMap(({ id, cidr, mark }) => unexplained(`subnet ${id} (${cidr})`, id, mark, origins, subnetKinds)),
    ...repeatedMarks([...final.addresses, ...final.subnets].map(({ mark }) => mark)),
    ...halfSplits(chronicle),
    ...events.flatMap((event) => badAnswer(event, chronicle.history)),
  ];
}

type Kinds = readonly StormRequest['kind'][];

/**
 * Time after a fault in which a new request may still get a 503, in milliseconds.
 * A request that was sent earlier may get it later: the service waits until the database timeout.
 */
const recovery = 5000;

function badAnswer({ mark, process, request, sentAt, answer }: StormEvent, { killed, faults }: History): string[] {
  if (!answer)
    return killed.has(process) ? [] : [`${mark} (${request.kind}): the connection to ${process} broke, which was not killed`];
  if (answer.status < 500) return [];
  // A killed process must not affect the others.
  const isExcused = faults.some(({ kind, from, until }) => kind !== 'kill' && answer.at >= from && sentAt <= until + recovery);
  return answer.status === 503 && isExcused ? [] : [`${mark} (${request.kind}): ${answer.status} ${answer.message}`];
}

function unexplained(what: string, id: number, mark: string, origins: ReadonlyMap<string, StormEvent>, kinds: Kinds): string[] {
  const origin = origins.get(mark);
  if (!origin || !kinds.includes(origin.request.kind)) return [`${what} was made by nobody: ${mark}`];
  if (!mayHaveHappened(origin)) return [`${what} is there although ${mark} was refused: ${origin.answer?.status}`];
  if (origin.request.kind === 'split' || !isAcknowledged(origin) || origin.answer.id === id) return [];
  return [`${what} is there although ${mark} made ${origin.answer.id}`];
}

function repeatedMarks(marks: readonly string[]): string[] {
  const seen = new Set<string>();
  return marks.flatMap((mark) => {
    if (seen.has(mark)) return [`${mark} was done twice`];
    seen.add(mark);
    return [];
  });
}

/** An acknowledged split has all of its subnets, an unknown one all or none, except those that may be deleted. */
function halfSplits(chronicle: Chronicle): string[] {
  const parts = new Map(chronicle.history.final.subnets.map((subnet) => [subnet.mark, subnet]));
  return chronicle.history.events.filter(mayHaveHappened).flatMap((event) => {
    const { request, mark } = event;
    if (request.kind !== 'split') return [];
    const found = Array.from({ length: request.parts }, (_, index) => parts.get(partMark(mark, index + 1)));
    if (!isAcknowledged(event) && found.every((part) => part === undefined)) return [];
    const whole = wholeOf(chronicle, event, found);
    return found.flatMap((part, index) => {
      if (part || chronicle.mayLoseSubnet({ sectionId: request.subnet.sectionId }, whole, { from: event.sentAt })) return [];
      return [`part ${index + 1} of ${request.parts} of ${mark} (${request.subnet.cidr}) is lost`];
    });
  });
}

/** The largest range of the split network. It contains all subnets of the split. */
function wholeOf(chronicle: Chronicle, { request }: StormEvent, found: readonly (FinalSubnet | undefined)[]) {
  const id = 'subnet' in request ? request.subnet.id : 0;
  const cidr = 'subnet' in request ? request.subnet.cidr : (found.find((part) => part)?.cidr ?? '');
  return chronicle.hullOf(id) ?? spanOf(aligned(cidr, Number(cidr.split('/')[1])));
}
