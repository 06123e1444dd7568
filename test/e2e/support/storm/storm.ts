import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, ApiClient, WireRecord } from '../../../support/api-client.js';
import { Randomness } from '../randomness.js';
import { StormDatabase } from './fleet/storm-database.js';
import { doFaults } from './fleet/storm-faults.js';
import { type Member, RovingClient, StormFleet } from './fleet/storm-fleet.js';
import { FeedReader, feedFaults } from './history/feed-readers.js';
import { readFinalState, untilFreed } from './history/final-state.js';
import {
  type FaultKind,
  type History,
  isAcknowledged,
  type KnownSubnet,
  partPrefix,
  type ReadAddress,
  type StormEvent,
  type StormRequest,
} from './history/history.js';
import { faultsIn } from './history/history-checker.js';
import { Outside } from './outside.js';
import { checkFaults } from './own-check.js';
import { type Ground, StormWorld } from './storm-world.js';
import { wireForm } from './wire-form.js';

/** How hard it blows. */
export interface StormOptions {
  readonly seconds: number;
  /** It goes on without faults until so many kinds of requests were done, half a minute at most. */
  readonly kinds?: number;
  readonly clients: number;
  readonly processes: number;
  /** What is done to processes, database and network, in turn. */
  readonly faults: readonly FaultKind[];
  /** Seconds from the beginning of one fault to that of the next. */
  readonly every: number;
  readonly seed: number;
  /** How many seconds the database may take for a statement: HEXIPAM_DATABASE_TIMEOUT of the processes. */
  readonly databaseTimeout: number;
}

/** What a storm has shown. */
export interface StormOutcome {
  readonly history: History;
  /** What cannot be; nothing when all is well. */
  readonly faults: readonly string[];
}

/** Lets clients write while processes, database and network fail one after the other, and judges what has become of it. */
export async function runStorm(options: StormOptions): Promise<StormOutcome> {
  const database = await StormDatabase.start();
  try {
    return await rage(database, options);
  } finally {
    await database.stop();
  }
}

async function rage(database: StormDatabase, options: StormOptions): Promise<StormOutcome> {
  const outside = await Outside.begin(database.directUrl, options.seed);
  try {
    return await rageBeside(outside, database, options);
  } finally {
    await outside.close();
  }
}

async function rageBeside(outside: Outside, database: StormDatabase, options: StormOptions): Promise<StormOutcome> {
  const fleet = await StormFleet.start({ url: database.url, timeout: options.databaseTimeout }, options.processes);
  try {
    const events: StormEvent[] = [];
    const origin = await fleet.signIn();
    const world = await prepareWorld(fleet, origin, events);
    const until = performance.now() + options.seconds * 1000;
    const end = new AbortController();
    const done = new Set<StormRequest['kind']>();
    const clients = Array.from({ length: options.clients }, (_, index) =>
      weather(fleet, world, origin, { index, seed: options.seed, end: end.signal, done }),
    );
    const readers = Array.from({ length: readersOfFeed }, (_, index) => new FeedReader(fleet, origin, options.seed + index));
    const ground = { fleet, database, random: new Randomness(options.seed) };
    const causing = doFaults(options.faults, { every: options.every, until }, ground);
    const ending = causing.then(() => untilDone(done, options.kinds ?? 0)).finally(() => end.abort());
    const { directUrl } = database;
    const isTold = new AbortController();
    const reading = Promise.all(readers.map((reader) => reader.read(isTold.signal)));
    const [logs, faults] = await Promise.all([Promise.all(clients), causing, ending]);
    events.push(...logs.flat());
    const kept = await untilFreed(directUrl);
    events.push(...(await takeFreed(fleet, origin, options.seed, events)));
    const untold = await outside.untilTold(directUrl);
    isTold.abort();
    await reading;
    origin.close();
    await fleet.stop();
    const final = await readFinalState(directUrl);
    const history = { events, killed: fleet.killed, faults, final, readAt: performance.now() };
    const fed = await feedFaults(readers, directUrl, history.final);
    const told = [...kept, ...fed, ...untold, ...(await outside.faults(directUrl))];
    return { history, faults: [...faultsIn(history), ...told, ...fleet.complaints, ...(await checkFaults(directUrl))] };
  } finally {
    await fleet.abandon();
  }
}

