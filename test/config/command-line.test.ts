import { expect } from 'chai';
import { UsageError } from '../../adapters/cli/index.js';
import { readCommandLine as read } from '../../config/commands/command-line.js';
import { variables } from '../../config/settings/variables.js';
import { commandWords } from '../support/command-words.js';

/** The command of the arguments with its options, or the usage error. */
function readCommandLine(words: readonly string[]): Readonly<Record<string, unknown>> {
  try {
    const { name, options } = read(words);
    return { name, ...options };
  } catch (error) {
    if (error instanceof UsageError) return { name: 'usage', problem: error.message, usage: error.usage };
    throw error;
  }
}

/** The text that the arguments print. */
const textOf = (words: readonly string[]): unknown => {
  const { name, text } = readCommandLine(words);
  expect(name).to.equal('print');
  return text;
};

describe('The command line', () => {
  for (const words of [['--help'], ['-h'], ['help']])
    it(`"hexipam ${words}" prints the usage`, () => expect(textOf(words)).to.match(/^usage: hexipam \[serve /));

  for (const words of [['--version'], ['-v'], ['version']])
    it(`"hexipam ${words}" prints the version`, () => expect(textOf(words)).to.match(/^\d+\.\d+\.\d+\n$/));

  it('prints the version as JSON', () => expect(JSON.parse(String(textOf(['version', '--json'])))).to.have.property('version'));

  it('has a help for every command', () => {
    for (const name of commandWords)
      for (const words of [
        [name, '--help'],
        [name, '-h'],
        ['help', name],
      ])
        expect(textOf(words))
          .to.match(new RegExp(`^usage: hexipam ${name} `))
          .and.contain('--help');
  });

  it('means serve without arguments, and accepts a number of workers', () => {
    expect(readCommandLine([])).to.deep.equal({ name: 'serve', workers: 0, wait: 0, json: false });
    expect(readCommandLine(['serve'])).to.deep.equal({ name: 'serve', workers: 0, wait: 0, json: false });
    expect(readCommandLine(['serve', '--workers', '3'])).to.deep.equal({ name: 'serve', workers: 3, wait: 0, json: false });
    for (const wrong of ['0', '-1', '1.5', 'two', '1000'])
      expect(readCommandLine(['serve', `--workers=${wrong}`]))
        .to.have.property('problem')
        .that.includes('--workers');
  });

  it('accepts a time to wait for the database', () => {
    expect(readCommandLine(['serve', '--wait', '60'])).to.deep.equal({ name: 'serve', workers: 0, wait: 60, json: false });
    expect(readCommandLine(['migrate', '--wait=5'])).to.deep.equal({ name: 'migrate', wait: 5, json: false });
    expect(readCommandLine(['migrate'])).to.deep.equal({ name: 'migrate', wait: 0, json: false });
    for (const wrong of ['-1', '1.5', 'long', '10000'])
      expect(readCommandLine(['migrate', `--wait=${wrong}`]))
        .to.have.property('problem')
        .that.includes('--wait');
  });

  it('accepts a check of the database, with repair', () => {
    expect(readCommandLine(['check'])).to.deep.equal({ name: 'check', repair: false, json: false });
    expect(readCommandLine(['check', '--json', '--repair'])).to.deep.equal({ name: 'check', repair: true, json: true });
  });

  it('accepts scans of all subnets or of one, once or repeatedly', () => {
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

  it('accepts imports and exports of tables', () => {
    const rows = { name: 'import csv', kind: 'vlans', file: 'a.csv', dryRun: false, update: false, json: false };
    expect(readCommandLine(['import', 'csv', 'vlans', 'a.csv'])).to.deep.equal({ ...rows, map: {} });
    const words = ['import', 'csv', 'vlans', 'a.csv', '--map', 'a=b=name', '--map', 'No=number', '--update', '--section', '3'];
    words.push('--map', 'map.json', '--preset', 'netbox', '--skip-unknown');
    expect(readCommandLine(words)).to.deep.equal({
      ...rows,
      map: { columns: { 'a=b': 'name', No: 'number' }, mapFile: 'map.json' },
      preset: 'netbox',
      skipUnknown: true,
      update: true,
      section: '3',
    });
    expect(readCommandLine(['export', 'csv', 'vlans'])).to.deep.include({ name: 'export csv', kind: 'vlans', file: undefined });
    expect(readCommandLine(['export', './csv'])).to.deep.equal({ name: 'export', file: './csv', json: false });
    for (const wrong of ['', '=name', 'Name='])
      expect(readCommandLine([...words.slice(0, 4), '--map', wrong]))
        .to.have.property('problem')
        .that.includes('--map must be TITLE=COLUMN');
    for (const direction of ['import', 'export'])
      expect(readCommandLine([direction, 'csv', 'things', 'a.csv']))
        .to.have.property('problem')
        .that.includes('KIND must be one of sections, ');
  });

  it('accepts an import from NetBox', () => {
    const read = {
      name: 'import netbox',
      source: 'https://netbox.example/',
      section: 'NetBox',
      dryRun: false,
      accept: [],
      json: false,
    };
    expect(readCommandLine(['import', 'netbox', 'https://netbox.example/'])).to.deep.equal(read);
    const words = ['import', 'netbox', 'https://netbox.example/', '--section', 'Office', '--accept', 'cut,column', '--dry-run'];
    expect(readCommandLine(words)).to.deep.equal({ ...read, section: 'Office', accept: ['cut', 'column'], dryRun: true });
    expect(readCommandLine(['import', 'netbox', 'a.json', '--accept', 'everything']))
      .to.have.property('problem')
      .that.includes('--accept must be');
  });

  it('accepts commands of administration', () => {
    const command = { subject: 'user', action: 'remove', operands: ['ann'], options: {} };
    const asked = { command, needsPassword: false, json: true };
    expect(readCommandLine(['user', 'remove', 'ann', '--json'])).to.deep.equal({ name: 'administer', ...asked });
  });

  it('rejects an unknown command or option, and suggests the nearest one', () => {
    for (const [word, problem] of [
      ['start', 'unknown command "start"'],
      ['toString', 'unknown command "toString"'],
      ['sevre', 'unknown command "sevre" (did you mean serve?)'],
      ['migrat', 'unknown command "migrat" (did you mean migrate?)'],
    ] as const)
      expect(readCommandLine([word])).to.include({ name: 'usage', problem });
    expect(readCommandLine(['serve', '--worker', '3'])).to.include({
      problem: 'unknown option --worker (did you mean --workers?)',
      usage: 'usage: hexipam serve [options]',
    });
  });

  it('suggests the nearest kind of rows or kind of loss for a mistyped one', () => {
    expect(readCommandLine(['import', 'csv', 'adresses', 'x.csv']))
      .to.have.property('problem')
      .that.matches(/^KIND must be one of sections, .*, not "adresses" \(did you mean addresses\?\)$/);
    expect(readCommandLine(['export', 'csv', 'colours']))
      .to.have.property('problem')
      .that.matches(/, not "colours"$/);
    expect(readCommandLine(['import', 'phpipam', 'x.sql', '--accept', 'cut,orphans']))
      .to.have.property('problem')
      .that.matches(/not "orphans" \(did you mean orphan\?\)$/);
  });

  it('accepts losses of a phpIPAM import by table and column, and not by the classes of both', () => {
    const read = (accept: string) => readCommandLine(['import', 'phpipam', 'x.sql', '--accept', accept]);
    const accept = ['cut', 'circuits', 'users.2fa', 'table.wp_posts'];
    expect(read(accept.join())).to.include({ name: 'import phpipam' }).and.to.deep.include({ accept });
    expect(read('all')).to.deep.include({ accept: ['all'] });
    for (const word of ['table', 'column', 'cut,table'])
      expect(read(word))
        .to.have.property('problem')
        .that.matches(/tables and columns by name, e\.g\. circuits or users\.2fa/);
    expect(read('nonsense'))
      .to.have.property('problem')
      .that.matches(/not "nonsense"/);
  });

  it('does not use an option as the value of another one', () =>
    expect(readCommandLine(['scan', '--subnet', '--json'])).to.include({
      problem: '--subnet needs a value; for a value that begins with a dash write --subnet=--json',
    }));

  it('rejects arguments that it would ignore', () => {
    for (const words of [
      ['serve', '--port=1'],
      ['migrate', 'now'],
      ['check', '--fix'],
    ])
      expect(readCommandLine(words)).to.have.property('problem').that.includes(words[1]?.split('=')[0]);
  });

  it('has a help with every command, and with every variable and its default', () => {
    const help = textOf(['--help']);
    for (const word of ['serve', 'migrate', 'completion <SHELL>', 'user', 'webhook', 'audit'])
      expect(help).to.contain(`\n  ${word} `);
    for (const { name, fallback } of Object.values(variables)) {
      expect(help).to.contain(`  ${name}\n`);
      if (fallback !== undefined) expect(help).to.contain(`(default: ${fallback})`);
    }
  });

  it('has a colored help only for terminals with colors', () => {
    const [plain, colored] = [false, true].map((hasColors) =>
      String(read(['serve', '--help'], { isTerminal: true, hasColors, columns: 80 }).options.text),
    );
    expect(plain).not.to.contain('\u001b');
    expect(colored?.startsWith('\u001b[1musage:\u001b[22m hexipam serve')).to.equal(true);
  });
});
