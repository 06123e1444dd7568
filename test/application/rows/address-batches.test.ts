import { expect } from 'chai';
import type { Caller } from '../../../application/caller.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import type { UnitOfWorkOptions } from '../../../application/ports/unit-of-work.js';
import {
  InterruptedRowsError,
  RefusedRowsError,
  type RowOptions,
  type RowReport,
  type RowTable,
} from '../../../application/transfer/rows/table.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { collect } from '../../support/collect.js';
import { anyone, type Started, startApplication } from '../support/application.js';

/** The addresses 10.0.0.1, 10.0.0.2 and so on, one for each row. */
const rowsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => addressAt(index + 1));
const addressAt = (number: number): string => `10.0.${number >> 8}.${number & 255}`;

function tableOf(ips: readonly string[], kind: RowTable['kind'] = 'address'): RowTable {
  const columns = kind === 'address' ? ['ip'] : ['name'];
  const rows = ips.map((ip, index) => ({ row: index + 2, cells: [ip] }));
  return {
    ...{ kind, columns, titles: columns },
    async *rows() {
      yield rows;
    },
  };
}

describe('Addresses imported in batches', () => {
  let started: Started;
  let subnetId: number;
  /** Called before each unit of work that is not a dry run, with the number of earlier ones. */
  let before: (count: number) => Promise<void> | void;
  let units: (UnitOfWorkOptions | undefined)[];

  beforeEach(async () => {
    [before, units] = [() => {}, []];
    started = await startApplication({
      around: (unitOfWork) => ({
        async run(work, terms) {
          const own = units.filter((unit) => !unit?.isDryRun).length;
          units.push(terms);
          if (!terms?.isDryRun) await before(own);
          return unitOfWork.run(work, terms);
        },
      }),
    });
    subnetId = await started.network('10.0.0.0/16');
    units = [];
  });

  const take = (ips: readonly string[], options: RowOptions = {}, caller: Caller = anyone): Promise<RowReport> =>
    started.rowImport.run(caller, [tableOf(ips)], { inBatches: true, ...options });
  const refusedOf = async (taking: Promise<RowReport>): Promise<RowReport> => {
    const error = await taking.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error instanceof RefusedRowsError) return error.report;
    throw error ?? new Error('nothing was refused');
  };
  const held = async (): Promise<number> => (await collect(started.addresses.list(anyone, { order: 'address' }))).length;

  it('are written in many units of work after a dry run of all', async () => {
    const report = await take(rowsOf(450));
    expect(report).to.deep.include({ imported: true, written: 0, rows: 450, created: 450, failed: 0 });
    const trials = units.filter((terms) => terms?.isDryRun).length;
    expect(trials).to.be.greaterThan(3);
    expect(units.slice(0, trials).every((terms) => terms?.isDryRun)).to.equal(true);
    expect(units).to.have.lengthOf(2 * trials);
    expect(await held()).to.equal(450);
  });

  it('stop between batches after the client disconnects', async () => {
    let written = 0;
    const leaving: Caller = {
      ...anyone,
      requireAwaited: () => {
        if (written > 1) throw new Error('the client has left');
      },
    };
    before = (count) => {
      written = count;
    };
    const error = await take(rowsOf(450), {}, leaving).catch((thrown: unknown) => String(thrown));
    expect(error).to.equal('Error: the client has left');
    expect(await held()).to.be.within(1, 449);
  });

  it('are not written when some are invalid, and all errors are reported', async () => {
    const report = await refusedOf(take([...rowsOf(300), '10.0.0.7', '192.0.2.1', 'nothing']));
    expect(report).to.deep.include({ imported: false, written: 0, rows: 303, failed: 3 });
    expect(report.errors.map(({ row }) => row)).to.deep.equal([302, 303, 304]);
    expect(await held()).to.equal(0);
  });

  it('are only checked in a dry run', async () => {
    const report = await take(rowsOf(150), {}, { ...anyone, writeOptions: { isDryRun: true } });
    expect(report).to.deep.include({ imported: false, written: 0, created: 150 });
    expect(await held()).to.equal(0);
  });

  it('remain written up to a batch with a conflict, and are unchanged or created by a second import with updates', async () => {
    let isTaken = false;
    before = async (count) => {
      if (count !== 1 || isTaken) return;
      isTaken = true;
      await started.addresses.create(anyone, { subnetId, ip: IpAddress.parse(addressAt(250)) });
    };
    const report = await refusedOf(take(rowsOf(300)));
    expect(report).to.deep.include({ imported: false, failed: 1 });
    expect(report.written).to.be.within(1, 249);
    expect(report.errors.map(({ row }) => row)).to.deep.equal([251]);
    expect(await held()).to.equal(report.written + 1);
    const again = await take(rowsOf(300), { updates: true });
    expect(again).to.deep.include({ imported: true, created: 300 - report.written - 1, unchanged: report.written + 1 });
  });

  it('remain written up to a storage failure, and their number is reported', async () => {
    before = (count) => {
      if (count === 2) throw new StorageError('the database went away', 'unavailable');
    };
    const error = await take(rowsOf(300)).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(InterruptedRowsError);
    expect((error as InterruptedRowsError).written).to.equal(await held());
    expect(await held()).to.be.within(1, 299);
  });

  it('are the only records that can be written in batches, as others may refer to each other', async () => {
    const taking = started.rowImport.run(anyone, [tableOf(['Office'], 'section')], { inBatches: true });
    expect(await taking.catch((error: Error) => error.message)).to.equal('only addresses can be written batch by batch');
  });
});