/** So many follow the feed of changes meanwhile. */
const readersOfFeed = 3;

/** So long, in milliseconds, kinds of requests that were not done among faults are waited for. */
const maxCalm = 30_000;

/** A slow machine does little among faults. */
async function untilDone(done: ReadonlySet<string>, kinds: number): Promise<void> {
  const end = performance.now() + maxCalm;
  while (done.size < kinds && performance.now() < end) await sleep(100);
}

/** So long, in milliseconds, a client waits when it was not served. */
const afterFailure = 100;

/** Which client it is, until when it goes on, and to whom it tells what was done. */
interface Weather {
  readonly index: number;
  readonly seed: number;
  readonly end: AbortSignal;
  readonly done: Set<StormRequest['kind']>;
}

/** One client's storm. @returns its log */
async function weather(
  fleet: StormFleet,
  world: StormWorld,
  origin: ApiClient,
  { index, seed, end, done }: Weather,
): Promise<StormEvent[]> {
  const random = new Randomness(seed * 1000 + index);
  const client = new RovingClient(origin);
  const log: StormEvent[] = [];
  const insists = index % 2 === 0;
  for (let turn = 0; !end.aborted; turn++) {
    const member = random.oneOf(fleet.members);
    const wanted = { mark: `c${index}-${turn}`, request: world.choose(random) };
    const event = await (insists ? insist(fleet, client, random, log, wanted) : send(client, member, log, wanted));
    world.learn(event);
    if (isAcknowledged(event)) done.add(event.request.kind);
    if (!event.answer || event.answer.status === 503) await sleep(afterFailure);
    if (event.request.kind === 'split' && isAcknowledged(event)) await meetParts(client.at(member), world, event);
  }
  client.close();
  return log;
}

/** Where addresses were held, so many subnets are asked for one more when the holds are over. */
const askedAgain = 10;

/** Takes addresses that are free again: in the storm itself it is chance whether somebody gets one. @returns the log of it */
async function takeFreed(
  fleet: StormFleet,
  origin: ApiClient,
  seed: number,
  events: readonly StormEvent[],
): Promise<StormEvent[]> {
  const held = events.flatMap(({ request, answer }) =>
    request.kind === 'take address' && request.hold && answer?.status === 201 ? [request.subnet] : [],
  );
  const subnets = new Map(held.map((subnet) => [subnet.id, subnet]));
  const client = new RovingClient(origin);
  const log: StormEvent[] = [];
  for (const subnet of [...subnets.values()].slice(0, askedAgain))
    await insist(fleet, client, new Randomness(seed), log, {
      mark: `again-${subnet.id}`,
      request: { kind: 'take address', subnet },
    });
  client.close();
  return log;
}

type Wanted = Pick<StormEvent, 'mark' | 'request'>;

/** Sends a request that is written down before, and after. */
async function send(client: RovingClient, member: Member, log: StormEvent[], wanted: Wanted): Promise<StormEvent> {
  const event: StormEvent = { ...wanted, process: member.name, sentAt: performance.now() };
  log.push(event);
  Object.assign(event, await tried(client.at(member), wanted));
  return event;
}

/** So long, in milliseconds, somebody insists on an answer. */
const maxWait = 60_000;

/**
 * Sends a request under a key, to one process or another, until it is told what came of it. Where it is refused in the end, one
 * of the tries that broke may still be done, as far as anybody knows.
 */
async function insist(
  fleet: StormFleet,
  client: RovingClient,
  random: Randomness,
  log: StormEvent[],
  wanted: Wanted,
): Promise<StormEvent> {
  const event: StormEvent = { ...wanted, process: '', sentAt: performance.now() };
  log.push(event);
  let broken: Partial<StormEvent> | undefined;
  for (const end = event.sentAt + maxWait; ; await sleep(afterFailure)) {
    const { name, service } = random.oneOf(fleet.members);
    event.process = name;
    const result = await tried(client.at({ name, service }), wanted, wanted.mark);
    const { answer } = result;
    if (!answer || answer.isUnknown) broken = { process: name, ...result };
    const isOver = answer !== undefined && answer.status !== 503 && answer.message !== underWay;
    if (isOver || performance.now() > end) return Object.assign(event, broken && !isDone(answer) ? broken : result);
  }
}

