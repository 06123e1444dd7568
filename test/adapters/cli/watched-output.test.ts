import { Writable } from 'node:stream';
import { expect } from 'chai';
import { watchedOutput } from '../../../adapters/cli/terminal.js';

/** The problem of an output whose writes fail with this code, or null. */
async function problemOf(code: string, isTTY: boolean): Promise<string | null> {
  const write = (_chunk: unknown, _encoding: unknown, done: (error: Error) => void): void =>
    done(Object.assign(new Error('it failed'), { code }));
  const output = Object.assign(new Writable({ write }), { isTTY });
  const watched = watchedOutput(output);
  const closed = new Promise((resolve) => output.once('close', resolve));
  output.write('text');
  await closed;
  return watched.problem();
}

describe('Output that cannot be written', () => {
  it('is no problem when its reader has closed it', async () => {
    expect(await problemOf('EPIPE', false)).to.equal(null);
    expect(await problemOf('EIO', true)).to.equal(null);
  });

  it('is a problem when a disk fails', async () => {
    expect(await problemOf('EIO', false)).to.equal('standard output cannot be written: it failed');
    expect(await problemOf('ENOSPC', false)).to.equal('standard output cannot be written: the disk is full');
  });
});
