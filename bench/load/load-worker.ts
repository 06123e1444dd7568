/**
 * The process that generates load, so that it does not share an event loop with the measured service. Orders and results are
 * messages.
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import type { LoadOrder, LoadResult, Order, ReadOrder, ReadResult, Report, Traffic } from './traffic.js';

/** Timeout of a request in seconds. */
const maxWait = 60;

/** Last number used in a body. It increases over all loads, because an object can be created only once. */
let bodies = 0;

/** Last offset of an id used in a path. It increases over all loads, because an object can be deleted only once. */
let ids = 0;

/** Returns a function that makes each request different; undefined if all are equal. */
function freshOf({ body, firstId }: Traffic): ((request: autocannon.Request) => autocannon.Request) | undefined {
  if (firstId !== undefined)
    return (request) => ({ ...request, path: request.path?.replace('{id}', String(firstId + ++ids)) ?? '' });
  if (body?.includes('{n}')) return (request) => ({ ...request, body: body.replaceAll('{n}', (++bodies).toString(16)) });
  return undefined;
}

function requestsOf(traffic: Traffic): autocannon.Request[] {
  const { method, paths, headers = {}, body } = traffic;
  const fresh = freshOf(traffic);
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return paths.map((path) => ({
    method,
    path,
    headers: { ...headers, ...content },
    body: body ?? '',
    ...(fresh ? { setupRequest: fresh } : {}),
  }));
}

/** Counts successful answers and errors. */
class Tally {
  readonly latencies: number[] = [];
  readonly errors: Record<string, number> = {};
  #begun = performance.now();
  #latest = this.#begun;

  /** Sends traffic for some seconds, or until every connection has received one answer. */
  async send(
    { url, traffic, connections }: LoadOrder,
    extent: { readonly duration: number } | { readonly amount: number },
  ): Promise<void> {
    this.#begun = performance.now();
    await new Promise<void>((resolve, reject) => {
      const options = { url, connections, timeout: maxWait, requests: requestsOf(traffic), sampleInt: 100, ...extent };
      const cannon = autocannon(options, (error) => (error ? reject(error) : resolve()));
      cannon.on('response', (_client, status, _bytes, latency) => this.#take(Number(status), latency));
      cannon.on('reqError', (error: Error) => this.#fault(error.message));
    });
  }

  get result(): LoadResult {
    const sorted = this.latencies.sort((one, other) => one - other);
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    const elapsed = (this.#latest - this.#begun) / 1000;
    const requestsPerSecond = sorted.length === 0 ? 0 : sorted.length / elapsed;
    return { requestsPerSecond, p50: at(0.5), p99: at(0.99), completed: sorted.length, errors: this.errors };
  }

  #take(status: number, latency: number): void {
    if (Math.floor(status / 100) === 2) this.latencies.push(latency);
    else this.#fault(`status ${status}`);
    this.#latest = performance.now();
  }

  #fault(name: string): void {
    this.errors[name] = (this.errors[name] ?? 0) + 1;
  }
}

async function makeLoad(order: LoadOrder): Promise<LoadResult> {
  const tally = new Tally();
  await tally.send(order, { duration: order.seconds });
  if (tally.latencies.length === 0) await tally.send(order, { amount: order.connections });
  return tally.result;
}

async function readAll({ url, headers }: ReadOrder): Promise<ReadResult> {
  const startedAt = performance.now();
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  let bytes = 0;
  let tail = '';
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    tail = (tail + chunk.subarray(-200).toString()).slice(-200);
  }
  if (response.statusCode !== 200 || !tail.trimEnd().endsWith('}'))
    throw new Error(`${url} ended with status ${response.statusCode}: ${tail}`);
  return { seconds: (performance.now() - startedAt) / 1000, bytes };
}

async function carryOut(order: Order): Promise<Report> {
  try {
    return order.kind === 'load' ? { load: await makeLoad(order) } : { read: await readAll(order) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (order: Order) => void carryOut(order).then((report) => process.send?.(report)));
process.on('disconnect', () => process.exit());
