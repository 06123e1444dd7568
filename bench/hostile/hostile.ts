import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { adminPassword } from '../../test/support/processes/service-process.js';
import type { Options } from '../command-line.js';
import { attempt } from '../process-family.js';
import { type Attack, attacks, type Target } from './attack.js';
import { buildHostileStage, type HostileStage } from './hostile-stage.js';
import type { LoopDelay } from './loop-delay.js';

/** Name of this benchmark for --only; it is not part of the list of benchmarks. */
export const hostileName = 'hostile';

/** Maximum characters of the service's log printed after failed requests of other clients. */
const logLength = 4000;

/** Target: maximum wait of other clients in milliseconds. */
const maxWait = 100;

/** Target: maximum processor time in milliseconds without a turn of the event loop. */
const maxBlock = 50;

/** Delays of other clients during the attack of one client, in milliseconds. */
export interface HostileFigure extends LoopDelay {
  readonly attack: string;
  /** Longest GET /healthz, each on a new connection. */
  readonly health: number;
  /** Longest GET of a section by another client. */
  readonly reading: number;
  /** Maximum processor time of the service's main thread during one of these requests, which does not depend on other load. */
  readonly work: number;
  /** Requests that the attacker started per second; connections for attacks without requests. */
  readonly attacks: number;
  readonly requests: number;
  /** Number of failed requests of other clients. */
  readonly failures: number;
}

/** Measures every attack, or those selected by --only. */
export async function runHostile(
  { embedded, duration, only }: Options,
  report: (text: string) => void,
): Promise<HostileFigure[]> {
  const stage = await buildHostileStage(embedded);
  try {
    const { url, pid } = stage.service;
    const target = { url, pid, token: await signIn(url), longestDelay: stage.longestDelay };
    const figures: HostileFigure[] = [];
    await measure(undefined, target, duration); // until frequent code is compiled
    const chunks = only.filter((chunk) => chunk !== hostileName);
    const chosen = attacks.filter(({ name }) => chunks.length === 0 || chunks.some((chunk) => name.includes(chunk)));
    for (const attack of chosen) {
      report(attack.name);
      const figure = await measure(attack, target, duration);
      figures.push(figure);
      if (figure.failures > 0)
        report(`${figure.failures} requests failed; the service said:\n${stage.service.logs.slice(-logLength)}`);
    }
    return figures;
  } finally {
    await stage.clear();
  }
}

async function signIn(url: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`Admin:${adminPassword}`).toString('base64')}`;
  const answer = await fetch(`${url}/api/default/user/`, { method: 'POST', headers: { authorization } });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}

async function measure(
  attack: Attack | undefined,
  target: Target & Pick<HostileStage, 'longestDelay'> & { readonly pid: number },
  seconds: number,
): Promise<HostileFigure> {
  const program = fileURLToPath(new URL('./attacker.js', import.meta.url));
  const attacker = attack && fork(program, [attack.name, target.url, target.token]);
  let started = 0;
  attacker?.on('message', (count) => {
    started = Number(count);
  });
  await pause(500); // the attack is in progress
  const startedBefore = started;
  const start = Date.now();
  const end = performance.now() + seconds * 1000;
  const [health, reading] = await Promise.all([
    probe(target.pid, `${target.url}/healthz`, {}, end),
    probe(target.pid, `${target.url}/api/default/sections/1/`, { token: target.token }, end),
  ]);
  const held = target.longestDelay(start, Date.now());
  if (attacker?.kill('SIGKILL')) await once(attacker, 'exit');
  const failures = health.failures + reading.failures;
  const requests = health.requests + reading.requests;
  const work = Math.max(health.work, reading.work);
  const [waited, attacks] = [{ health: health.longest, reading: reading.longest }, (started - startedBefore) / seconds];
  return { attack: attack?.name ?? '', ...waited, ...held, work, attacks, requests, failures };
}

/** Sends requests repeatedly, each on a new connection. */
async function probe(pid: number, url: string, headers: Readonly<Record<string, string>>, end: number) {
  const seen = { longest: 0, work: 0, requests: 0, failures: 0 };
  while (performance.now() < end) {
    const startedAt = performance.now();
    const worked = workOf(pid);
    seen.requests++;
    if ((await statusOf(url, headers)) !== 200) seen.failures++;
    seen.longest = Math.max(seen.longest, performance.now() - startedAt);
    seen.work = Math.max(seen.work, workOf(pid) - worked);
    await pause(5);
  }
  return seen;
}

/** Processor time of a process's main thread in milliseconds; 0 on systems other than Linux. */
function workOf(pid: number): number {
  const text = attempt(() => readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8'));
  return Number(text?.split(' ', 1)[0] ?? 0) / 1e6;
}

const statusOf = (url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> =>
  new Promise((resolve) => {
    const outgoing = request(url, { headers, agent: false, timeout: 10_000 });
    outgoing.on('response', (incoming) => incoming.on('end', () => resolve(incoming.statusCode)).resume());
    outgoing
      .on('timeout', () => outgoing.destroy())
      .on('error', () => resolve(undefined))
      .end();
  });

/** Formats the figures as table rows, with the result for each attack. */
export const hostileRows = (figures: readonly HostileFigure[]): string[][] =>
  figures.map(({ attack, health, reading, delay, block, work, attacks, requests, failures }) => [
    attack,
    health.toFixed(0),
    reading.toFixed(0),
    delay.toFixed(0),
    block.toFixed(0),
    work.toFixed(0),
    attacks.toFixed(0),
    String(requests),
    String(failures),
    (work > 0 ? work : Math.max(health, reading)) <= maxWait && block <= maxBlock && failures === 0 ? 'met' : 'NOT MET',
  ]);

export const hostileHead = [
  'ATTACK',
  'GET /healthz, ms',
  'GET section, ms',
  'loop, ms',
  'block, ms',
  'work, ms',
  'attacks/s',
  'requests',
  'failures',
  `work <= ${maxWait}, block <= ${maxBlock}`,
];
