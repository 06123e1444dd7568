import { expect } from 'chai';
import { CommandLine } from '../../../adapters/cli/command-line.js';
import { plain } from '../../../adapters/cli/styles.js';
import { addSubjects, type RequestedCommand } from '../../../adapters/cli/subject-command.js';
import { subjects } from '../../../adapters/cli/subjects/index.js';
import { UsageError } from '../../../adapters/cli/usage-error.js';
import { errorOf } from '../../support/outcome/error-of.js';

/** Parses arguments into a command or a help text. */
function read(words: readonly string[]): RequestedCommand | { readonly help: string } {
  const asked: RequestedCommand[] = [];
  const line = new CommandLine('hexipam', { ...plain, columns: 100 });
  addSubjects(line.program, (each) => asked.push(each));
  const help = line.read(words);
  const [only] = asked;
  return only ?? { help: help ?? '' };
}

/** Parses arguments into a command; fails for help. */
function commandOf(line: readonly string[]): RequestedCommand {
  const meant = read(line);
  if ('help' in meant) throw new Error('this is not a command');
  return meant;
}

const problemOf = async (line: readonly string[]): Promise<string> => {
  const reading = Promise.resolve(line).then(read);
  return (await errorOf(reading, UsageError)).message;
};

describe('Arguments of administration commands', () => {
  const understood: [line: string[], operands: string[], options: object][] = [
    [['user', 'list'], [], {}],
    [['user', 'add', 'ann'], ['ann'], {}],
    [
      ['user', 'add', 'ann', '--role', 'User', '--groups', 'Operators, Guests,', '--real-name', 'Ann B', '--email=a@x'],
      ['ann'],
      { role: 'User', groups: ['Operators', 'Guests'], realName: 'Ann B', email: 'a@x' },
    ],
    [['user', 'set', '--disabled', 'true', 'ann', '--groups='], ['ann'], { disabled: true, groups: [] }],
    [['user', 'set', 'ann', '--real-name', ''], ['ann'], { realName: '' }],
    [['user', 'set', 'ann', '--new-password'], ['ann'], { newPassword: true }],
    [['user', 'remove', '--', '--odd'], ['--odd'], {}],
    [['group', 'add', 'Staff', '--id', '7', '--description=-x'], ['Staff'], { id: 7, description: '-x' }],
    [
      ['app', 'add', 'tf', '--permission', 'write', '--security', 'static', '--lock-enabled', 'true', '--lock-wait', '30'],
      ['tf'],
      { permission: 'write', security: 'static', 'lock.enabled': true, 'lock.waitSeconds': 30 },
    ],
    [['app', 'set', 'tf', '--show-links', 'false', '--new-code'], ['tf'], { showLinks: false, newCode: true }],
    [['field', 'list'], [], {}],
    [['field', 'list', 'subnets'], ['subnets'], {}],
    [['field', 'add', 'subnets', 'env', '--type', "enum('a','b')"], ['subnets', 'env'], { type: "enum('a','b')" }],
    [['token', 'remove', '0123456789ab'], ['0123456789ab'], {}],
    [['token', 'remove', '--user', 'ann'], [], { user: 'ann' }],
    [['audit', 'list', '--limit', '5'], [], { limit: 5 }],
  ];
  for (const [line, operands, options] of understood) {
    it(`are parsed: ${line.join(' ')}`, () => {
      const [subject, action] = line;
      expect(commandOf(line).command).to.deep.equal({ subject, action, operands, options });
    });
  }

  it('select JSON by --json at any position', () => {
    expect(commandOf(['user', 'list']).json).to.equal(false);
    for (const line of [
      ['user', 'list', '--json'],
      ['user', 'remove', '--json', 'ann'],
    ])
      expect(commandOf(line).json, line.join(' ')).to.equal(true);
  });

  it('require a password for a new user and for --new-password', () => {
    expect(commandOf(['user', 'add', 'ann']).needsPassword).to.equal(true);
    expect(commandOf(['user', 'set', 'ann', '--new-password']).needsPassword).to.equal(true);
    expect(commandOf(['user', 'set', 'ann', '--email', 'x']).needsPassword).to.equal(false);
    expect(commandOf(['user', 'list']).needsPassword).to.equal(false);
  });

  for (const line of [
    ['user', '--help'],
    ['user', 'help'],
    ['user', '-h'],
    ['help', 'user'],
  ])
    it(`request help for a subject: ${line.join(' ')}`, () =>
      expect(read(line))
        .to.have.property('help')
        .that.matches(/^usage: hexipam user list /)
        .and.contains('--new-password'));

  for (const [word, { actions }] of Object.entries(subjects)) {
    for (const [name, { meaning, options }] of Object.entries(actions)) {
      it(`request help for an action: ${word} ${name} --help`, () => {
        const meant = read([word, name, '--help']);
        const help = 'help' in meant ? meant.help.replace(/\s+/g, ' ') : '';
        expect(help.startsWith(`usage: hexipam ${word} ${name} `)).to.equal(true);
        for (const text of [meaning, '--json', ...options.flatMap((option) => [`--${option.name}`, option.meaning])])
          expect(help).to.contain(text);
      });
    }
  }

  it('request help even if other arguments are wrong or missing', () => {
    for (const line of [
      ['user', 'add', '--help'],
      ['user', 'add', 'x', 'y', '-h'],
    ])
      expect(read(line))
        .to.have.property('help')
        .that.matches(/^usage: hexipam user add NAME/);
  });

  const wrong: [line: string[], problem: string][] = [
    [['user'], 'user needs an action: list, add, set, remove'],
    [['user', 'delete'], 'user has no action "delete"; its actions are list, add, set, remove'],
    [['user', 'toString'], 'user has no action "toString"; its actions are list, add, set, remove'],
    [['token', 'add'], 'sign-ins create tokens: the actions are list and remove'],
    [['token', 'set', 'x'], 'sign-ins create tokens: the actions are list and remove'],
    [['audit', 'remove'], 'the history is read-only: the only action is list'],
    [['user', 'add'], 'NAME is missing'],
    [['field', 'add', 'subnets'], 'NAME is missing'],
    [['user', 'set', 'ann'], 'nothing to change: give at least one option'],
    [['user', 'list', 'ann'], 'unexpected argument "ann"'],
    [['user', 'remove', 'ann', 'bob'], 'unexpected argument "bob"'],
    [['user', 'add', 'ann', '--rolle', 'User'], 'unknown option --rolle (did you mean --role?)'],
    [['user', 'lst'], 'user has no action "lst"; its actions are list, add, set, remove (did you mean list?)'],
    [['usr', 'list'], 'unknown command "usr" (did you mean user?)'],
    [['help', 'usr'], 'unknown command "usr"'],
    [['user', 'list', '--json', '--json'], '--json must not be repeated'],
    [['user', 'set', 'ann', '--new-password', '--new-password'], '--new-password must not be repeated'],
    [['user', 'add', 'ann', '-r'], 'unknown option -r'],
    [['user', 'list', '--role', 'User'], 'unknown option --role'],
    [['user', 'add', 'ann', '--new-password'], 'unknown option --new-password'],
    [['user', 'add', 'ann', '--__proto__', 'x'], 'unknown option --__proto__'],
    [['user', 'add', 'ann', '--role'], '--role needs a value'],
    [['user', 'add', 'ann', '--role', '--json'], '--role needs a value; for a value that begins with a dash write --role=--json'],
    [['user', 'add', 'ann', '--role', 'User', '--role', 'User'], '--role must not be repeated'],
    [['user', 'list', '--json=yes'], '--json takes no value'],
    [['user', 'set', 'ann', '--new-password=x'], '--new-password takes no value'],
    [['user', 'set', 'ann', '--disabled', 'yes'], '--disabled must be true or false'],
    [['group', 'add', 'x', '--id', '1.5'], '--id must be a whole number'],
    [['group', 'add', 'x', '--id=-1'], '--id must be a whole number'],
    [['app', 'add', 'tf', '--security', 'none'], '--permission is missing: disabled, read, write or admin'],
    [['token', 'remove'], 'give either the ID of a token or --user'],
    [['token', 'remove', 'x', '--user', 'ann'], 'give either the ID of a token or --user'],
    [['audit', 'list', '--limit', '0'], '--limit must be from 1 to 10000'],
    [['webhook', 'log', 'hook', '--limit', '0'], '--limit must be from 1 to 200'],
    [['webhook', 'log', 'hook', '--limit', '201'], '--limit must be from 1 to 200'],
  ];
  for (const [line, problem] of wrong) {
    it(`are refused: ${line.join(' ')}`, async () => expect(await problemOf(line)).to.equal(problem));
  }

  for (const option of [['--password', 'secret'], ['--password=secret'], ['--password']]) {
    it(`are refused without repeating the secret: ${option[0]?.replace('secret', '...')}`, async () => {
      for (const action of ['add', 'set'])
        expect(await problemOf(['user', action, 'ann', ...option]))
          .to.contain('not accepted as arguments')
          .and.not.contain('secret');
    });
  }

  it('have options in kebab-case without duplicates, and none accepts a secret', () => {
    for (const { actions } of Object.values(subjects)) {
      for (const { options } of Object.values(actions)) {
        for (const { name, kind } of options) {
          expect(name).to.match(/^[a-z]+(-[a-z]+)*$/);
          if (/password|code/.test(name)) expect(kind, name).to.equal('switch');
        }
        expect(new Set(options.map(({ name }) => name)).size).to.equal(options.length);
      }
    }
  });
});
