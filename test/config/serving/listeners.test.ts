import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { expect } from 'chai';
import { overdue, type Serving } from '../../../adapters/http/index.js';
import { answerUnreadable } from '../../../adapters/http/pipeline/unreadable-request.js';
import { ListenError } from '../../../config/listeners/listen.js';
import { type Listeners, openListeners } from '../../../config/listeners/listeners.js';
import { ConfigurationError } from '../../../config/settings/values.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { freePort } from '../../support/transfer/free-port.js';
import { makeCertificate } from '../support/certificate.js';

const local = { host: '127.0.0.1', port: 0 };

const portOf = (url: string | undefined): number => Number(new URL(url ?? '').port);

/** The common name of the certificate of a server. */
function certificateName(port: number, version: SecureVersion = 'TLSv1.3'): Promise<string> {
  return new Promise((resolve, reject) => {
    const anyCipher = 'DEFAULT@SECLEVEL=0'; // otherwise the client rejects old versions
    const wanted = { rejectUnauthorized: false, minVersion: version, maxVersion: version, ciphers: anyCipher };
    const socket = connectTls({ port, host: '127.0.0.1', ...wanted }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

function fetchText(url: string, agent: Agent): Promise<{ text: string; headers: IncomingMessage['headers'] }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let text = '';
      response.on('data', (data) => {
        text += data;
      });
      response.on('end', () => resolve({ text, headers: response.headers }));
      response.on('error', reject);
    }).on('error', reject);
  });
}

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });

