import { expect } from 'chai';
import { csvTable } from '../../../adapters/csv/index.js';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { netboxFile, netboxSite } from '../../../adapters/netbox/index.js';
import { PowerDnsZones } from '../../../adapters/powerdns/powerdns-zones.js';
import { S3Bucket } from '../../../adapters/s3/index.js';
import { httpWebhookSender } from '../../../adapters/webhooks/http-webhook-sender.js';
import { collect } from '../../support/collect.js';
import { bytesWithoutEnd } from '../../support/counterparts/files.js';
import { httpManners } from '../../support/counterparts/http-manners.js';
import { type Counterpart, type Manner, manners, startCounterpart } from '../../support/counterparts/tcp-counterpart.js';

const timeoutMs = 1_000;
const maxAnswer = 1_000_000;
/** Limit of the sent bytes, including buffers of the system and the runtime. */
const maxSent = 30_000_000;

/** Adapters that send HTTP requests, and the error of each without a valid answer. */
const clients: Readonly<Record<string, { readonly ask: (url: string) => Promise<unknown>; readonly error: string }>> = {
  NetBox: {
    ask: (url) => collect(netboxSite(new NodeHttpClient(), url, 'token', { call: timeoutMs, maxAnswer }).pages('sites')),
    error: 'SourceError',
  },
  'PowerDNS, a list of zones': {
    ask: (url) => new PowerDnsZones(new NodeHttpClient(), access(url), limits).zones(),
    error: 'DnsError',
  },
  'a bucket, its list': { ask: (url) => bucketAt(url).list(''), error: 'ObjectStoreFailure' },
  'a bucket, an object': { ask: (url) => collect(bucketAt(url).get('key')), error: 'ObjectStoreFailure' },
  'a receiver of webhooks': {
    ask: (url) =>
      httpWebhookSender(new NodeHttpClient(), timeoutMs)
        .send({
          url,
          secret: 'a secret of 16 or more',
          body: '{}',
          contentType: 'application/json',
          eventId: '1',
          timestamp: 1,
          privateTargets: true,
        })
        .then(() => 'an answer, of which nothing is used'),
    error: 'WebhookFailure',
  },
};

function bucketAt(url: string): S3Bucket {
  const access = { endpoint: new URL(url), region: 'eu', bucket: 'backups', accessKey: 'id', secretKey: 'secret' };
  return new S3Bucket(new NodeHttpClient(), access, { requestMs: timeoutMs, answerBytes: maxAnswer, tries: 1 });
}

const limits = { call: timeoutMs, stream: timeoutMs, maxAnswer };
const access = (server: string) => ({ server, serverId: 'localhost', key: 'key', account: 'hexipam' });

async function withCounterpart<T>(manner: Manner, work: (server: Counterpart) => Promise<T>): Promise<T> {
  const server = await startCounterpart(manner);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

describe('Counterparts that are endless, slow, huge or malformed', () => {
  for (const [name, { ask, error }] of Object.entries(clients))
    for (const [how, manner] of Object.entries<Manner>({ ...manners, ...httpManners }))
      it(`make a request to ${name} fail in bounded time and memory (${how})`, () =>
        withCounterpart(manner, async (server) => {
          const outcome = await ask(`http://127.0.0.1:${server.port}/`).then(
            (value) => value,
            (thrown: Error) => thrown,
          );
          if (outcome !== 'an answer, of which nothing is used') {
            expect(outcome).to.be.instanceOf(Error).with.property('name', error);
            expect((outcome as Error).message).not.to.match(/[\p{Cc}\p{Cf}]/u);
          }
          expect(server.sentBytes()).to.be.below(maxSent);
        }));

  it('make the import from a NetBox without a last page fail', () =>
    withCounterpart(httpManners.emptyPages, async (server) => {
      const pages = collect(
        netboxSite(new NodeHttpClient(), `http://127.0.0.1:${server.port}/`, undefined, limits).pages('sites'),
      );
      const problem = await pages.catch((error: Error) => error.message);
      expect(problem).to.match(/a page before the last one is empty|more than/);
    }));

  it('make the reading of endless files fail', async () => {
    const problem = (reading: Promise<unknown>): Promise<string> =>
      reading.then(
        () => 'none',
        (error: Error) => `${error.name}: ${error.message}`,
      );
    expect(await problem(netboxFile(bytesWithoutEnd('{"a":')))).to.equal('SourceError: the file has more than 268435456 bytes');
    for (const text of ['x', '"', ','])
      expect(await problem(csvTable('vlan', () => bytesWithoutEnd(text), {})), text).to.match(
        /Error: .*(longer than|not closed|no header row)/,
      );
  });
});
