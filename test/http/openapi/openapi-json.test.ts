import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ApiServer } from '../../support/api-server.js';
import { apiDescription, numbersDescription } from '../../support/described/api-description.js';

describe('GET /openapi.json', () => {
  let server: ApiServer;
  before(async () => {
    server = await ApiServer.start();
  });
  after(() => server.close());

  const get = (headers: Readonly<Record<string, string>> = {}, method = 'GET', target = '/openapi.json') =>
    server.unauthenticated('main').raw({ method, target, headers });

  for (const [target, description] of [
    ['/openapi.json', numbersDescription],
    ['/openapi-strings.json', apiDescription],
  ] as const)
    it(`returns the document at ${target} to clients without a token`, async () => {
      const answer = await get({}, 'GET', target);
      expect(answer.status).to.equal(200);
      expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8');
      const { info, ...others } = JSON.parse(answer.text);
      const { info: expectedInfo, ...expected } = JSON.parse(JSON.stringify(description));
      expect(others).to.deep.equal(expected);
      expect({ ...info, version: '' }).to.deep.equal({ ...expectedInfo, version: '' });
    });

  it('returns 304 for the current entity tag, in either encoding', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const { headers } = await get({ 'accept-encoding': encoding });
      const again = await get({ 'accept-encoding': encoding, 'if-none-match': String(headers.etag) });
      expect([again.status, again.text, again.headers.etag]).to.deep.equal([304, '', headers.etag]);
      expect(headers['cache-control']).to.equal('no-cache');
    }
    expect((await get({ 'if-none-match': '"another"' })).status).to.equal(200);
  });

  it('returns compressed text with another entity tag to clients that accept gzip', async () => {
    const [plain, compressed] = [await get(), await compressedText(server.url)];
    expect(compressed.text).to.equal(plain.text);
    expect(compressed.tag).to.not.equal(plain.headers.etag);
  });

  it('returns no body for HEAD, and 501 for other methods', async () => {
    const head = await get({}, 'HEAD');
    expect([head.status, head.text]).to.deep.equal([200, '']);
    expect((await get({}, 'POST')).summary).to.equal('501 Method not implemented');
  });

  it('returns 404 for other paths', async () => {
    for (const target of ['/x/openapi.json', '/openapi.json/x', '/openapi'])
      expect((await get({}, 'GET', target)).summary).to.equal('404 Not Found');
  });
});

/** Requests the document with gzip; returns the decompressed text and the entity tag. */
async function compressedText(url: string): Promise<{ text: string; tag: string | null }> {
  return new Promise((resolve, reject) => {
    request(`${url}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ text: gunzipSync(Buffer.concat(chunks)).toString(), tag: response.headers.etag ?? null }),
      );
    })
      .on('error', reject)
      .end();
  });
}
