import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { expect } from 'chai';
import type { Api } from '../../adapters/http/index.js';
import { ConfigurationError } from '../../config/configuration-error.js';
import { ListenError, type Listeners, openListeners } from '../../config/listeners.js';
import { makeCertificate } from './support/certificate.js';

const local = { host: '127.0.0.1', port: 0 };

const portOf = (url: string | undefined): number => Number(new URL(url ?? '').port);

/** Common name of the certificate that a server shows. */
function certificateName(port: number, version: SecureVersion = 'TLSv1.3'): Promise<string> {
  return new Promise((resolve, reject) => {
    const anyCipher = 'DEFAULT@SECLEVEL=0'; // else this side refuses old versions by itself
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

  const mostRequests = 100;
  let listeners: Listeners | undefined;
  let held: ServerResponse[] = [];
  afterEach(async () => {
    await listeners?.close(0);
    held = [];
  });

  /** Answers at once, but holds the answer to /slow. */
  const api: Api = {
    handle: (request, response) => {
      if (request.url === '/slow') held.push(response);
      else response.end('quick');
    },
    handleUnreadable: (_error, socket) => void socket.end('HTTP/1.1 400 Unreadable\r\n\r\n'),
  };
  const open = async (tls: Parameters<typeof openListeners>[0]['tls'] = null): Promise<Listeners> => {
    listeners = await openListeners({ http: local, tls, mostRequests }, api);
    return listeners;
  };
  const untilHeld = async () => {
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('tell the port that was chosen for port 0', async () => {
    const { urls } = await open();
    expect(urls).to.have.length(1);
    expect(urls[0]).to.match(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(await (await fetch(urls[0] ?? '')).text()).to.equal('quick');
  });

  it('write an IPv6 address in brackets', async function () {
    try {
      listeners = await openListeners({ http: { host: '::1', port: 0 }, tls: null, mostRequests }, api);
    } catch {
      this.skip(); // a machine without IPv6
    }
    expect(listeners?.urls[0]).to.match(/^http:\/\/\[::1\]:\d+$/);
  });

  it('say in one line that a port is in use', async () => {
    const { urls } = await open();
    const port = portOf(urls[0]);
    const error = await openListeners({ http: { host: '127.0.0.1', port }, tls: null, mostRequests }, api).catch(
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(ListenError);
    expect(error).to.have.property('message', `cannot listen on http://127.0.0.1:${port}: the port is in use by another program`);
  });

  it('close the plain listener when the other cannot be opened', async () => {
    const { certificate, key } = makeCertificate(folder, 'closing');
    const { urls } = await open();
    const taken = portOf(urls[0]);
    const plainPort = taken === 65535 ? 65534 : taken + 1;
    const tls = { port: taken, certificateFile: certificate, keyFile: key };
    const error = await openListeners({ http: { host: '127.0.0.1', port: plainPort }, tls, mostRequests }, api).catch(
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(ListenError);
    expect(await isRefused(plainPort)).to.equal(true);
  });

  it('keep four connections for each request that may be under way, and drop further ones', async () => {
    listeners = await openListeners({ http: local, tls: null, mostRequests: 2 }, api);
    const port = portOf(listeners.urls[0]);
    const sockets = await Promise.all(
      Array.from(
        { length: 10 },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => resolve(socket));
          }),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sockets.filter(({ readyState }) => readyState === 'open')).to.have.length(8);
    for (const socket of sockets) socket.destroy();
  });

  it('leave what is not HTTP to the interface', async () => {
    const { urls } = await open();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(portOf(urls[0]), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      socket.on('data', (data) => resolve(String(data)));
    });
    expect(answer).to.match(/^HTTP\/1\.1 400 Unreadable/);
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

    it('show a replaced certificate after a reload, and keep the old one when the new one is broken', async () => {
      const first = makeCertificate(folder, 'first', 'reloaded');
      const { urls, reloadCertificate } = await open({ port: 0, certificateFile: first.certificate, keyFile: first.key });
      makeCertificate(folder, 'second', 'reloaded');
      reloadCertificate();
      expect(await certificateName(portOf(urls[1]))).to.equal('second');
      rmSync(first.key);
      expect(reloadCertificate).to.throw(
        ConfigurationError,
        /^HEXIPAM_TLS_CERT and HEXIPAM_TLS_KEY are no certificate and its key: /,
      );
      expect(await certificateName(portOf(urls[1]))).to.equal('second');
    });

    it('are not opened with a key that belongs to another certificate', async () => {
      const { certificate } = makeCertificate(folder, 'one');
      const { key } = makeCertificate(folder, 'other');
      const error = await open({ port: 0, certificateFile: certificate, keyFile: key }).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(ConfigurationError);
    });
  });

  describe('when they close', () => {
    it('finish the answers under way, mark them as the last of their connection, and accept nothing new', async () => {
      const opened = await open();
      const agent = new Agent({ keepAlive: true });
      const slow = fetchText(`${opened.urls[0]}/slow`, agent);
      await untilHeld();
      const closed = opened.close(5000);
      expect(await isRefused(portOf(opened.urls[0]))).to.equal(true);
      for (const response of held) response.end('finished');
      const { text, headers } = await slow;
      expect([text, headers.connection]).to.deep.equal(['finished', 'close']);
      await closed;
      agent.destroy();
    });

    it('end idle connections at once', async () => {
      const opened = await open();
      const agent = new Agent({ keepAlive: true });
      await fetchText(`${opened.urls[0]}/`, agent);
      const before = Date.now();
      await opened.close(25_000);
      expect(Date.now() - before).to.be.lessThan(10_000);
      agent.destroy();
    });

    it('cut what is not finished when the time is over', async () => {
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
