import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { commandLineCaller, internalCaller } from '../../../../application/caller.js';
import { createIpam, type Ipam } from '../../../../config/embed.js';
import { ZoneServer } from '../../../support/dns/zone-server.js';
import { Receiver } from '../../../support/receivers/receiver.js';
import { Randomness } from '../randomness.js';
import { stormZone } from './wire-form.js';

/** Percentage of requests that fail. */
const failing = 20;

/** Timeout for the delivery of all changes after a storm, in milliseconds. */
const maxWait = 150_000;

/** External systems that receive the changes of a storm: a webhook receiver and a DNS server. Both fail, hang and are slow. */
export class Outside {
  readonly #receiver: Receiver;
  readonly #zones: ZoneServer;
  readonly #random: Randomness;
  #isCalm = false;
  /** Ids of the received events, in order of their first receipt. */
  readonly #taken = new Set<string>();

  private constructor(receiver: Receiver, zones: ZoneServer, seed: number) {
    this.#receiver = receiver;
    this.#zones = zones;
    this.#random = new Randomness(seed);
  }

  /** @param databaseUrl of a database without any changes of addresses and subnets yet */
  static async begin(databaseUrl: string, seed: number): Promise<Outside> {
    const outside = new Outside(await Receiver.start(), await ZoneServer.start(), seed);
    await outside.#zones.addZone(stormZone);
    outside.#fail();
    await withIpam(databaseUrl, async (ipam) => {
      await ipam.administration.provision({
        settings: { dns: outside.#zones.settings, webhooks: { privateTargets: true } },
      });
      const { url } = outside.#receiver;
      await ipam.access.webhooks.add(commandLineCaller, { name: 'storm', url, kinds: ['address', 'subnet'] });
    });
    return outside;
  }

  #fail(): void {
    const isFailing = (): boolean => !this.#isCalm && this.#random.below(100) < failing;
    this.#receiver.answer = async (response) => {
      const { received } = this.#receiver;
      const { events } = JSON.parse(received.splice(0).at(-1)?.body ?? '{"events":[]}') as { events: { id: string }[] };
      const isLost = isFailing();
      const way = this.#random.below(4);
      if (isLost && way === 0) return void response.socket?.destroy();
      if (isLost && way === 1) return void response.writeHead(503).end();
      for (const { id } of events) this.#taken.add(id);
      if (isLost && way === 2) await sleep(300);
      if (isLost && way === 3) return void response.socket?.destroy(); // received, but not acknowledged
      response.writeHead(204).end();
    };
    this.#zones.fault = () => (isFailing() ? this.#random.oneOf([500, 503, 'cut', 'late'] as const) : undefined);
  }

  /** Waits until the running processes have delivered all changes of a storm. @returns the followers that are late */
  async untilDelivered(databaseUrl: string): Promise<string[]> {
    this.#isCalm = true;
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query("update followers set until = '-infinity'"); // expires the leases of killed processes
      for (const end = Date.now() + maxWait; ; await sleep(100)) {
        const { rows } = await client.query<{ name: string; behind: string }>(
          `select name, (select count(*) from change_log where position is null or position > followers.position) as behind
          from followers`,
        );
        const left = rows.filter(({ behind }) => behind !== '0');
        if (rows.length === 2 && left.length === 0) return [];
        if (Date.now() > end) return left.map(({ name, behind }) => `${name} is ${behind} changes behind`);
      }
    } finally {
      await client.end();
    }
  }

  /** Faults of the deliveries: missing events, events of an object in the wrong order, and wrong DNS records. */
  async faults(databaseUrl: string): Promise<string[]> {
    const faults: string[] = [];
    await withIpam(databaseUrl, async (ipam) => {
      faults.push(...(await this.#eventFaults(ipam)), ...(await recordFaults(ipam)));
    });
    return faults;
  }

  async #eventFaults(ipam: Ipam): Promise<string[]> {
    const faults: string[] = [];
    const placeOf = new Map([...this.#taken].map((id, place) => [id, place]));
    const lastOf = new Map<string, number>();
    for (let after = 'start'; ; ) {
      const page = await ipam.changes.list(
        internalCaller,
        after === 'start' ? undefined : after,
        { kinds: ['address', 'subnet'] },
        1000,
      );
      for (const { id, kind, objectId, action } of page.changes) {
        const place = placeOf.get(id);
        const object = `${kind} ${objectId}`;
        if (place === undefined) faults.push(`the receiver never got '${action} ${object}'`);
        else if (place < (lastOf.get(object) ?? -1)) faults.push(`the receiver got '${action} ${object}' too early`);
        lastOf.set(object, place ?? -1);
      }
      if (page.after === after) return faults;
      after = page.after;
    }
  }

  async close(): Promise<void> {
    await this.#receiver.close();
    await this.#zones.remove();
  }
}

async function recordFaults(ipam: Ipam): Promise<string[]> {
  const faults: string[] = [];
  let addresses = 0;
  for (let cursor: string | null = null; ; ) {
    const step = await ipam.dns.step(cursor, false);
    addresses += step.compared.addresses;
    for (const { is, type, name, wanted, present } of step.differences)
      faults.push(`the DNS server has ${is}: ${type} ${name}: ${present} instead of ${wanted}`);
    cursor = step.next;
    if (cursor === null) return addresses > 0 ? faults : [...faults, 'no records were compared'];
  }
}

async function withIpam(url: string, work: (ipam: Ipam) => Promise<void>): Promise<void> {
  const ipam = await createIpam({ storage: { url } });
  try {
    await work(ipam);
  } finally {
    await ipam.close();
  }
}
