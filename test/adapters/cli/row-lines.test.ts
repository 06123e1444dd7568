import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readRowLines, rowLines } from '../../../adapters/cli/index.js';
import type { InputRow, RowTable } from '../../../application/transfer/rows/table.js';
import { collect } from '../../support/collect.js';
import { makeTemporaryFolder } from '../../support/temporary-folder.js';

describe('Tables that the command line passes to a running service', () => {
  it('retain their rows and the reasons of skipped rows', async () => {
    const folder = makeTemporaryFolder();
    const given: InputRow[] = [
      { row: 2, cells: ['10.0.0.1', 'web'] },
      { row: 3, cells: [], skipReason: 'has no address' },
    ];
    const columns = ['ip', 'hostname'];
    const table: RowTable = {
      kind: 'address',
      columns,
      titles: columns,
      async *rows() {
        yield given;
      },
    };
    const file = join(folder.path, 'rows');
    writeFileSync(file, (await collect(rowLines([table]))).join(''));
    const [read] = await readRowLines(file);
    expect(read && (await collect(read.rows())).flat()).to.deep.equal(given);
    folder.remove();
  });
});
