import { expect } from 'chai';
import { createDatabase } from '../../support/databases/postgres-server.js';
import { sharedPostgres } from '../../support/databases/shared-postgres.js';
import { TcpProxy } from '../../support/databases/tcp-proxy.js';
import { runProgram } from '../../support/processes/program-run.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder } from '../../support/temporary-folder.js';

/** A server that aborts connection attempts, without a limit until returnAfter() sets one. */
interface AbsentServer {
  readonly url: string;
  /** @param attempts number of attempts that are still aborted */
  returnAfter(attempts: number): void;
}

async function withAbsentServer(test: (server: AbsentServer) => Promise<void>): Promise<void> {
  const database = await createDatabase((await sharedPostgres()).url);
  const proxy = await TcpProxy.inFrontOf(database.url);
  let left = Number.POSITIVE_INFINITY;
  proxy.onSent('user', () => {
    if (left-- > 0) proxy.cut();
  });
  const returnAfter = (attempts: number): void => {
    left = attempts;
  };
  try {
    await test({ url: proxy.urlOf(database.url), returnAfter });
  } finally {
    await proxy.close();
    await database.drop();
  }
}

const migrate = async (databaseUrl: string, ...words: string[]) => {
  const folder = makeTemporaryFolder();
  try {
    return await runProgram(['migrate', ...words], { databaseUrl, folder: folder.path });
  } finally {
    folder.remove();
  }
};

describe('An unreachable database', function () {
  this.timeout(120_000);

  it('makes a command fail immediately, or wait with --wait', () =>
    withAbsentServer(async ({ url, returnAfter }) => {
      const refused = await migrate(url);
      expect(refused).to.have.property('code', 1);
      expect(refused.errors).to.include('cannot use the database');
      returnAfter(2);
      const { code, output } = await migrate(url, '--wait', '100');
      expect(code).to.equal(0);
      expect(output).to.match(/^waiting for the database: .*\nmigrated: identity\n/);
    }));

  it('makes a service wait with --wait', () =>
    withAbsentServer(async ({ url, returnAfter }) => {
      returnAfter(2);
      const service = await ServiceProcess.start({ databaseUrl: url, words: ['--wait', '100'] });
      expect(service.logs).to.include('waiting for the database');
      expect((await fetch(new URL('/readyz', service.url))).status).to.equal(200);
      await service.stop();
    }));
});
