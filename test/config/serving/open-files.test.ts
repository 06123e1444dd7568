import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openFilesProblem, openFilesWarning } from '../../../config/open-files.js';
import { ProgramProcess } from '../../support/processes/program-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

const server = { databaseUrl: 'postgres://localhost/ipam', poolSize: 12, maxRequests: 1000 };
const embedded = { ...server, databaseUrl: 'file:./data' };

describe('The limit of open files', () => {
  it('causes a warning when it leaves fewer files than requests are allowed', () => {
    expect(openFilesWarning(server, 1024)).to.include(
      'the limit of open files is 1024, which leaves 936 files for 1000 concurrent requests',
    );
    expect(openFilesWarning(embedded, 400)).to.include('leaves 136 files for 1000 concurrent requests');
    expect(openFilesWarning({ ...embedded, maxRequests: 100 }, 400)).to.equal(undefined);
    expect(openFilesWarning(server, 4096)).to.equal(undefined);
    expect(openFilesWarning(embedded, Number.POSITIVE_INFINITY)).to.equal(undefined);
  });

  it('is named in errors that it causes, and in no others', () => {
    const error = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    expect(openFilesProblem(error, 50)).to.include('too many open files, the limit is 50: raise it');
    expect(openFilesProblem(new Error('the database', { cause: error }), 50)).to.include('the limit is 50');
    expect(openFilesProblem(Object.assign(new Error('denied'), { code: 'EACCES' }), 50)).to.equal(undefined);
  });
});

describe('A service with few files', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  before(function () {
    if (!existsSync('/proc/self/limits')) this.skip(); // the limit is unknown without /proc
    folder = makeTemporaryFolder();
  });
  after(() => folder?.remove());

  const start = (limit: number): ProgramProcess =>
    new ProgramProcess(['serve'], {
      folder: folder.path,
      launcher: ['sh', '-c', `ulimit -n ${limit} && exec "$@"`, 'sh'],
      environment: {
        PATH: process.env.PATH,
        HEXIPAM_DATABASE_URL: `file:${join(folder.path, 'data')}`,
        HEXIPAM_PORT: '0',
        HEXIPAM_EMBEDDED_SYNC: 'off',
      },
    });

  for (const limit of [64, 100])
    it(`does not start with ${limit}, and reports the required number`, async () => {
      const { code, errors } = await start(limit).ended();
      expect(code).to.equal(1);
      expect(errors).to.include(`the limit of open files is ${limit}, at least 128 are needed: raise it`);
    });

  it('runs with 200 on an embedded database, which uses half of them, and warns', async () => {
    const service = start(200);
    const [url] = await service.urls();
    expect((await fetch(`${url}/readyz`)).status).to.equal(200);
    expect(service.text).to.include('the limit of open files is 200, which leaves 36 files for 1000 concurrent requests');
    service.signal('SIGTERM');
    expect((await service.ended()).code).to.equal(0);
  });
});
