import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fillWithEmbeddedDatabase } from '../support/databases/prepared-databases.js';
import { runProgram } from '../support/processes/program-run.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { Receiver } from '../support/receiver.js';
import { makeTemporaryFolder } from '../support/temporary-folder.js';

const provision = {
  settings: { webhooks: { privateTargets: true } },
  users: [{ username: 'Admin', password: 'admin secret', role: 'Administrator' }],
  apps: [{ id: 'default', permission: 'admin', security: 'none' }],
};

describe('A service with a webhook', () => {
  it('is told of it on the command line, delivers what changes, signed, and keeps the secret to itself', async () => {
    const folder = makeTemporaryFolder();
    const receiver = await Receiver.start();
    const data = join(folder.path, 'data');
    const databaseUrl = `file:${data}`;
    const file = join(folder.path, 'provision.json');
    writeFileSync(file, JSON.stringify(provision));
    await fillWithEmbeddedDatabase(data);
    const service = await ServiceProcess.start({ databaseUrl, variables: { HEXIPAM_PROVISION: file } });
    const command = async (...words: readonly string[]): Promise<string> => {
      const { code, output, errors } = await runProgram(['webhook', ...words], { databaseUrl, folder: folder.path });
      expect([code, errors]).to.deep.equal([0, '']);
      return output;
    };
    try {
      const added = await command('add', 'hook', '--url', receiver.url, '--kinds', 'section');
      const secret = /^secret: (\S{32}) \(it is not shown again\)$/m.exec(added)?.[1] ?? '';
      expect(secret).not.to.equal('');
      expect(await command('test', 'hook')).to.equal('webhook hook: 1 delivered\n');
      const client = await service.signIn({ password: 'admin secret' });
      const { id } = await client.post('/sections/', { name: 'Told' });
      await client.patch(`/sections/${id}/`, { description: 'changed' });
      await receiver.until(({ events }) => events.length === 3);
      const brief = receiver.events.map(({ kind, action, objectId }) => [kind, action, objectId]);
      expect(brief.slice(1)).to.deep.equal([
        ['section', 'add', id],
        ['section', 'edit', id],
      ]);
      for (const { headers, body } of receiver.received) {
        const signature = createHmac('sha256', secret).update(`${headers['hexipam-timestamp']}.${body}`).digest('hex');
        expect(headers['hexipam-signature']).to.equal(`sha256=${signature}`);
      }
      const shown = [await command('list'), await command('log', 'hook'), await command('list', '--json'), service.logs];
      expect(shown[0]).to.contain('hook');
      expect(shown.join()).not.to.contain(secret);
      expect(await command('remove', 'hook')).to.equal('webhook hook removed\n');
      client.close();
    } finally {
      await service.stop();
      await receiver.close();
      folder.remove();
    }
  });
});
