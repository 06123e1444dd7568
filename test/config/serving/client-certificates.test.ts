import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import type { ClientCertificate } from '../../../application/ports/authentication.js';
import { type AuthStrategy, acceptedStrategies, createIpam, type Ipam, internalCaller } from '../../../config/embed.js';

const pem = (name: string): string => readFileSync(new URL(`../../../../test/support/tls/${name}`, import.meta.url), 'utf8');
const trusted = { cert: pem('certificate.pem'), key: pem('key.pem') };
const untrusted = { cert: pem('renewed-certificate.pem'), key: pem('renewed-key.pem') };

/** Authenticates the user of a certificate with the right common name. */
const byCertificate: AuthStrategy<ClientCertificate> = {
  name: 'certificate',
  evidenceIn: ({ tls }) => tls.clientCertificate(),
  prove: async (_app, { subject, fingerprint256 }) =>
    subject.CN === 'localhost' && /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(fingerprint256)
      ? { username: 'ann' }
      : { refused: 'invalid' },
};

describe('A strategy for client certificates', () => {
  let ipam: Ipam;
  let server: Server;

  before(async () => {
    const accepted = { ...acceptedStrategies, ssl: { ...acceptedStrategies.ssl, requests: ['certificate'] } };
    ipam = await createIpam({ storage: { database: createMemoryDatabase() }, strategies: [byCertificate], accepted });
    await ipam.administration.provision({
      users: [{ username: 'ann', password: 'secret', role: 'Administrator' }],
      apps: [{ id: 'main', permission: 'admin', security: 'ssl' }],
    });
    await ipam.sections.create(internalCaller, { name: 'Customers' });
    server = createServer({ ...trusted, ca: trusted.cert, requestCert: true, rejectUnauthorized: false }, (incoming, answer) =>
      ipam.handle(incoming, answer),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await ipam.close();
  });

  async function sections(certificate: object): Promise<{ status: number | undefined; body: string }> {
    const { port } = server.address() as AddressInfo;
    const sent = request({
      port,
      host: '127.0.0.1',
      path: '/api/main/sections/',
      rejectUnauthorized: false,
      agent: false,
      ...certificate,
    });
    const [answer] = await once(sent.end(), 'response');
    return { status: answer.statusCode, body: await text(answer) };
  }

  it('authenticates the user of a trusted certificate', async () => {
    const { status, body } = await sections(trusted);
    expect(status).to.equal(200);
    expect(JSON.parse(body).data[0].name).to.equal('Customers');
  });

  it('rejects a missing certificate, and one that no trusted authority has signed', async () => {
    expect((await sections({})).status).to.equal(401);
    expect((await sections(untrusted)).status).to.equal(401);
  });
});
