import { expect } from 'chai';
import { helpText, readCommandLine, usage } from '../../config/command-line.js';
import { variables } from '../../config/settings.js';

describe('The command line', () => {
  for (const [words, name] of [
    [[], 'serve'],
    [['serve'], 'serve'],
    [['migrate'], 'migrate'],
    [['--help'], 'help'],
    [['-h'], 'help'],
    [['--version'], 'version'],
  ] as const) {
    it(`"${['hexipam', ...words].join(' ')}" means ${name}`, () => {
      expect(readCommandLine(words)).to.deep.equal({ name });
    });
  }

  it('leaves commands of administration, with all their words, to who carries them out', () => {
    for (const words of [['user', 'list'], ['app'], ['audit', 'list', '--json', 'x']])
      expect(readCommandLine(words)).to.deep.equal({ name: 'administer', words });
  });

  it('names a command that is not known', () => {
    expect(readCommandLine(['start'])).to.deep.equal({ name: 'usage', problem: 'unknown command "start"' });
    expect(readCommandLine(['toString'])).to.deep.equal({ name: 'usage', problem: 'unknown command "toString"' });
  });

  it('refuses arguments that would be ignored', () => {
    expect(readCommandLine(['serve', '--port=1'])).to.deep.equal({ name: 'usage', problem: 'serve takes no arguments' });
  });

  it('has a help that tells the usage and every variable with its default', () => {
    const help = helpText();
    expect(help).to.contain(usage);
    for (const { name, fallback } of Object.values(variables)) {
      expect(help).to.contain(`  ${name}\n`);
      if (fallback !== undefined) expect(help).to.contain(`(default: ${fallback})`);
    }
  });
});
