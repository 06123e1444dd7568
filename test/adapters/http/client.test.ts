import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { clientOf } from '../../../adapters/http/pipeline/exchange.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { ApiServer } from '../../support/api-server.js';

/** A request over a connection from the given address. */
const requestFrom = (remoteAddress: string, headers: IncomingMessage['headers'], encrypted = false): IncomingMessage =>
  Object.assign(Object.create(null), { socket: { remoteAddress, encrypted }, headers });

const proxies = ['10.0.0.0/8'].map((text) => Prefix.parse(text));
const clientBy = (proto: string | undefined, from = '10.0.0.1', encrypted = false) =>
  clientOf(requestFrom(from, { 'x-forwarded-for': '192.0.2.9, 10.0.0.2', 'x-forwarded-proto': proto }, encrypted), proxies);

describe('The client of a request', () => {
  it('comes from the headers of the nearest trusted proxy, not from those of the client', () => {
    const cases: [proto: string | undefined, encrypted: boolean][] = [
      ['https', true],
      ['HTTPS', true],
      ['http', false],
      ['https, http', false],
      ['https,https , http', false],
      ['http, https', true],
      ['', false],
      [undefined, false],
    ];
    for (const [proto, encrypted] of cases)
      expect(clientBy(proto), String(proto)).to.deep.include({ address: '192.0.2.9', encrypted });
    expect(clientBy(undefined, '10.0.0.1', true).encrypted).to.equal(true);
    expect(clientBy('http', '10.0.0.1', true).encrypted).to.equal(false);
  });

  it('comes from the connection when its peer is not a trusted proxy', () => {
    expect(clientBy('https', '192.0.2.1')).to.deep.include({ address: '192.0.2.1', encrypted: false });
    expect(clientBy('http', '192.0.2.1', true)).to.deep.include({ address: '192.0.2.1', encrypted: true });
  });

  it('has a network (the IPv4 address or the IPv6 /64), and a flag for trusted proxies', () => {
    expect(clientBy('https')).to.deep.include({ network: '192.0.2.9', isProxy: false });
    expect(clientOf(requestFrom('10.0.0.1', {}), proxies)).to.deep.include({ network: '10.0.0.1', isProxy: true });
    expect(clientOf(requestFrom('10.0.0.1', {}), [])).to.deep.include({ network: '10.0.0.1', isProxy: false });
    expect(clientOf(requestFrom('2001:db8::1', {}), proxies)).to.deep.include({ network: '2001:db8::/64', isProxy: false });
  });

  it('must use HTTPS for an application that requires it', async () => {
    const apps = [
      { id: 'main', permission: 'admin', security: 'none' },
      { id: 'secure', permission: 'read', security: 'ssl' },
    ];
    const server = await ApiServer.start({ trustedProxies: [Prefix.parse('127.0.0.1/32')], provision: { apps: apps } });
    try {
      const send = async (proto: string): Promise<string> =>
        (
          await server
            .unauthenticated('secure')
            .send({ method: 'GET', target: '/sections/', headers: { 'X-Forwarded-Proto': proto } })
        ).summary;
      expect(await send('https, http')).to.equal('503 SSL connection is required for API');
      expect(await send('http, https')).to.equal('401 Unauthorized');
    } finally {
      await server.close();
    }
  });
});
