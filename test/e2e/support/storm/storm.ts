import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, ApiClient } from '../../../support/api-client.js';
import { Randomness } from '../randomness.js';
import { readFinalState } from './final-state.js';
import { type History, isAcknowledged, type KnownSubnet, partPrefix, type StormEvent, type StormRequest } from './history.js';
import { faultsIn } from './history-checker.js';
import { checkFaults } from './own-check.js';
import { type Member, RovingClient, StormFleet } from './storm-fleet.js';
import { type Ground, StormWorld } from './storm-world.js';
import { wireForm } from './wire-form.js';

/** How hard it blows. */
export interface StormOptions {
  readonly databaseUrl: string;
  readonly seconds: number;
  readonly clients: number;
  readonly processes: number;
  /** Seconds between two kills. */
  readonly killEvery: number;
  readonly seed: number;
}

/** What a storm has shown. */
export interface StormOutcome {
  readonly history: History;
  /** What cannot be; nothing when all is well. */
  readonly faults: readonly string[];
}

/** Lets clients write to processes that are killed one after the other, and judges what has become of it. */
export async function runStorm(options: StormOptions): Promise<StormOutcome> {
  const fleet = await StormFleet.start(options.databaseUrl, options.processes);
  try {
    const events: StormEvent[] = [];
    const origin = await fleet.signIn();
    const world = await prepareWorld(fleet, origin, events);
    const until = performance.now() + options.seconds * 1000;
    const clients = Array.from({ length: options.clients }, (_, index) =>
      weather(fleet, world, origin, { index, until, ...options }),
    );
    const [logs] = await Promise.all([Promise.all(clients), killAgainAndAgain(fleet, until, options)]);
    events.push(...logs.flat());
    origin.close();
    await fleet.stop();
    const final = await readFinalState(options.databaseUrl);
    const history = { events, killed: fleet.killed, final };
    return { history, faults: [...faultsIn(history), ...fleet.complaints, ...(await checkFaults(options.databaseUrl))] };
  } finally {
    await fleet.abandon();
  }
}

async function killAgainAndAgain(fleet: StormFleet, until: number, { killEvery, seed }: StormOptions): Promise<void> {
  const random = new Randomness(seed);
  const interval = killEvery * 1000;
  for (let next = performance.now() + interval; next < until; next += interval) {
    await sleep(Math.max(0, next - performance.now()));
    await fleet.killOne(random);
  }
}

/** One client's storm. @returns its log */
async function weather(
  fleet: StormFleet,
  world: StormWorld,
  origin: ApiClient,
  { index, until, seed }: StormOptions & { readonly index: number; readonly until: number },
): Promise<StormEvent[]> {
  const random = new Randomness(seed * 1000 + index);
  const client = new RovingClient(origin);
  const log: StormEvent[] = [];
  for (let turn = 0; performance.now() < until; turn++) {
    const member = random.oneOf(fleet.members);
    const event = await send(client, member, log, { mark: `c${index}-${turn}`, request: world.choose(random) });
    world.learn(event);
    if (event.request.kind === 'split' && isAcknowledged(event)) await meetParts(client.at(member), world, event);
  }
  client.close();
  return log;
}

/** Sends a request that is written down before, and after. */
async function send(
  client: RovingClient,
  member: Member,
  log: StormEvent[],
  { mark, request }: { readonly mark: string; readonly request: StormRequest },
): Promise<StormEvent> {
  const event: StormEvent = { mark, process: member.name, request, sentAt: performance.now() };
  log.push(event);
  const { method, target, body } = wireForm(request, mark);
  const headers = body ? { 'Content-Type': 'application/json' } : {};
  const sent = client.at(member).send({ method, target, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const answer = await sent.catch(() => undefined);
  if (answer) event.answer = { at: performance.now(), ...factsOf(answer) };
  return event;
}

function factsOf({ status, text }: Answer) {
  const { id, data, message } = JSON.parse(text) as { id?: number; data?: unknown; message?: string };
  return {
    status,
    ...(id === undefined ? {} : { id: Number(id) }),
    ...(typeof data === 'string' ? { data } : {}),
    ...(message === undefined ? {} : { message }),
  };
}

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
      calmPools: await roots(id, '10.1.0.0/20', '2001:db8:1::/64'),
      calmMasters: await roots(id, '10.2.0.0/15', '2001:db8:4000::/34'),
      wildMasters: await roots(id, '10.16.0.0/12', '2001:db8:8000::/34'),
    });
  }
  client.close();
  return new StormWorld(grounds);
}
