/** Takeovers of one data directory between two PID namespaces, while clients allocate addresses. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../../../support/api-client.js';
import { makeTemporaryFolder } from '../../../support/temporary-folder.js';
import { checkFaults } from '../storm/own-check.js';
import { NamespacedService } from './namespaced-service.js';

/** Number of addresses that are acknowledged before each takeover on average, however slow the machine is. */
const leastAddresses = 15;

/** What happens to the owner of the directory in one round. */
const ways = ['kill', 'terminate', 'freeze', 'rival'] as const;
type Way = (typeof ways)[number];

export interface TakeoverResult {
  readonly takeovers: number;
  /** Second services that were refused while the first one lived. */
  readonly refused: number;
  /** Number of acknowledged addresses. */
  readonly acknowledged: number;
  /** Lost and duplicate addresses, services that opened the directory of a running owner, and findings of the check command. */
  readonly faults: readonly string[];
}

/** Clients that allocate in a loop from a service and list the acknowledged addresses. */
class Load {
  readonly acknowledged: string[] = [];
  readonly #clients: number;
  #isOver = false;
  #work: Promise<unknown> = Promise.resolve();

  constructor(clients: number) {
    this.#clients = clients;
  }

  /** Allocates from one more service until that stops answering. */
  begin(client: ApiClient, subnetId: number): void {
    const each = Array.from({ length: this.#clients }, () => this.#allocate(client, subnetId));
    this.#work = Promise.all([this.#work, ...each]);
  }

  /** Waits until a number of addresses is acknowledged, at most for a minute. */
  async reach(count: number): Promise<void> {
    for (const end = Date.now() + 60_000; this.acknowledged.length < count && Date.now() < end; ) await delay(20);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  async #allocate(client: ApiClient, subnetId: number): Promise<void> {
    while (!this.#isOver) {
      const answer = await client.post(`/addresses/first_free/${subnetId}/`).catch(() => undefined);
      if (!answer) return;
      if (answer.status === 201) this.acknowledged.push(String(answer.envelope.data));
      else await delay(20);
    }
  }
}

/** Starts a second service while the first one lives. @returns a fault when it is not refused */
async function rivalry(folder: string): Promise<string | undefined> {
  const rival = NamespacedService.start(folder);
  const code = await Promise.race([
    rival.ended(),
    rival.url().then(
      () => 'listens',
      () => rival.ended(),
    ),
  ]);
  await rival.kill9();
  return code === 1 && rival.text.includes('is in use by') ? undefined : `a second owner: ${code}, ${rival.text.slice(-300)}`;
}

/**
 * @param takeovers number of changes of the owner
 * @param clients number of clients of each service
 */
export async function runTakeovers({ takeovers, clients }: { takeovers: number; clients: number }): Promise<TakeoverResult> {
  const folder = makeTemporaryFolder();
  const faults: string[] = [];
  const load = new Load(clients);
  let refused = 0;
  let owner = NamespacedService.start(folder.path);
  try {
    const admin = await owner.signIn();
    const { id: sectionId } = await admin.post('/sections/', { name: 'Storm' });
    const { id: subnetId } = await admin.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 8 });
    load.begin(admin, subnetId);
    for (let round = 0; round < takeovers; round++) {
      const way: Way = ways[round % ways.length] ?? 'kill';
      await delay(100 + ((round * 37) % 200));
      await load.reach((round + 1) * leastAddresses);
      if (way === 'freeze') owner.signal('SIGSTOP');
      if (way === 'freeze' || way === 'rival') {
        const fault = await rivalry(folder.path);
        if (fault) faults.push(`round ${round} (${way}): ${fault}`);
        else refused++;
      }
      if (way === 'freeze' && round % 8 >= 4) owner.signal('SIGCONT');
      // the next owner starts while the last one ends: it is refused and retries, as under a supervisor
      const ending = way === 'terminate' ? terminated(owner) : owner.kill9();
      owner = await takeOver(folder.path);
      await ending;
      load.begin(await owner.signIn(), subnetId);
    }
    await delay(300);
    await load.end();
    faults.push(...(await faultsIn(load.acknowledged, owner, subnetId)));
    await owner.kill9();
    faults.push(...(await checkFaults(`file:${folder.path}/data`)));
    return { takeovers, refused, acknowledged: load.acknowledged.length, faults };
  } finally {
    await load.end();
    await owner.kill9();
    folder.remove();
  }
}

function terminated(owner: NamespacedService): Promise<unknown> {
  owner.signal('SIGTERM');
  return owner.ended();
}

/** Starts services until one acquires the directory. */
async function takeOver(folder: string): Promise<NamespacedService> {
  for (;;) {
    const service = NamespacedService.start(folder);
    const url = await service.url().catch(() => undefined);
    if (url) return service;
    if (!service.text.includes('is in use by')) throw new Error(`the next owner did not start:\n${service.text}`);
    await delay(50);
  }
}

async function faultsIn(acknowledged: readonly string[], owner: NamespacedService, subnetId: number): Promise<string[]> {
  const client = await owner.signIn();
  const stored = new Set((await client.list(`/subnets/${subnetId}/addresses/?links=false&fields=ip`)).map(({ ip }) => ip));
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const ip of acknowledged) {
    if (seen.has(ip)) faults.push(`${ip} was given twice`);
    if (!stored.has(ip)) faults.push(`${ip} is lost`);
    seen.add(ip);
  }
  return faults;
}
