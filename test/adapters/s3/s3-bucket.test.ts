import { expect } from 'chai';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { S3Bucket, type S3Limits } from '../../../adapters/s3/index.js';
import { ObjectStoreFailure } from '../../../application/ports/object-store.js';
import { collect } from '../../support/collect.js';
import { type Fault, refuse, S3Server, s3Keys } from '../../support/counterparts/s3-server.js';
import { signatureProblem } from '../../support/counterparts/s3-signature.js';
import { errorOf } from '../../support/outcome/error-of.js';

const limits: Partial<S3Limits> = { partBytes: 1000, requestMs: 2000, retryMs: 1 };

async function* inChunks(content: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += length) yield content.subarray(at, at + length);
}

const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => (index * 193) % 251));

describe('A bucket of an S3-compatible server', () => {
  let server: S3Server;
  let bucket: S3Bucket;

  const open = (given: Partial<S3Limits> = {}, secretKey: string = s3Keys.secretKey): S3Bucket => {
    const access = {
      endpoint: new URL(server.url),
      region: 'eu-test-1',
      bucket: 'backups',
      accessKey: s3Keys.accessKey,
      secretKey,
    };
    return new S3Bucket(new NodeHttpClient(), access, { ...limits, ...given });
  };

  beforeEach(async () => {
    server = await S3Server.start();
    bucket = open();
  });
  afterEach(() => server.stop());

  const failureOf = async (work: Promise<unknown>): Promise<string> => (await errorOf(work, ObjectStoreFailure)).message;

  /** Answers the first `count` requests that `accepts` matches with a fault. */
  const firstTimes = (count: number, accepts: (method: string) => boolean, fault: Fault): Fault => {
    let left = count;
    return (request, response) => accepts(request.method) && left-- > 0 && fault(request, response);
  };

  for (const length of [0, 1, 999, 1000, 1001, 2000, 2001, 10_500])
    it(`returns an object of ${length} bytes as it was stored`, async () => {
      const content = bytes(length);
      for (const chunk of [1, 300, 1000, 4000].filter((each) => each > 1 || length < 2000)) {
        await bucket.put('some key/ü&+!*.gz', inChunks(content, chunk));
        expect(Buffer.concat(await collect(bucket.get('some key/ü&+!*.gz'))).equals(content)).to.equal(true);
      }
      expect([...server.objects.keys()]).to.deep.equal(['some key/ü&+!*.gz']);
      expect(server.uploads.size).to.equal(0);
    });

  it('lists the objects below a prefix, page by page, with keys of any letters', async () => {
    server.pageLength = 2;
    const keys = ['a/1', 'a/2 <&>+', 'a/3', 'a/4', 'a/5', 'b/1'];
    for (const key of keys) await bucket.put(key, inChunks(bytes(3), 3));
    expect(await bucket.list('a/')).to.deep.equal(keys.slice(0, 5).map((key) => ({ key, bytes: 3 })));
    expect(await failureOf(open({ pages: 2 }).list('a/'))).to.equal('there are more than 4 objects below a/');
  });

  it('removes objects, also missing ones, and uploads that began before a time', async () => {
    await bucket.put('a', inChunks(bytes(3), 3));
    await bucket.remove('a');
    await bucket.remove('a');
    expect(await bucket.list('')).to.deep.equal([]);
    const upload = { key: 'a', parts: new Map() };
    server.uploads.set('old', { ...upload, begun: new Date(1000) }).set('new', { ...upload, begun: new Date(3000) });
    await bucket.removeUnfinished('', new Date(2000));
    expect([...server.uploads.keys()]).to.deep.equal(['new']);
  });

  it('reports the error of the server without the secret', async () => {
    expect(await failureOf(open({}, 'wrong').list(''))).to.match(
      /^the server 127\.0\.0\.1:\d+ answered 403 to GET backups: SignatureDoesNotMatch/,
    );
    expect(await failureOf(collect(bucket.get('none')))).to.match(/answered 404 to GET backups\/none: NoSuchKey/);
    server.fault = (_, response) => {
      refuse(response, 403, 'AccessDenied', `no ${s3Keys.secretKey} \u202e here`);
      return true;
    };
    expect(await failureOf(bucket.remove('a'))).to.match(/AccessDenied: no \*\*\* +here$/);
    expect(server.requests.filter((request) => request.startsWith('DELETE'))).to.have.length(1);
  });

  const passing: Readonly<Record<string, Fault>> = {
    'answers 500': (_, response) => {
      refuse(response, 500, 'InternalError');
      return true;
    },
    'answers 503': (_, response) => {
      refuse(response, 503, 'SlowDown');
      return true;
    },
    'cuts the connection': (_, response) => {
      response.socket?.resetAndDestroy();
      return true;
    },
    'does not answer': () => true,
  };
  for (const [what, fault] of Object.entries(passing)) {
    it(`repeats a request to a server that ${what}, and gives up after the third`, async () => {
      const quick = open({ requestMs: 200 });
      server.fault = firstTimes(2, (method) => method === 'PUT', fault);
      await quick.put('a', inChunks(bytes(2500), 500));
      expect(server.objects.get('a')?.equals(bytes(2500))).to.equal(true);
      server.requests.length = 0;
      server.fault = firstTimes(9, (method) => method === 'PUT', fault);
      const reason = await failureOf(quick.put('b', inChunks(bytes(2500), 500)));
      expect(reason).to.match(/answered 50[03] to PUT|cannot be reached: (ECONNRESET|no answer arrived in time)/);
      expect(server.requests.filter((request) => request.startsWith('PUT'))).to.have.length(3);
      expect([server.objects.has('b'), server.uploads.size]).to.deep.equal([false, 0]);
    });
  }

  it('refuses an answer with an error and status 200', async () => {
    server.fault = ({ method, query }, response) => {
      if (method !== 'POST' || !query.has('uploadId')) return false;
      response.end('\n\n<Error><Code>InternalError</Code></Error>');
      return true;
    };
    expect(await failureOf(bucket.put('a', inChunks(bytes(2500), 500)))).to.equal('the server did not complete a: InternalError');
    expect([server.objects.size, server.uploads.size]).to.deep.equal([0, 0]);
  });

  it('refuses objects that are shorter, longer, or of another range than the server says', async () => {
    await bucket.put('a', inChunks(bytes(1500), 500));
    const answers: readonly (readonly [Record<string, string>, number])[] = [
      [{ 'Content-Range': 'bytes 0-999/1500' }, 999],
      [{ 'Content-Range': 'bytes 0-999/1500' }, 1001],
      [{ 'Content-Range': 'bytes 500-1499/1500' }, 1000],
      [{ 'Content-Range': 'bytes 0-499/1500' }, 500],
      [{}, 1500],
    ];
    for (const [headers, length] of answers) {
      server.fault = (_, response) => {
        response.writeHead(206, headers).end(bytes(length));
        return true;
      };
      expect(await failureOf(collect(bucket.get('a')))).to.match(/another (range|length)|of a with another/);
    }
  });

  it('ends an upload with the error of its source or of a stop, and leaves no parts on the server', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield bytes(2500);
      throw new TypeError('of the source');
    }
    expect((await errorOf(bucket.put('a', broken()), TypeError)).message).to.equal('of the source');
    const stop = new AbortController();
    async function* stopped(): AsyncGenerator<Buffer> {
      yield bytes(2500);
      stop.abort(new RangeError('stopped'));
      yield bytes(2500);
    }
    expect((await errorOf(bucket.put('a', stopped(), stop.signal), RangeError)).message).to.equal('stopped');
    expect([server.objects.size, server.uploads.size]).to.deep.equal([0, 0]);
  });

  it('has a test server whose signature check accepts the example of the S3 documentation', () => {
    const authorization =
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';
    const headers = {
      ...{ authorization, host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9', 'x-amz-date': '20130524T000000Z' },
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    };
    const request = { method: 'GET', target: '/test.txt', headers };
    expect(signatureProblem(request, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).to.equal(undefined);
    expect(signatureProblem({ ...request, target: '/other.txt' }, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).to.equal(
      'SignatureDoesNotMatch',
    );
  });
});
