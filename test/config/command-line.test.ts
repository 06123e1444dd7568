import { expect } from 'chai';
import { helpText, readCommandLine, usage } from '../../config/settings/command-line.js';
import { variables } from '../../config/settings/settings.js';

describe('The command line', () => {
  for (const [words, name] of [
    [['--help'], 'help'],
    [['-h'], 'help'],
    [['--version'], 'version'],
  ] as const) {
    it(`"${['hexipam', ...words].join(' ')}" means ${name}`, () => {
      expect(readCommandLine(words)).to.deep.equal({ name });
    });
  }

  it('means serve when it is empty, by this process or by several', () => {
    expect(readCommandLine([])).to.deep.equal({ name: 'serve', workers: 0, wait: 0 });
    expect(readCommandLine(['serve'])).to.deep.equal({ name: 'serve', workers: 0, wait: 0 });
    expect(readCommandLine(['serve', '--workers', '3'])).to.deep.equal({ name: 'serve', workers: 3, wait: 0 });
    for (const wrong of ['0', '-1', '1.5', 'two', '1000'])
      expect(readCommandLine(['serve', `--workers=${wrong}`]))
        .to.have.property('problem')
        .that.includes('--workers');
  });

  it('may say for how long to wait for the database', () => {
    expect(readCommandLine(['serve', '--wait', '60'])).to.deep.equal({ name: 'serve', workers: 0, wait: 60 });
    expect(readCommandLine(['migrate', '--wait=5'])).to.deep.equal({ name: 'migrate', wait: 5 });
    expect(readCommandLine(['migrate'])).to.deep.equal({ name: 'migrate', wait: 0 });
    for (const wrong of ['-1', '1.5', 'long', '10000'])
      expect(readCommandLine(['migrate', `--wait=${wrong}`]))
        .to.have.property('problem')
        .that.includes('--wait');
  });

  it('may ask to check the database, and to repair it', () => {
    expect(readCommandLine(['check'])).to.deep.equal({ name: 'check', repair: false, json: false });
    expect(readCommandLine(['check', '--json', '--repair'])).to.deep.equal({ name: 'check', repair: true, json: true });
  });

  it('may ask for scans: of all networks or one, once or again and again', () => {
    const once = { name: 'scan', subnetId: undefined, every: undefined, json: false };
    expect(readCommandLine(['scan'])).to.deep.equal(once);
    expect(readCommandLine(['scan', '--subnet', '7', '--json'])).to.deep.equal({ ...once, subnetId: 7, json: true });
    for (const [every, seconds] of [
      ['30s', 30],
      ['5m', 300],
      ['2h', 7200],
    ] as const)
      expect(readCommandLine(['scan', '--every', every])).to.deep.equal({ ...once, every: seconds });
    for (const wrong of ['5', '0s', 'm', '-5m', '5d', '1.5h', '100000s'])
      expect(readCommandLine(['scan', `--every=${wrong}`]))
        .to.have.property('problem')
        .that.includes('--every');
    for (const wrong of ['0', '-1', 'x', '10.0.0.0/24'])
      expect(readCommandLine(['scan', `--subnet=${wrong}`]))
        .to.have.property('problem')
        .that.includes('--subnet');
    expect(readCommandLine(['scan', 'list', '1'])).to.have.property('name', 'usage');
  });

  it('leaves commands of administration, with all their words, to who carries them out', () => {
    for (const words of [['user', 'list'], ['app'], ['audit', 'list', '--json', 'x']])
      expect(readCommandLine(words)).to.deep.equal({ name: 'administer', words });
  });

  it('names a command that is not known', () => {
    expect(readCommandLine(['start'])).to.deep.equal({ name: 'usage', problem: 'unknown command "start"' });
    expect(readCommandLine(['toString'])).to.deep.equal({ name: 'usage', problem: 'unknown command "toString"' });
  });

  it('refuses arguments that would be ignored', () => {
    for (const words of [
      ['serve', '--port=1'],
      ['migrate', 'now'],
      ['check', '--fix'],
    ])
      expect(readCommandLine(words)).to.have.property('problem').that.includes(words[1]?.split('=')[0]);
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
