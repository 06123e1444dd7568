import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { ProgramProcess } from '../support/processes/program-process.js';
import { makeTemporaryFolder } from '../support/temporary-folder.js';

describe('An import from a NetBox', function () {
  this.timeout(60_000);

  it('leaves no temporary files when it is stopped by Ctrl-C while it reads', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { path, remove } = makeTemporaryFolder();
    const left = () => readdirSync(path).filter((name) => name.startsWith('hexipam-netbox-'));
    const environment = {
      PATH: process.env.PATH ?? '',
      TMPDIR: path,
      HEXIPAM_NETBOX_TOKEN: 'token',
      HEXIPAM_DATABASE_URL: 'pglite:',
    };
    const source = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const run = new ProgramProcess(['import', 'netbox', source], { environment, folder: path });
    try {
      await run.until(() => left().length === 1);
      run.signal('SIGINT');
      await run.ended();
      expect(run.signalCode).to.equal('SIGINT');
      expect(left()).to.deep.equal([]);
    } finally {
      await run.kill();
      silent.closeAllConnections();
      silent.close();
      remove();
    }
  });
});
