/** The process that makes the load: it shares no event loop with what it measures. Orders and reports are messages. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import type { LoadOrder, LoadResult, Order, ReadOrder, ReadResult, Report, Traffic } from './traffic.js';

/** Seconds after which a request counts as failed. */
const patience = 60;

/** Numbers that bodies have got so far, over all loads: what was created once cannot be created again. */
let bodies = 0;

function requestsOf({ method, paths, headers = {}, body }: Traffic): autocannon.Request[] {
  const fresh = body?.includes('{n}')
    ? (request: autocannon.Request) => ({ ...request, body: body.replaceAll('{n}', (++bodies).toString(16)) })
    : undefined;
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return paths.map((path) => ({
    method,
    path,
    headers: { ...headers, ...content },
    body: body ?? '',
    ...(fresh ? { setupRequest: fresh } : {}),
  }));
}

async function makeLoad({ url, traffic, connections, seconds }: LoadOrder): Promise<LoadResult> {
  const latencies: number[] = [];
  const errors: Record<string, number> = {};
  const fault = (name: string): void => {
    errors[name] = (errors[name] ?? 0) + 1;
  };
  const begun = performance.now();
  let latest = begun;
  const requests = requestsOf(traffic);
  await new Promise<void>((resolve, reject) => {
    const options = { url, connections, duration: seconds, timeout: patience, requests, sampleInt: 100 };
    const cannon = autocannon(options, (error) => (error ? reject(error) : resolve()));
    cannon.on('response', (_client, status, _bytes, latency) => {
      if (Math.floor(Number(status) / 100) !== 2) return fault(`status ${status}`);
      latencies.push(latency);
      latest = performance.now();
    });
    cannon.on('reqError', (error: Error) => fault(error.message));
  });
  latencies.sort((one, other) => one - other);
  const at = (share: number): number => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? 0;
  const elapsed = (latest - begun) / 1000;
  const requestsPerSecond = latencies.length === 0 ? 0 : latencies.length / elapsed;
  return { requestsPerSecond, p50: at(0.5), p99: at(0.99), completed: latencies.length, errors };
}

async function readAll({ url, headers }: ReadOrder): Promise<ReadResult> {
  const begun = performance.now();
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  let bytes = 0;
  let tail = '';
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    tail = (tail + chunk.subarray(-200).toString()).slice(-200);
  }
  if (response.statusCode !== 200 || !tail.trimEnd().endsWith('}'))
    throw new Error(`${url} ended with status ${response.statusCode}: ${tail}`);
  return { seconds: (performance.now() - begun) / 1000, bytes };
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
