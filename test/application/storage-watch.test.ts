import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Log, LogFacts } from '../../application/ports/environment.js';
import { StorageError } from '../../application/ports/storage-error.js';
import { StorageWatch } from '../../application/storage-watch.js';
import { IpamError } from '../../domain/errors.js';

/** A watch over a storage whose state and time the test sets. */
function watching() {
  const lines: string[] = [];
  const write = (message: string, facts: LogFacts = {}) => void lines.push(`${message} ${JSON.stringify(facts)}`);
  const log: Log = { fatal: write, error: write, warn: write, info: write, debug: write };
  let later: (() => void)[] = [];
  const state = { works: false, probes: 0 };
  const probe = async (): Promise<void> => {
    state.probes++;
    if (!state.works) throw new Error('still down');
  };
  const after = (_milliseconds: number, run: () => void) => {
    later.push(run);
    return () => {
      later = later.filter((each) => each !== run);
    };
  };
  const pass = async (): Promise<void> => {
    for (const run of later.splice(0)) run();
    await nextTurn();
  };
  return { watch: new StorageWatch(probe, log, { after }), lines, state, pass, waits: () => later.length };
}
const down = () => new StorageError('down', 'unavailable', new Error('connection refused'));

describe('The watch over the storage', () => {
  it('logs the first cause and the recovery, and counts the failures in between', async () => {
    const { watch, lines, state, pass, waits } = watching();
    for (let time = 0; time < 3; time++) expect(watch.note(down())).to.equal(true);
    expect(watch.note(new StorageError('lost', 'outcomeUnknown'))).to.equal(true);
    expect(lines).to.deep.equal(['database unavailable {"trouble":"unavailable","cause":"down: connection refused"}']);
    await pass();
    expect([watch.works, lines.length], 'the probe fails').to.deep.equal([false, 1]);
    state.works = true;
    await pass();
    expect(lines[1]).to.equal('database available again {"failed":4}');
    expect([watch.works, watch.failures, waits()]).to.deep.equal([true, 4, 0]);
    watch.note(down());
    await pass();
    expect(lines.slice(2)).to.deep.equal([lines[0], 'database available again {"failed":1}']);
    expect(watch.failures).to.equal(5);
  });

  it('logs, counts and probes nothing after it is closed, even if a probe is pending', async () => {
    const { watch, lines, state, pass, waits } = watching();
    watch.note(down());
    state.works = true;
    watch.close();
    expect(watch.note(down())).to.equal(true);
    await pass();
    expect([lines.length, watch.failures, state.probes, waits()]).to.deep.equal([1, 1, 0, 0]);
  });

  it('does not report a storage as available while requests fail', async () => {
    const { watch, lines, state, pass } = watching();
    state.works = true;
    watch.note(down());
    for (let time = 0; time < 3; time++) {
      watch.note(down());
      await pass();
    }
    expect([lines.length, state.probes]).to.deep.equal([1, 0]);
    await pass();
    expect(lines[1]).to.equal('database available again {"failed":4}');
  });

  it('ignores errors of other kinds', () => {
    const { watch, lines, waits } = watching();
    for (const error of [new IpamError('address.exists'), new Error('bug'), new StorageError('odd', 'defect'), 'text'])
      expect(watch.note(error)).to.equal(false);
    expect([lines, watch.failures, waits()]).to.deep.equal([[], 0, 0]);
  });

  it('stops probing when it is closed', async () => {
    const { watch, state, pass, waits } = watching();
    watch.note(down());
    watch.close();
    expect(waits()).to.equal(0);
    watch.note(down());
    await pass();
    expect(state.probes).to.equal(0);
  });
});
