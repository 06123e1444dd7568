import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { StorageError } from '../../../application/ports/storage-error.js';
import { ApiServer } from '../../support/api-server.js';
import { createFailingStorage, type FailingStorage } from '../../support/databases/failing-storage.js';

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

describe('The compression of answers', () => {
  let storage: FailingStorage;
  let server: ApiServer;
  let subnet: number | undefined;

  before(async () => {
    storage = createFailingStorage();
    server = await ApiServer.start({ storage, compresses: true });
    const { client } = server;
    const sectionId = (await client.post('/sections/', { name: 'Customers' })).id;
    subnet = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
    for (let n = 0; n < 30; n++) await client.post(`/addresses/first_free/${subnet}/`, { note: 'x'.repeat(4000) });
  });
  after(() => server.close());

  /** Returns the answer without decompression. @throws Error for an incomplete answer */
  const send = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: Buffer): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const sent = { method, headers: { token: String(server.client.token), ...headers } };
      const outgoing = request(`${server.url}/api/main${path}`, sent, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(pieces) }));
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  const list = () => `/subnets/${subnet}/addresses/`;

  const recordsIn = (text: Buffer): readonly unknown[] => (JSON.parse(String(text)) as { data: unknown[] }).data;

  for (const [accepted, encoding, decompress] of [
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ] as const)
    it(`sends a list by ${encoding} to clients that accept ${accepted}, with all of its records`, async () => {
      const plain = await send(list());
      const packed = await send(list(), { 'accept-encoding': accepted });
      expect(packed.headers['content-encoding']).to.equal(encoding);
      expect(packed.headers.vary).to.match(/Accept-Encoding/i);
      expect(packed.bytes.length).to.be.below(plain.bytes.length / 4);
      expect(recordsIn(decompress(packed.bytes))).to.deep.equal(recordsIn(plain.bytes));
    });

  it('sends lists in XML by gzip', async () => {
    const { headers, bytes } = await send(list(), { 'accept-encoding': 'gzip', 'content-type': 'application/xml' });
    expect(headers['content-type']).to.match(/xml/);
    const text = String(gunzipSync(bytes)).trim();
    expect(text).to.match(/^<\?xml /);
    expect(text).to.match(/<\/\w+>$/);
  });

  for (const [title, path, headers] of [
    ['clients that accept none', () => list(), {}],
    ['clients that refuse it', () => list(), { 'accept-encoding': 'gzip;q=0, identity' }],
    ['short answers', () => '/sections/', { 'accept-encoding': 'gzip' }],
    ['errors', () => '/subnets/99999/', { 'accept-encoding': 'gzip' }],
  ] as const)
    it(`does not concern ${title}`, async () => {
      expect((await send(path(), headers)).headers['content-encoding']).to.equal(undefined);
    });

  it('does not concern event streams', async () => {
    const stream = await fetch(`${server.url}/api/main/changes/`, {
      headers: { token: String(server.client.token), accept: 'text/event-stream', 'accept-encoding': 'gzip' },
    });
    expect(stream.status).to.equal(200);
    expect(stream.headers.get('content-type')).to.match(/^text\/event-stream/);
    expect(stream.headers.get('content-encoding')).to.equal(null);
    await stream.body?.cancel();
  });

  it('aborts the answer when the storage fails within a list', async () => {
    storage.breakListsAfter(25, new StorageError('cut', 'unavailable'));
    const problem = await send(list(), { 'accept-encoding': 'gzip' }).then(
      ({ status }) => `answered ${status}`,
      (error: Error) => error.message,
    );
    expect(problem).to.equal('aborted');
    storage.breakListsAfter(Number.POSITIVE_INFINITY, new StorageError('cut', 'unavailable'));
    expect((await send(list())).status).to.equal(200);
  });
});

describe('A compressed body', () => {
  let server: ApiServer;
  before(async () => {
    server = await ApiServer.start();
  });
  after(() => server.close());

  const post = async (body: Buffer, encoding: string) => {
    const answer = await fetch(`${server.url}/api/main/sections/`, {
      method: 'POST',
      headers: { token: String(server.client.token), 'content-type': 'application/json', 'content-encoding': encoding },
      body,
    });
    return { status: answer.status, message: ((await answer.json()) as { message: string }).message };
  };

  it('is read if it is gzip', async () => {
    expect(await post(gzipSync('{"name":"Packed"}'), 'gzip')).to.deep.equal({ status: 201, message: 'Section created' });
  });

  it('of damaged data is refused with 400', async () => {
    expect(await post(Buffer.from('{"name":"Plain"}'), 'gzip')).to.deep.equal({ status: 400, message: 'Invalid gzip data' });
    const cut = gzipSync('{"name":"Cut"}').subarray(0, 20);
    expect(await post(cut, 'gzip')).to.deep.equal({ status: 400, message: 'Invalid gzip data' });
  });

  it('that decompresses to more than the limit is refused with 413', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    expect(await post(bomb, 'gzip')).to.deep.equal({ status: 413, message: 'Request body is too large' });
  });

  it('of another encoding than gzip is refused with 415', async () => {
    expect((await post(Buffer.from('x'), 'br')).status).to.equal(415);
  });
});
