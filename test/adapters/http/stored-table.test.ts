import { expect } from 'chai';
import { RequestError } from '../../../adapters/http/request-error.js';
import { storedTable } from '../../../adapters/http/routes/rows/table.js';
import { type InputRow, type RowTable, UnreadableRowError } from '../../../application/transfer/rows/table.js';
import { errorOf } from '../../support/outcome/error-of.js';

describe('A table of a request', () => {
  const tableOf = (rows: RowTable['rows']): RowTable => ({ kind: 'address', columns: ['ip'], titles: ['ip'], rows });
  const row = (number: number, width = 1): InputRow => ({ row: number, cells: Array.from({ length: width }, () => 'a') });
  const numbersIn = async (table: RowTable): Promise<readonly number[]> => {
    const numbers: number[] = [];
    for await (const part of table.rows()) numbers.push(...part.map((each) => each.row));
    return numbers;
  };
  const problemOf = async (rows: RowTable['rows'], maxRows = 10): Promise<string> =>
    JSON.stringify(
      (
        await errorOf(
          storedTable(async () => tableOf(rows), maxRows, '192.0.2.1'),
          RequestError,
        )
      ).details,
    );

  it('is read once, although its rows are read several times', async () => {
    let readings = 0;
    const stored = await storedTable(
      async () => {
        const table = tableOf(async function* () {
          readings++;
          yield [row(2), row(3)];
          yield [row(4)];
        });
        return table;
      },
      10,
      '192.0.2.1',
    );
    for (let count = 0; count < 3; count++) expect(await numbersIn(stored)).to.deep.equal([2, 3, 4]);
    expect(readings).to.equal(1);
  });

  it('contains the rows before an unreadable one, and throws its error at each reading', async () => {
    const stored = await storedTable(
      async () =>
        tableOf(async function* () {
          yield [row(2)];
          throw new UnreadableRowError(3, 'a quotation mark is not closed');
        }),
      10,
      '192.0.2.1',
    );
    for (let count = 0; count < 2; count++) expect((await errorOf(numbersIn(stored), UnreadableRowError)).row).to.equal(3);
  });

  it('is refused beyond its limits of rows and cells, without reading the rest', async () => {
    let parts = 0;
    const endless = (width: number): RowTable['rows'] =>
      async function* () {
        for (;;) yield [row(++parts, width)];
      };
    expect(await problemOf(endless(1))).to.include('more than 10 rows');
    expect(parts).to.equal(11);
    expect(await problemOf(endless(1000), 20_000)).to.include('more than 2000000 cells');
  });

  it('waits while another one is read, and clients alternate', async () => {
    const order: string[] = [];
    const read = (name: string, client: string) =>
      storedTable(
        async () => {
          order.push(`${name} begins`);
          await new Promise((resolve) => setTimeout(resolve, 5));
          order.push(`${name} ends`);
          return tableOf(async function* () {});
        },
        10,
        client,
      );
    const own = ['first', 'second', 'third'].map((name) => read(name, '192.0.2.1'));
    await Promise.all([...own, read('other', '192.0.2.2')]);
    expect(order).to.deep.equal(['first', 'second', 'other', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });
});
