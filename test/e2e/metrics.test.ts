import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { parse } from 'yaml';
import type { ApiClient } from '../support/api-client.js';
import type { TestDatabase } from '../support/databases/postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../support/databases/prepared-databases.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const reference = fileURLToPath(new URL('../../../docs/reference/', import.meta.url));

/** Returns the text of a scrape. */
async function scrape(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status).to.equal(200);
  expect(answer.headers.get('content-type')).to.equal('text/plain; version=0.0.4; charset=utf-8');
  return answer.text();
}

/** The sum of all series of a metric with these labels. */
function sumOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const wanted = lines.filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)));
  return wanted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** The names of all series. */
const seriesIn = (text: string): Set<string> =>
  new Set(text.split('\n').flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.split(/[{ ]/)[0] ?? ''])));

/** Metrics that an expression names. */
const metricsIn = (expression: string): string[] => expression.match(/\b(?:hexipam|nodejs|process)_[a-z0-9_]+\b/g) ?? [];

/** Scrapes until a condition holds. Values that the service reads periodically appear within seconds. */
async function scrapeUntil(url: string, isSo: (text: string) => boolean): Promise<string> {
  for (;;) {
    const text = await scrape(url);
    if (isSo(text)) return text;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function metricsUrl(service: ServiceProcess): Promise<string> {
  await service.logged('Metrics are at ');
  return /Metrics are at (\S+)/.exec(service.logs)?.[1] ?? '';
}

/** Creates a section, a network and addresses. @returns the id of the network */
async function allocate(client: ApiClient, name: string, count: number): Promise<number> {
  const { id: sectionId } = await client.post('/sections/', { name });
  const { id } = await client.post('/subnets/', { sectionId, subnet: '10.1.0.0', mask: '28' });
  for (let n = 0; n < count; n++) expect((await client.post(`/addresses/first_free/${id}/`, {})).status).to.equal(201);
  return id;
}

describe('The metrics of a service', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let service: ServiceProcess;
  let client: ApiClient;
  let url: string;
  let subnetId: number;

  before(async () => {
    database = await createEmbeddedDatabase();
    const variables = { HEXIPAM_METRICS_PORT: '0', HEXIPAM_METRICS_SUBNETS: '10', HEXIPAM_BACKUP_DIR: './backups' };
    // A network with a utilization that is read at the second start.
    service = await ServiceProcess.start({ databaseUrl: database.url, variables });
    client = await service.signIn();
    subnetId = await allocate(client, 'Some', 7);
    expect((await client.get('/changes/')).status).to.equal(200); // gives changes their positions
    client.close();
    await service.stop();
    service = await ServiceProcess.start({ databaseUrl: database.url, variables });
    url = await metricsUrl(service);
    client = await service.signIn();
    for (let n = 0; n < 3; n++) await client.post(`/addresses/first_free/${subnetId}/`, {});
    await allocate(client, 'Other', 1);
    await client.get(`/subnets/${subnetId}/`);
    await client.get('/subnets/999/');
    await client.get('/subnets/998/');
  });
  after(async () => {
    client?.close();
    await service?.stop();
    await database?.drop();
  });

  it('count requests by route template and status, allocations, batches, units of work and statements', async () => {
    const text = await scrape(url);
    const requests = (labels: Readonly<Record<string, string>>) =>
      sumOf(text, 'hexipam_http_request_duration_seconds_count', labels);
    expect(requests({ method: 'POST', route: '/addresses/first_free/{subnetId}/', status: '201' })).to.equal(4);
    expect(requests({ method: 'GET', route: '/subnets/{id}/', status: '200' })).to.equal(1);
    expect(requests({ method: 'GET', route: '/subnets/{id}/', status: '400' })).to.equal(2);
    expect(sumOf(text, 'hexipam_allocations_total', { kind: 'address' })).to.equal(4);
    expect(sumOf(text, 'hexipam_batch_size_count', { kind: 'address' })).to.equal(4);
    expect(sumOf(text, 'hexipam_unit_of_work_duration_seconds_count', { outcome: 'done' })).to.be.at.least(3);
    expect(sumOf(text, 'hexipam_database_statement_duration_seconds_count', { pool: 'embedded' })).to.be.at.least(10);
    expect(sumOf(text, 'hexipam_database_connections_max', { pool: 'embedded' })).to.equal(1);
    expect(sumOf(text, 'hexipam_storage_works')).to.equal(1);
  });

  it('report the utilization of networks and the position of the feed from earlier reads', async () => {
    const text = await scrapeUntil(url, (now) => now.includes('hexipam_subnet_utilisation_ratio{'));
    expect(sumOf(text, 'hexipam_subnet_utilisation_ratio', { prefix: '10.1.0.0/28', subnet_id: String(subnetId) })).to.equal(
      7 / 14,
    );
    expect(sumOf(text, 'hexipam_feed_position')).to.be.at.least(1);
  });

  it('count blocks of sign-in', async () => {
    const wrong = () => service.signIn({ password: 'wrong' }).catch(() => undefined);
    for (let n = 0; n < 11; n++) await wrong();
    await scrapeUntil(url, (text) => sumOf(text, 'hexipam_sign_in_blocks_total') >= 1);
  });

  it('have no series with values from clients', async () => {
    const text = await scrape(url);
    await fetch(`${service.url}/api/made-up-app/made-up-controller/made-up-id/`).then((answer) => answer.text());
    await fetch(`${service.url}/made-up-path`).then((answer) => answer.text());
    await client.get('/subnets/made-up-id/made-up-part/');
    const later = await scrapeUntil(
      url,
      (now) => sumOf(now, 'hexipam_http_request_duration_seconds_count', { route: 'none' }) >= 2,
    );
    expect(text + later).not.to.include('made-up');
  });

  it('are served only by their own listener, which serves nothing else', async () => {
    expect((await fetch(`${service.url}/metrics`)).status).to.equal(404);
    expect((await fetch(new URL('/api/default/sections/', url))).status).to.equal(404);
    expect((await fetch(url, { method: 'POST' })).status).to.equal(405);
  });

  it('match the list in the documents', async () => {
    const described = new Set((await scrape(url)).match(/(?<=^# TYPE )hexipam_\S+/gm));
    const table = readFileSync(`${reference}metrics.md`, 'utf8');
    const listed = new Set(table.match(/(?<=^\|.*`)hexipam_\w+(?=`.*\|$)/gm));
    const onReplicas = [...listed].filter((name) => name.startsWith('hexipam_replica_'));
    expect(onReplicas).to.have.length(2);
    expect([...listed].filter((name) => !onReplicas.includes(name)).sort()).to.deep.equal([...described].sort());
  });

  it('include all metrics of the dashboard and the alert rules', async () => {
    const series = seriesIn(await scrape(url));
    const dashboard = JSON.parse(readFileSync(`${reference}grafana-dashboard.json`, 'utf8')) as {
      panels: { targets?: { expr: string }[] }[];
      templating: { list: { query: string }[] };
    };
    const rules = parse(readFileSync(`${reference}alert-rules.yml`, 'utf8')) as { groups: { rules: { expr: string }[] }[] };
    const expressions = [
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ...dashboard.templating.list.map(({ query }) => query),
      ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ];
    expect(expressions.length).to.be.greaterThan(30);
    const named = new Set(expressions.flatMap(metricsIn));
    expect(named.size).to.be.greaterThan(20);
    // These series appear after their first event.
    const occasional = [
      ...['hexipam_database_statement_failures_total', 'hexipam_follower_lag_entries', 'hexipam_follower_failures'],
      'hexipam_mail_oldest_timestamp_seconds',
    ];
    const described = new Set((await scrape(url)).match(/(?<=^# TYPE )\S+/gm));
    const missing = [...named].filter((name) => !series.has(name) && !(occasional.includes(name) && described.has(name)));
    expect(missing).to.deep.equal([]);
  });
});

describe('The metrics of several workers', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let service: ServiceProcess;

  before(async () => {
    database = await createPostgresDatabase();
    const variables = { HEXIPAM_METRICS_PORT: '0', HEXIPAM_METRICS_PUBLIC: 'on' };
    service = await ServiceProcess.start({ databaseUrl: database.url, words: ['--workers', '2'], variables });
  });
  after(async () => {
    await service?.stop();
    await database?.drop();
  });

  it('are the totals of all workers, on their own listener and the main one, also after a worker has exited', async () => {
    const client = await service.signIn();
    await allocate(client, 'Some', 5);
    // Separate connections reach both workers.
    for (let n = 0; n < 20; n++)
      await fetch(`${service.url}/openapi.json`, { headers: { connection: 'close' } }).then((answer) => answer.text());
    const own = await metricsUrl(service);
    const counted = (text: string) => sumOf(text, 'hexipam_http_request_duration_seconds_count', { route: '/openapi.json' });
    const first = await scrapeUntil(own, (text) => counted(text) >= 20);
    expect(counted(first)).to.equal(20);
    expect(sumOf(first, 'hexipam_allocations_total', { kind: 'address' })).to.equal(5);
    const description = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: object };
    expect(description.paths).to.have.property('/metrics');
    for (let n = 0; n < 4; n++) {
      const text = await scrape(`${service.url}/metrics`);
      expect(counted(text)).to.be.within(20, 21);
    }
    const [worker = ''] = execFileSync('pgrep', ['-P', String(service.pid)], { encoding: 'utf8' }).split('\n');
    process.kill(Number(worker), 'SIGKILL');
    await service.logged('worker exited, starting another');
    expect(counted(await scrape(own))).to.be.within(20, 21);
    client.close();
  });
});
