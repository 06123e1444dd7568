import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { packageRoot } from '../../support/package/package-root.js';
import { adaptedTo, readTemplate, settingsIn } from '../support/drill/machines/configuration.js';
import { missingFor } from '../support/drill/machines/needs.js';
import { tableOf } from '../support/drill/results/table.js';
import { isFaulty, verdictOf } from '../support/drill/results/verdict.js';
import { address, honest, pool } from '../support/history-script.js';
import type { StormEvent } from '../support/storm/history/history.js';

const event = (at: number, answer: Partial<StormEvent['answer']> | undefined): StormEvent => ({
  mark: `c0-${at}`,
  process: 'haproxy',
  request: { kind: 'take address', subnet: pool },
  sentAt: at - 1,
  ...(answer ? { answer: { at, status: 201, ...answer } } : { lostAt: at }),
});

describe('The verdict of a drill', () => {
  const period = { from: 10_000, until: 25_000 };

  it('counts writes, refusals, unknown outcomes and errors, and the longest silence since the failure', () => {
    const events = [
      event(1000, {}),
      event(9000, {}),
      event(11_000, { status: 503 }),
      event(12_000, { status: 503, isUnknown: true }),
      event(13_000, undefined),
      event(14_000, { status: 500 }),
      event(19_500, {}),
      event(20_000, {}),
      event(60_000, {}), // after the load
    ];
    const verdict = verdictOf(events, ['c0-14000 (take address): 500 Internal server error'], period);
    const counts = { acknowledged: 5, refused: 1, unknown: 2, errors: 1 };
    expect(verdict).to.deep.equal({ ...counts, lost: 0, doubled: 0, other: 0, silence: 9.5 });
    expect(isFaulty(verdict)).to.equal(true);
  });

  it('measures the silence until the end of the load when no write follows the failure', () => {
    expect(verdictOf([event(1000, {})], [], period).silence).to.equal(15);
  });

  it('counts lost and doubled findings once for each request', () => {
    const lost = honest().without(100);
    lost.changed(address);
    const doubled = honest();
    doubled.taken(102, '10.0.0.1');
    const [ofLost, ofDoubled] = [lost, doubled].map(({ findings }) => verdictOf([], findings, period));
    expect(ofLost?.lost, lost.findings.join('\n')).to.be.greaterThan(0);
    expect(ofDoubled?.doubled, doubled.findings.join('\n')).to.be.greaterThan(0);
    const twice = ['10.0.0.1 of c1-2 (take address) is lost', 'the history does not tell of c1-2 (take address)'];
    expect(verdictOf([], twice, period).lost).to.equal(1);
  });

  it('counts other findings separately, such as a refusal outside a failure', () => {
    const late = 'c1-2 (take address): 503 The database is not available';
    expect(verdictOf([], ['something else', late], period)).to.include({ other: 2, lost: 0, doubled: 0 });
  });

  it('is printed as a row of a Markdown table', () => {
    const verdict = verdictOf([event(24_000, {})], [], period);
    const [head = '', line, row = ''] = tableOf([{ title: 'switchover', verdict }]).split('\n');
    expect(head).to.match(/^\| drill \| seconds without a write \| acknowledged /);
    expect(line).to.equal(`|${'---|'.repeat(head.split('|').length - 2)}`);
    expect(row).to.match(/^\| switchover \| 14\.0 \| 1 \| 0 \| 0 \| 0 \| 0 \| 0 \| 0 \|$/);
  });
});

describe('A drill where programs are missing', () => {
  it('names the packages to install, each once', () => {
    const has = (name: string): boolean => !name.startsWith('patron') && name !== 'etcd';
    expect(missingFor(true, has)).to.match(/apt-get install patroni etcd-server$/);
  });

  it('requires root in addition to the programs', () => {
    expect(missingFor(false, () => true)).to.contain('root');
    expect(missingFor(true, () => true)).to.equal(undefined);
  });
});

describe('The configuration of a drill', () => {
  const machines = [1, 2, 3].map((number) => ({ name: `db${number}`, address: `198.51.100.1${number}` }));
  const members = [1, 2, 3].map((number) => ({ name: `etcd${number}`, address: `198.51.100.2${number}` }));

  it('has the name, the address and the folder of each database machine', () => {
    const text = adaptedTo({ name: 'db2', address: '198.51.100.12' }, readTemplate('patroni.yml'), machines, '/tmp/db2');
    const patroni = parse(text);
    expect(patroni.name).to.equal('db2');
    expect(patroni.restapi.connect_address).to.equal('198.51.100.12:8008');
    expect(patroni.postgresql).to.include({
      listen: '198.51.100.12:5432',
      data_dir: '/tmp/db2/var/lib/postgresql/15/hexipam',
      bin_dir: '/usr/lib/postgresql/15/bin',
    });
    expect(patroni.etcd3.hosts).to.equal('198.51.100.21:2379,198.51.100.22:2379,198.51.100.23:2379');
  });

  it('sets a TTL that outlasts the retries of a lost leader', () => {
    const { ttl, loop_wait, retry_timeout } = parse(readTemplate('patroni.yml')).bootstrap.dcs;
    expect(ttl).to.be.at.least(loop_wait + 2 * retry_timeout);
  });

  it('lists all members of etcd on each of their machines', () => {
    const etcd = parse(adaptedTo({ name: 'etcd3', address: '198.51.100.23' }, readTemplate('etcd.yml'), members, '/tmp/etcd3'));
    expect(etcd).to.include({ name: 'etcd3', 'listen-client-urls': 'http://198.51.100.23:2379' });
    expect(etcd['initial-cluster'].split(',')).to.have.lengthOf(3);
  });

  it('has the settings of both services', () => {
    const settings = ['app1.env', 'app2.env'].map((file) => settingsIn(readTemplate(file)));
    expect(
      settings.map(({ HEXIPAM_DATABASE_URL }) => new URL(HEXIPAM_DATABASE_URL?.replaceAll(/,[^/]+/g, '') ?? '').host),
    ).to.deep.equal(['198.51.100.11', '127.0.0.1:6432']);
  });

  it('is printed unchanged in the guide', () => {
    const guide = readFileSync(join(packageRoot, 'docs/guides/high-availability.md'), 'utf8');
    for (const file of ['etcd.yml', 'patroni.yml', 'haproxy.cfg', 'pgbouncer.ini', 'app1.env', 'app2.env'])
      expect(guide, file).to.contain(readTemplate(file));
  });
});
