import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { program } from '../support/processes/program-process.js';

/** Runs the program on a terminal, which `script` of util-linux makes. */
function onTerminal(words: string, environment: Record<string, string> = {}): string {
  const command = `${process.execPath} ${program} ${words}`;
  const env = { PATH: process.env.PATH, TERM: 'xterm-256color', ...environment };
  return spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] }).stdout;
}

describe('The program on a terminal', function () {
  this.timeout(120_000);
  before(function () {
    if (spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status !== 0) this.skip();
  });

  it('has bold titles and a red name, but none of it where NO_COLOR is set or the terminal has no colors', () => {
    expect(onTerminal('serve --help').startsWith('\u001b[1musage:\u001b[22m hexipam serve')).to.equal(true);
    expect(onTerminal('nonsense').startsWith('\u001b[31mhexipam:\u001b[39m unknown command')).to.equal(true);
    for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      expect(onTerminal('serve --help', environment)).to.match(/^usage: hexipam serve/);
      expect(onTerminal('nonsense', environment)).to.match(/^hexipam: unknown command/);
    }
  });
});
