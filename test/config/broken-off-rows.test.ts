import { join } from 'node:path';
import { expect } from 'chai';
import { openAdminSocket, type RowArguments } from '../../adapters/cli/index.js';
import { importRows } from '../../config/commands/transfer/rows.js';
import { readConfiguration } from '../../config/settings/settings.js';
import { quiet } from '../support/quiet-log.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

const table = {
  kind: 'address',
  columns: ['ip'],
  titles: ['ip'],
  async *rows() {
    yield [{ row: 2, cells: ['10.0.0.1'] }];
  },
} as const;

describe('Rows whose service is killed during their import', () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  afterEach(() => folder.remove());

  const cases: readonly (readonly [title: string, words: Partial<RowArguments>, expectedMessage: string])[] = [
    ['atomically', {}, 'either all rows or none were written: check before you try again'],
    ['in batches', { inBatches: true }, 'rows written before are stored: import the file again with --update'],
    ['in a dry run', { dryRun: true, inBatches: true }, 'nothing was written'],
  ];
  for (const [title, words, expectedMessage] of cases)
    it(`cause an error that names their state, when imported ${title}`, async () => {
      async function* rows() {
        yield '{}\n';
        throw new Error('killed');
      }
      const socket = await openAdminSocket(join(folder.path, 'admin.sock'), async () => {}, quiet, { uploads: { rows } });
      const configuration = readConfiguration({ HEXIPAM_DATABASE_URL: `file:${folder.path}` });
      const nothing = { progressed: () => {}, othersWait: () => {} };
      const taking = importRows(configuration, [table], { dryRun: false, update: false, ...words }, nothing);
      const error = await taking.catch((thrown: unknown) => thrown);
      await socket.close(1000);
      expect(error).to.have.property('name', 'CommandRefused');
      expect(error)
        .to.have.property('message')
        .that.matches(/^the service ended the connection: .*; see its log; /);
      expect(String(error)).to.contain(expectedMessage);
    });
});
