/** Clients of a storm. Each sends sequential requests and logs every request with its answer. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, ApiClient, WireRecord } from '../../../../support/api-client.js';
import { Randomness } from '../../randomness.js';
import { isAcknowledged, partPrefix, type ReadAddress, type StormEvent, type StormRequest } from '../history/history.js';
import { type Member, type Members, RovingClient } from '../roving-client.js';
import type { StormWorld } from '../storm-world.js';
import { wireForm } from '../wire-form.js';

/** Delay after an unanswered request or a 503, in milliseconds. */
const afterFailure = 100;

/** Options of a client. `done` collects the kinds of acknowledged requests. */
export interface ClientRun {
  readonly index: number;
  readonly seed: number;
  readonly end: AbortSignal;
  readonly done: Set<StormRequest['kind']>;
  /** Time between two requests, in milliseconds; default: 0. */
  readonly pauseMs?: number;
}

/** Sends the requests of one client until `end` is aborted. @returns its log */
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

/** Maximum number of subnets in which `takeFreed` allocates an address. */
const askedAgain = 10;

/** Allocates addresses after the holds have expired. In the storm itself, this happens only by chance. @returns the log */
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

/** Sends a request. The log contains it before it is sent. */
export async function send(client: RovingClient, member: Member, log: StormEvent[], wanted: Wanted): Promise<StormEvent> {
  const event: StormEvent = { ...wanted, process: member.name, sentAt: performance.now() };
  log.push(event);
  Object.assign(event, await tried(client.at(member), wanted));
  return event;
}

/** Timeout of `insist`, in milliseconds. */
const maxWait = 60_000;

/**
 * Retries a request with an idempotency key, on random processes, until its outcome is known.
 * When the last try is refused, it logs an earlier broken try, which may have succeeded.
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

/** Message for a request that is still in progress. */
const underWay = 'A request with this Idempotency-Key is under way';

/** The result of one try. @param key idempotency key */
async function tried(client: ApiClient, { mark, request }: Wanted, key?: string): Promise<Pick<StormEvent, 'answer' | 'lostAt'>> {
  const { method, target, body } = wireForm(request, mark);
  const headers = { ...(body ? { 'Content-Type': 'application/json' } : {}), ...(key ? { 'Idempotency-Key': key } : {}) };
  const sent = client.send({ method, target, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const answer = await sent.then(asOwn).catch(() => undefined);
  const at = performance.now();
  return answer ? { answer: { at, ...factsOf(answer, request) } } : { lostAt: at };
}

/** Undefined for an error page of a proxy: the outcome is unknown, as after a broken connection. */
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

/** Reads the networks that a split created. The answer to the split does not list them. */
async function meetParts(client: ApiClient, world: StormWorld, { mark, request }: StormEvent): Promise<void> {
  if (request.kind !== 'split') return;
  const found = await client.list(`/subnets/overlapping/${request.subnet.cidr}/`).catch(() => []);
  const { sectionId } = request.subnet;
  for (const { id, subnet, mask, description } of found)
    if (String(description).startsWith(partPrefix(mark))) world.meet({ id: Number(id), sectionId, cidr: `${subnet}/${mask}` });
}