describe('The listeners', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hexipam-listeners-'));
  after(() => rmSync(folder, { recursive: true }));

  const maxRequests = 100;
  let listeners: Listeners | undefined;
  let held: ServerResponse[] = [];
  afterEach(async () => {
    await listeners?.close(0);
    held = [];
  });

  /** Responds immediately, except to /slow. The test ends these responses. */
  const api: Serving = {
    handle: (request, response) => {
      if (request.url === '/slow') held.push(response);
      else response.end('quick');
    },
    handleUnreadable: (_error, socket) => void socket.end('HTTP/1.1 400 Unreadable\r\n\r\n'),
  };
  const open = async (tls: Parameters<typeof openListeners>[0]['tls'] = null): Promise<Listeners> => {
    listeners = await openListeners({ http: local, tls, maxRequests, trustedProxies: [] }, api);
    return listeners;
  };
  const untilHeld = async () => {
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('report the selected port for port 0', async () => {
    const { urls } = await open();
    expect(urls).to.have.length(1);
    expect(urls[0]).to.match(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(await (await fetch(urls[0] ?? '')).text()).to.equal('quick');
  });

  it('write an IPv6 address in brackets', async function () {
    try {
      listeners = await openListeners({ http: { host: '::1', port: 0 }, tls: null, maxRequests, trustedProxies: [] }, api);
    } catch {
      this.skip(); // a machine without IPv6
    }
    expect(listeners?.urls[0]).to.match(/^http:\/\/\[::1\]:\d+$/);
  });

  it('report in one line that a port is in use', async () => {
    const { urls } = await open();
    const port = portOf(urls[0]);
    const error = await openListeners(
      { http: { host: '127.0.0.1', port }, tls: null, maxRequests, trustedProxies: [] },
      api,
    ).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ListenError);
    expect(error).to.have.property('message', `cannot listen on http://127.0.0.1:${port}: the port is in use by another program`);
  });

  it('close the plain listener when the TLS listener cannot be opened', async () => {
    const { certificate, key } = makeCertificate(folder, 'closing');
    const { urls } = await open();
    const taken = portOf(urls[0]);
    const plainPort = await freePort();
    const tls = { port: taken, certificateFile: certificate, keyFile: key };
    const error = await openListeners(
      { http: { host: '127.0.0.1', port: plainPort }, tls, maxRequests, trustedProxies: [] },
      api,
    ).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ListenError);
    expect(await isRefused(plainPort)).to.equal(true);
  });

  describe('have four connection slots for each allowed request', () => {
    const sockets: Socket[] = [];
    let port: number;
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
    });

    /** Opens a connection from 127.0.0.<client>. */
    const connectAs = async (client: number, sent = ''): Promise<Socket> => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${client}` });
      sockets.push(socket.on('error', () => undefined));
      await once(socket, 'connect');
      socket.resume().write(sent);
      return socket;
    };
    const openFor = async (max: number, trusted: string[] = []): Promise<void> => {
      const trustedProxies = trusted.map((network) => Prefix.parse(network));
      const impatient = { connectionTimeoutMs: 0 };
      listeners = await openListeners({ http: local, tls: null, maxRequests: max, trustedProxies }, api, impatient);
      port = portOf(listeners.urls[0]);
    };
    /** Opens connections one after the other, and waits until the number of open ones is stable. */
    const connectAll = async (clients: readonly number[], sent?: string): Promise<Socket[]> => {
      const opened = [];
      for (const client of clients) opened.push(await connectAs(client, sent));
      await settled(opened);
      return opened;
    };
    const settled = async (opened: readonly Socket[]): Promise<void> => {
      for (let count = -1; count !== opened.filter(({ readyState }) => readyState === 'open').length; ) {
        count = opened.filter(({ readyState }) => readyState === 'open').length;
        await new Promise((resolve) => setTimeout(resolve, 50));
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve)); // 50 ms may contain no turn
      }
    };
    const isOpen = ({ readyState }: Socket): boolean => readyState === 'open';
    const answerTo = async (client: number): Promise<string> => {
      const socket = await connectAs(client, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      return String((await once(socket, 'data'))[0]);
    };

    it('and leave a quarter of them to the newest idle connections of one client', async () => {
      await openFor(4);
      const opened = await connectAll(Array(10).fill(2));
      expect(opened.map(isOpen)).to.deep.equal([...Array(6).fill(false), ...Array(4).fill(true)]);
      expect(await answerTo(3)).to.match(/^HTTP\/1.1 200/);
      expect(opened.slice(6).every(isOpen)).to.equal(true);
    });

    const slow = {
      'half-sent requests': 'GET / HTTP/1.1\r\nHost:',
      'incomplete bodies': 'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc',
      'answered requests': 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    };
    for (const [name, sent] of Object.entries(slow)) {
      it(`and count ${name} as idle connections`, async () => {
        await openFor(4);
        const opened = await connectAll(Array(10).fill(2), sent);
        expect(opened.filter(isOpen)).to.have.length(4);
      });
    }

    it('and do not count running requests as idle', async () => {
      await openFor(4);
      const opened = await connectAll(Array(10).fill(2), 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(opened.every(isOpen)).to.equal(true);
      for (const response of held) response.end();
      await settled(opened);
      expect(opened.filter(isOpen)).to.have.length(4);
    });

    it('and do not limit idle connections of trusted proxies', async () => {
      await openFor(4, ['127.0.0.2/32']);
      const opened = await connectAll(Array(10).fill(2));
      expect(opened.every(isOpen)).to.equal(true);
    });

    it('and close a connection of the client with the most idle ones, when all are in use', async () => {
      await openFor(2);
      const opened = await connectAll([3, 4, 5, 2, 2, 7, 8, 9]);
      expect(opened.every(isOpen)).to.equal(true);
      expect(await answerTo(6)).to.match(/^HTTP\/1.1 200/);
      await settled(opened);
      expect(opened.slice(3, 5).filter(isOpen)).to.have.length(1);
      expect(opened.filter(isOpen)).to.have.length(7);
    });

    it('and reject connections only while requests run on all of them', async () => {
      await openFor(1);
      const opened = await connectAll([2, 3, 4, 5], 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
      const refused = await connectAs(6);
      await settled([...opened, refused]);
      expect([...opened, refused].map(isOpen)).to.deep.equal([true, true, true, true, false]);
      for (const response of held) response.end();
      expect(await answerTo(6)).to.match(/^HTTP\/1.1 200/);
    });

    it('and serve other clients while one opens 1,000 connections', async () => {
      await openFor(100);
      const flood = Array.from({ length: 1000 }, () => connectAs(2));
      for (let i = 0; i < 20; i++) expect(await answerTo(3)).to.match(/^HTTP\/1.1 200/);
      await settled(await Promise.all(flood));
      expect((await Promise.all(flood)).filter(isOpen)).to.have.length(100);
    });
  });

  it('respond to many concurrent requests of one client, despite its aborted connections', async () => {
    const { urls } = await open();
    const begin = (): Promise<string> => fetchText(urls[0] ?? '', new Agent()).then(({ text }) => text);
    const givenUp = Array.from({ length: 50 }, () => connect(portOf(urls[0]), '127.0.0.1'));
    for (const socket of givenUp) socket.on('connect', () => socket.resetAndDestroy()).on('error', () => undefined);
    const answers = await Promise.all(Array.from({ length: 300 }, begin));
    expect(answers).to.deep.equal(Array(300).fill('quick'));
  });

  it('serve the requests of a connection one after the other, and stop reading meanwhile', async () => {
    const { urls } = await open();
    const count = 1000;
    const socket = connect(portOf(urls[0]), '127.0.0.1');
    let answers = 0;
    socket.on('data', (data) => {
      answers += String(data).split('HTTP/1.1 200').length - 1;
    });
    socket.write(`GET /slow HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`.repeat(count));
    await untilHeld();
    for (let i = 0; i < 100; i++) await fetchText(urls[0] ?? '', new Agent());
    expect(held).to.have.length(1);
    expect(socket.writableLength).to.be.greaterThan(0);
    for (; answers < count; await new Promise((resolve) => setImmediate(resolve))) {
      expect(held.length).to.be.at.most(1);
      held.shift()?.end();
    }
    socket.destroy();
  });

  it('close connections without a byte or a complete head in time', async () => {
    const limits = { headersTimeout: 100, connectionsCheckingInterval: 20 };
    listeners = await openListeners({ http: local, tls: null, maxRequests, trustedProxies: [] }, api, limits);
    for (const sent of ['', 'GET / HTTP/1.1\r\nHost:']) {
      const socket = connect({ port: portOf(listeners.urls[0]), host: '127.0.0.1' });
      socket.write(sent);
      await once(socket.resume(), 'end');
      socket.destroy();
    }
  });

  it('return 503 after a timeout, and close idle connections without a response', async () => {
    const codes: unknown[] = [];
    const recordingApi: Serving = {
      handle: api.handle,
      handleUnreadable: (error, socket) => {
        codes.push(error.code);
        answerUnreadable(error, socket);
      },
    };
    const configuration = { http: local, tls: null, maxRequests, trustedProxies: [] };
    listeners = await openListeners(configuration, recordingApi, { silenceTimeout: 500 });
    const url = listeners.urls[0] ?? '';
    const idle = connect(portOf(url), '127.0.0.1');
    let receivedText = '';
    idle.on('data', (data) => {
      receivedText += data;
    });
    const [answer] = await Promise.all([fetch(`${url}/slow`, { method: 'POST' }), once(idle, 'close')]);
    expect(answer.status).to.equal(503);
    expect(await answer.json()).to.include({ code: 503, success: false });
    expect(receivedText).to.equal('');
    expect(codes).to.deep.equal([overdue]);
    held[0]?.end('too late'); // has no effect
    expect(await (await fetch(url)).text()).to.equal('quick');
  });

  it('leave input that is not HTTP to the API', async () => {
    const { urls } = await open();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(portOf(urls[0]), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      socket.on('data', (data) => resolve(String(data)));
    });
    expect(answer).to.match(/^HTTP\/1\.1 400 Unreadable/);
  });

  it('respond to complete requests before they reject later input that is not HTTP', async () => {
    const { urls } = await open();
    const socket = connect(portOf(urls[0]), '127.0.0.1');
    const answers = text(socket);
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n');
    await untilHeld();
    held[0]?.end('slow');
    const statuses = (await answers).match(/HTTP\/1\.1 \d+|slow|quick/g);
    expect(statuses).to.deep.equal(['HTTP/1.1 200', 'slow', 'HTTP/1.1 200', 'quick', 'HTTP/1.1 400']);
  });

  it('reject a request with an unreadable body immediately, after the response to an earlier one', async () => {
    const { urls } = await open();
    const broken = 'POST /slow HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n';
    for (const before of ['', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n']) {
      const socket = connect(portOf(urls[0]), '127.0.0.1');
      socket.write(`${before}${broken}`);
      const statuses = (await text(socket)).match(/HTTP\/1\.1 \d+/g);
      expect(statuses).to.deep.equal([...(before ? ['HTTP/1.1 200'] : []), 'HTTP/1.1 400']);
    }
  });

  describe('with TLS', () => {
    it('speak TLS 1.2 and 1.3 but nothing older', async () => {
      const { certificate, key } = makeCertificate(folder, 'versions');
      const { urls } = await open({ port: 0, certificateFile: certificate, keyFile: key });
      expect(urls[1]).to.match(/^https:\/\/127\.0\.0\.1:\d+$/);
      expect(await certificateName(portOf(urls[1]), 'TLSv1.3')).to.equal('versions');
      expect(await certificateName(portOf(urls[1]), 'TLSv1.2')).to.equal('versions');
      expect(await certificateName(portOf(urls[1]), 'TLSv1.1').catch(() => 'refused')).to.equal('refused');
    });

    it('use a replaced certificate after a reload, and the old one when the new one is invalid', async () => {
      const first = makeCertificate(folder, 'first', 'reloaded');
      const { urls, reloadCertificate } = await open({ port: 0, certificateFile: first.certificate, keyFile: first.key });
      makeCertificate(folder, 'second', 'reloaded');
      reloadCertificate();
      expect(await certificateName(portOf(urls[1]))).to.equal('second');
      rmSync(first.key);
      expect(reloadCertificate).to.throw(
        ConfigurationError,
        /^HEXIPAM_TLS_CERT and HEXIPAM_TLS_KEY are not a certificate and its key: /,
      );
      expect(await certificateName(portOf(urls[1]))).to.equal('second');
    });

    it('close connections properly, idle ones and those with a request', async () => {
      const { certificate, key } = makeCertificate(folder, 'closing');
      const opened = await open({ port: 0, certificateFile: certificate, keyFile: key });
      const sockets = Array.from({ length: 4 }, () =>
        connectTls({ port: portOf(opened.urls[1]), host: '127.0.0.1', rejectUnauthorized: false }),
      );
      await Promise.all(sockets.map((socket) => once(socket, 'secureConnect')));
      const all = Promise.all(sockets.map((socket) => text(socket)));
      for (const socket of sockets.slice(0, 2)) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      const closed = opened.close(25_000);
      expect((await all).map((answers) => /^Connection: close\r$/m.test(answers))).to.deep.equal([true, true, false, false]);
      await closed;
    });

    it('are not opened with the key of another certificate', async () => {
      const { certificate } = makeCertificate(folder, 'one');
      const { key } = makeCertificate(folder, 'other');
      const error = await open({ port: 0, certificateFile: certificate, keyFile: key }).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(ConfigurationError);
    });
  });

  describe('when they close', () => {
    it('finish running responses, mark them as the last of their connection, and accept no new connection', async () => {
      const opened = await open();
      const agent = new Agent({ keepAlive: true });
      const slow = fetchText(`${opened.urls[0]}/slow`, agent);
      await untilHeld();
      const closed = opened.close(5000);
      while (!(await isRefused(portOf(opened.urls[0])))) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const response of held) response.end('finished');
      const { text, headers } = await slow;
      expect([text, headers.connection]).to.deep.equal(['finished', 'close']);
      await closed;
      agent.destroy();
    });

    /** Sends requests, and reads until the connection ends. @returns the received text. @throws when the connection is reset */
    const talk = (socket: Socket, requests: string): Promise<string> => {
      socket.write(requests);
      return text(socket);
    };
    const aRequest = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const answersIn = (answers: string): number => answers.split('HTTP/1.1 200').length - 1;

    it('respond on connections that the system has established but the process has not accepted', async () => {
      const opened = await open();
      const sockets = Array.from({ length: 150 }, () => connect(portOf(opened.urls[0]), '127.0.0.1'));
      const all = Promise.all(sockets.map((socket) => talk(socket, aRequest)));
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      const closed = opened.close(25_000);
      for (const answers of await all) {
        expect(answersIn(answers)).to.equal(1);
        expect(answers).to.match(/^Connection: close\r$/m);
      }
      await closed;
    });

    it('respond to requests that arrive on idle connections at the same time, and close these by FIN', async () => {
      const opened = await open();
      const sockets = Array.from({ length: 50 }, () => connect(portOf(opened.urls[0]), '127.0.0.1'));
      for (const socket of sockets) socket.write(aRequest);
      await Promise.all(sockets.map((socket) => once(socket, 'data')));
      const all = Promise.all(sockets.map((socket) => talk(socket, aRequest)));
      const closed = opened.close(25_000);
      for (const answers of await all) {
        expect(answersIn(answers)).to.equal(1);
        expect(answers).to.match(/^Connection: close\r$/m);
      }
      await closed;
    });

    it('respond to all requests that wait behind a running one, and mark only the last response', async () => {
      const opened = await open();
      const socket = connect(portOf(opened.urls[0]), '127.0.0.1');
      const answered = talk(socket, aRequest.replace('/', '/slow') + aRequest.repeat(60));
      await untilHeld();
      const closed = opened.close(25_000);
      held[0]?.end('slow');
      const answers = await answered;
      expect(answersIn(answers)).to.equal(61);
      expect(answers.split('Connection: close')).to.have.length(2);
      expect(answers.lastIndexOf('Connection: close')).to.be.greaterThan(answers.lastIndexOf('HTTP/1.1 200'));
      await closed;
    });

    it('close idle connections immediately', async () => {
      const opened = await open();
      const agent = new Agent({ keepAlive: true });
      await fetchText(`${opened.urls[0]}/`, agent);
      const before = Date.now();
      await opened.close(25_000);
      expect(Date.now() - before).to.be.lessThan(10_000);
      agent.destroy();
    });

    for (const [title, sent] of [
      ['without data', ''],
      ['with the beginning of a request', 'GET / HTTP/1.1\r\nHo'],
      ['with the beginning of a second request', 'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT'],
    ] as const)
      it(`soon close connections ${title}`, async () => {
        const opened = await open();
        const sockets = Array.from({ length: 3 }, () => connect(portOf(opened.urls[0]), '127.0.0.1'));
        const ends = sockets.map((socket) =>
          once(
            socket.resume().on('error', () => undefined),
            'close',
          ),
        );
        for (const socket of sockets) socket.write(sent);
        await new Promise((resolve) => setTimeout(resolve, 50));
        const before = Date.now();
        await opened.close(25_000);
        expect(Date.now() - before).to.be.lessThan(10_000);
        await Promise.all(ends);
      });

    it('respond to requests whose bodies or last bytes arrive meanwhile', async () => {
      const opened = await open();
      const [slowHead, slowBody] = [0, 0].map(() => connect(portOf(opened.urls[0]), '127.0.0.1')) as [Socket, Socket];
      const answers = [slowHead, slowBody].map((socket) => text(socket));
      slowHead.write('GET / HTTP/1.1\r\nHo');
      slowBody.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab');
      await untilHeld();
      const closed = opened.close(25_000);
      setTimeout(() => slowHead.write('st: x\r\n\r\n'), 100);
      setTimeout(() => slowBody.write('cd'), 2000);
      held[0]?.req.on('end', () => held[0]?.end('at last')).resume();
      const [head, body] = await Promise.all(answers);
      expect(head).to.match(/^HTTP\/1.1 200 .*quick/s);
      expect(body).to.match(/^HTTP\/1.1 200 .*at last/s);
      await closed;
    });

    it('abort unfinished requests after the timeout', async () => {
      const opened = await open();
      const slow = fetchText(`${opened.urls[0]}/slow`, new Agent()).catch(() => 'cut');
      await untilHeld();
      const before = Date.now();
      await opened.close(200);
      expect(Date.now() - before).to.be.within(190, 10_000);
      expect(await slow).to.equal('cut');
    });
  });
});
