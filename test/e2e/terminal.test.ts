import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { program } from '../support/processes/program-process.js';

/** Runs the program on a terminal created by `script` of util-linux. */
function onTerminal(words: string, environment: Record<string, string> = {}): string {
  const command = `${process.execPath} ${program} ${words}`;
  const env = { PATH: process.env.PATH, TERM: 'xterm-256color', ...environment };
  return spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] }).stdout;
}

describe('The program on a terminal', function () {
  this.timeout(120_000);
  before(function () {
    // the program script is not installed
    if (spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status !== 0) this.skip();
  });

  it('has bold titles and a red name, except with NO_COLOR or on a terminal without colors', () => {
    expect(onTerminal('serve --help').startsWith('\u001b[1musage:\u001b[22m hexipam serve')).to.equal(true);
    expect(onTerminal('nonsense').startsWith('\u001b[31mhexipam:\u001b[39m unknown command')).to.equal(true);
    for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      expect(onTerminal('serve --help', environment)).to.match(/^usage: hexipam serve/);
      expect(onTerminal('nonsense', environment)).to.match(/^hexipam: unknown command/);
    }
  });
});

describe('Standard output', function () {
  this.timeout(120_000);
  /** Runs the program in a shell, with the given arguments and redirections. */
  const inShell = (rest: string) =>
    spawnSync('bash', ['-c', `set -o pipefail; ${process.execPath} ${program} ${rest}`], { encoding: 'utf8' });

  it('is reported with exit code 1 on a full disk', function () {
    // the system has no /dev/full
    if (!existsSync('/dev/full')) this.skip();
    const { status, stderr } = inShell('openapi > /dev/full');
    expect([status, stderr]).to.deep.equal([1, 'hexipam: standard output cannot be written: the disk is full\n']);
  });

  it('may have a reader that exits early', () => {
    const { status, stdout, stderr } = inShell('openapi | head -c 1');
    expect([status, stdout, stderr]).to.deep.equal([0, '{', '']);
  });
});
