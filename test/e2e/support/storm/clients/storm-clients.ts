/** Clients of a storm: each sends one request after another and records what it asked and what it was answered. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, ApiClient, WireRecord } from '../../../../support/api-client.js';
import { Randomness } from '../../randomness.js';
import { isAcknowledged, partPrefix, type ReadAddress, type StormEvent, type StormRequest } from '../history/history.js';
import { type Member, type Members, RovingClient } from '../roving-client.js';
import type { StormWorld } from '../storm-world.js';
import { wireForm } from '../wire-form.js';

/** So long, in milliseconds, a client waits when it was not served. */
const afterFailure = 100;

/** Which client it is, until when it goes on, and to whom it tells what was done. */
export interface ClientRun {
  readonly index: number;
  readonly seed: number;
  readonly end: AbortSignal;
  readonly done: Set<StormRequest['kind']>;
  /** Time between two requests, in milliseconds; none when not given. */
  readonly pauseMs?: number;
}

/** One client's requests until its end. @returns its log */
export async function runClient(
  fleet: Members,
  world: StormWorld,
  origin: ApiClient,
  { index, seed, end, done, pauseMs = 0 }: ClientRun,
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
    if (pauseMs > 0) await sleep(pauseMs);
  }
  client.close();
  return log;
}

/** Where addresses were held, so many subnets are asked for one more when the holds are over. */
const askedAgain = 10;

/** Takes addresses that are free again: in the storm itself it is chance whether somebody gets one. @returns the log of it */
export async function takeFreed(
  fleet: Members,
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
export async function send(client: RovingClient, member: Member, log: StormEvent[], wanted: Wanted): Promise<StormEvent> {
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
  fleet: Members,
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
  const answer = await sent.then(asOwn).catch(() => undefined);
  const at = performance.now();
  return answer ? { answer: { at, ...factsOf(answer, request) } } : { lostAt: at };
}

/** The page that a proxy sends by itself leaves the outcome open, like a broken connection. */
const asOwn = (answer: Answer): Answer | undefined => (answer.headers['content-type']?.includes('json') ? answer : undefined);

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
