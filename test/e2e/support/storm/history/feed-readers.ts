import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ApiClient, WireRecord } from '../../../../support/api-client.js';
import { Randomness } from '../../randomness.js';
import { type Members, RovingClient } from '../roving-client.js';
import type { FinalState } from './history.js';

/** Delay after a failed or empty read, in milliseconds. */
const pause = 100;

/** Reads the change feed from its beginning, with a cursor, from random processes. */
export class FeedReader {
  readonly received: WireRecord[] = [];
  readonly #fleet: Members;
  readonly #client: RovingClient;
  readonly #random: Randomness;
  #cursor = '';

  constructor(fleet: Members, origin: ApiClient, seed: number) {
    this.#fleet = fleet;
    this.#client = new RovingClient(origin);
    this.#random = new Randomness(seed);
  }

  /** Reads until `end` is aborted and the feed has no further changes. */
  async read(end: AbortSignal): Promise<void> {
    for (let isLast = false; ; ) {
      const wasOver = end.aborted;
      const count = await this.#readOn();
      if (count === 0 && isLast) break;
      if (!count) await sleep(pause);
      isLast = wasOver && count === 0;
    }
    this.#client.close();
  }

  /** @returns the number of changes, at least 1 when the cursor moved; undefined for a failed read */
  async #readOn(): Promise<number | undefined> {
    const member = this.#random.oneOf(this.#fleet.members);
    const path = `/changes/?limit=${this.#random.below(200) + 1}&after=${this.#cursor}`;
    const answer = await this.#client
      .at(member)
      .get(path)
      .catch(() => undefined);
    if (answer?.status !== 200) return undefined;
    const { changes, after } = answer.record as unknown as { changes: WireRecord[]; after: string };
    this.received.push(...changes);
    const hasMoved = after !== this.#cursor;
    this.#cursor = after;
    return hasMoved ? Math.max(1, changes.length) : 0;
  }
}

/** Faults of the feed. Each reader must read the whole change log in order, and a replay must lead to the final state. */
export async function feedFaults(readers: readonly FeedReader[], databaseUrl: string, final: FinalState): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const stored = await client.query<{ key: string }>(`select object || ' ' || object_id || ' ' || action as key
      from change_log where position is distinct from 0 order by position nulls last, id`);
    const history = stored.rows.map(({ key }) => key);
    return [...readers.flatMap((reader, index) => differences(index, reader.received, history)), ...stateFaults(readers, final)];
  } finally {
    await client.end();
  }
}

function differences(index: number, received: readonly WireRecord[], history: readonly string[]): string[] {
  const keys = received.map(({ kind, objectId, action }) => `${kind} ${objectId} ${action}`);
  const place = history.findIndex((key, i) => key !== keys[i]);
  const faults = new Set(received.map(({ id }) => id)).size === received.length ? [] : [`reader ${index} got a change twice`];
  if (place >= 0) faults.push(`reader ${index} got '${keys[place]}' as change ${place}, the history has '${history[place]}'`);
  if (keys.length > history.length) faults.push(`reader ${index} got ${keys.length} changes, there are ${history.length}`);
  return faults;
}

type Values = Readonly<Record<string, unknown>>;

/** A replay of the feed must lead to the final state. */
function stateFaults([reader]: readonly FeedReader[], final: FinalState): string[] {
  const state = new Map<string, Values>();
  for (const { kind, objectId, action, after } of reader?.received ?? []) {
    const key = `${kind} ${objectId}`;
    if (action === 'delete') state.delete(key);
    else if (after) state.set(key, { ...state.get(key), ...(after as Values) });
  }
  const follows = [...state].filter(([key]) => /^(address|subnet) /.test(key));
  const ended = new Map<string, string>([
    ...final.addresses.map(({ id, subnetId, ip }) => [`address ${id}`, `${ip} in ${subnetId}`] as const),
    ...final.subnets.map(({ id, cidr }) => [`subnet ${id}`, cidr] as const),
  ]);
  const faults = follows.flatMap(([key, { ip, subnetId, prefix }]) => {
    const replayed = prefix === undefined ? `${ip} in ${subnetId}` : String(prefix);
    return ended.get(key) === replayed ? [] : [`the feed leads to ${key} as ${replayed}, it is ${ended.get(key) ?? 'gone'}`];
  });
  const missing = [...ended.keys()].filter((key) => !state.has(key));
  return [...faults, ...missing.map((key) => `the feed does not lead to ${key}`)];
}
