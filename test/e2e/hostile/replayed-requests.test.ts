import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { EncryptingClient } from '../../http/support/encrypting-client.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder } from '../../support/temporary-folder.js';

const code = 'c'.repeat(32);
const app = { id: 'strict', permission: 'admin', security: 'crypt', code, cryptLegacy: false, cryptStrict: true };

const rounds = 10;
const copies = 4;

describe('An encrypted request sent to two processes at the same time', function () {
  this.timeout(120_000);

  it('is accepted once, by one of them', async () => {
    const [database, folder] = [await createPostgresDatabase(), makeTemporaryFolder()];
    const services: ServiceProcess[] = [];
    try {
      const file = join(folder.path, 'provision.json');
      writeFileSync(file, JSON.stringify({ apps: [app] }));
      const variables = { HEXIPAM_PROVISION: file };
      while (services.length < 2) services.push(await ServiceProcess.start({ databaseUrl: database.url, variables }));
      const clients = services.map((service) => new EncryptingClient(service.client(), app.id, code));
      const seal = (method: string, nonce: string) => ({ method, time: Math.floor(Date.now() / 1000), nonce });
      for (let round = 0; round < rounds; round++) {
        const given = { controller: 'vlan', number: 100 + round, name: 'Once', ...seal('POST', `nonce-of-round-${round}`) };
        const bytes = clients[0]?.encrypted(given) ?? Buffer.alloc(0);
        const everywhere = Array.from({ length: copies }, () => clients).flat();
        const answers = await Promise.all(everywhere.map((client) => client.sendBytes(bytes, { method: 'POST' })));
        const refused = Array.from({ length: 2 * copies - 1 }, () => '503 Invalid enc_request');
        expect(answers.map(({ summary }) => summary).sort()).to.deep.equal(['201', ...refused]);
      }
      const [first] = clients;
      const listed = await first?.send('GET', 'vlan', seal('GET', 'nonce-of-the-list'));
      expect(listed?.records.filter(({ name }) => name === 'Once')).to.have.length(rounds);
    } finally {
      await Promise.all(services.map((service) => service.kill9()));
      await database.drop();
      folder.remove();
    }
  });
});