const isDone = (answer: StormEvent['answer']): boolean => answer !== undefined && answer.status < 300;

/** What is told of a request that the same process is still at. */
const underWay = 'A request with this Idempotency-Key is under way';

/** What came of one try. @param key under which it may be sent again */
async function tried(client: ApiClient, { mark, request }: Wanted, key?: string): Promise<Pick<StormEvent, 'answer' | 'lostAt'>> {
  const { method, target, body } = wireForm(request, mark);
  const headers = { ...(body ? { 'Content-Type': 'application/json' } : {}), ...(key ? { 'Idempotency-Key': key } : {}) };
  const sent = client.send({ method, target, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const answer = await sent.catch(() => undefined);
  const at = performance.now();
  return answer ? { answer: { at, ...factsOf(answer, request) } } : { lostAt: at };
}

function factsOf({ status, headers, text }: Answer, { kind }: StormRequest) {
  const { id, data, message } = JSON.parse(text) as { id?: number; data?: unknown; message?: string };
  return {
    status,
    ...(id === undefined ? {} : { id: Number(id) }),
    ...(typeof data === 'string' ? { data } : {}),
    ...(message === undefined ? {} : { message }),
    ...(status === 503 && message?.includes('its outcome is unknown') ? { isUnknown: true } : {}),
    ...(headers['idempotent-replayed'] ? { isReplayed: true } : {}),
    ...(status === 200 && kind === 'read address' ? { record: recordOf(data as WireRecord) } : {}),
  };
}

const recordOf = ({ subnetId, ip, description, note, heldUntil }: WireRecord): ReadAddress => ({
  subnetId: Number(subnetId),
  ip: String(ip),
  mark: String(description ?? ''),
  note: String(note ?? ''),
  isHeld: heldUntil !== undefined,
});

/** Looks for the parts of a split, which its answer does not name. */
async function meetParts(client: ApiClient, world: StormWorld, { mark, request }: StormEvent): Promise<void> {
  if (request.kind !== 'split') return;
  const found = await client.list(`/subnets/overlapping/${request.subnet.cidr}/`).catch(() => []);
  const { sectionId } = request.subnet;
  for (const { id, subnet, mask, description } of found)
    if (String(description).startsWith(partPrefix(mark))) world.meet({ id: Number(id), sectionId, cidr: `${subnet}/${mask}` });
}

/** Makes a strict section and another, each with networks to rage in. */
async function prepareWorld(fleet: StormFleet, origin: ApiClient, log: StormEvent[]): Promise<StormWorld> {
  const [member] = fleet.members;
  if (!member) throw new Error('no process runs');
  const client = new RovingClient(origin);
  const root = async (sectionId: number, cidr: string): Promise<KnownSubnet> => {
    const request: StormRequest = { kind: 'create subnet', sectionId, master: undefined, cidr };
    const { answer } = await send(client, member, log, { mark: `root-${sectionId}-${log.length}`, request });
    if (answer?.status !== 201) throw new Error(`${cidr} was not created: ${answer?.message}`);
    return { id: answer.id ?? 0, sectionId, cidr };
  };
  const roots = async (sectionId: number, ...cidrs: readonly string[]): Promise<KnownSubnet[]> => {
    const made: KnownSubnet[] = [];
    for (const cidr of cidrs) made.push(await root(sectionId, cidr));
    return made;
  };
  const grounds: Ground[] = [];
  for (const strictMode of [1, 0]) {
    const { id } = await origin.post('/sections/', { name: `storm ${strictMode}`, strictMode });
    grounds.push({
      sectionId: id,
      calmPools: await roots(id, '10.1.0.0/16', '2001:db8:1::/64'),
      calmMasters: await roots(id, '10.2.0.0/15', '2001:db8:4000::/34'),
      wildMasters: await roots(id, '10.16.0.0/12', '2001:db8:8000::/34'),
    });
  }
  client.close();
  return new StormWorld(grounds);
}
