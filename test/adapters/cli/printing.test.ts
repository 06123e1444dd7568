import { expect } from 'chai';
import { printJson, printResult as printStyled } from '../../../adapters/cli/printing.js';
import { subjects } from '../../../adapters/cli/subjects/index.js';
import { subjectHelp, subjectUsage } from '../../../adapters/cli/usage.js';
import { inTimeZone } from '../../support/time/time-zone.js';

const terminal = { isTerminal: true, hasColors: false };
const printResult = (command: Parameters<typeof printStyled>[0], result: unknown): string =>
  printStyled(command, result, terminal);

const groups = { subject: 'group', action: 'list' };

describe('Printing', () => {
  it('aligns the columns of a list', () => {
    const records = [
      { id: 2, name: 'Operators', description: 'on duty' },
      { id: 10, name: 'Gäste 日', description: '' },
    ];
    expect(printResult(groups, records)).to.equal(
      ['ID  NAME       DESCRIPTION  ROLES', '2   Operators  on duty      -', '10  Gäste 日    -            -'].join('\n'),
    );
  });

  it('separates columns by tabs outside a terminal, and prints the titles of an empty list', () => {
    const style = { isTerminal: false, hasColors: false };
    const records = [{ id: 2, name: 'a\tb', description: '' }];
    expect(printStyled(groups, records, style)).to.equal('ID\tNAME\tDESCRIPTION\tROLES\n2\ta b\t-\t-');
    expect(printStyled(groups, [], style)).to.equal('ID\tNAME\tDESCRIPTION\tROLES');
  });

  it('prints titles in bold on a terminal with colors', () => {
    const lines = printStyled(groups, [{ id: 2, name: 'x' }], { isTerminal: true, hasColors: true }).split('\n');
    expect(lines).to.deep.equal(['\u001b[1mID  NAME  DESCRIPTION  ROLES\u001b[22m', '2   x     -            -']);
  });

  it('prints "none" for an empty list', () => expect(printResult(groups, [])).to.equal('none'));

  it('prints flags as yes or no, joins lists and flattens nested members', () => {
    const app = { id: 'main', showLinks: true, stringify: false, lock: { enabled: false, waitSeconds: 30 }, comment: null };
    const [titles = '', row = ''] = printResult({ subject: 'app', action: 'list' }, [app]).split('\n');
    expect(titles).to.match(/SHOW LINKS +STRINGIFY .*LOCK ENABLED +LOCK WAIT SECONDS/);
    expect(row.split(/ {2,}/).slice(0, 10)).to.deep.equal(['main', '-', '-', 'yes', 'no', '-', '-', '-', 'no', '30']);
    const user = { id: 1, username: 'ann', groups: ['Operators', 'Guests'] };
    expect(printResult({ subject: 'user', action: 'list' }, [user])).to.contain('Operators, Guests');
  });

  it('prints times for people in the local time zone, and for programs in UTC with a Z', () => {
    const entry = { at: '2024-07-01 22:30:00', by: 'Ann', objectName: '2024-07-01 22:30:00' };
    const token = { id: 'abc', user: 'ann', expires: '2024-01-01 23:00:00' };
    const users = [
      { username: 'ann', lastLogin: '2024-01-01 00:00:00', editDate: null },
      { username: 'bob', lastLogin: null },
    ];
    inTimeZone('Europe/Vienna', () => {
      const audit = printResult({ subject: 'audit', action: 'list' }, [entry]);
      expect(audit).to.contain('2024-07-02 00:30:00').and.contain('  2024-07-01 22:30:00');
      expect(printResult({ subject: 'token', action: 'list' }, [token])).to.contain('2024-01-02 00:00:00');
      expect(printResult({ subject: 'user', action: 'list' }, users)).to.contain('2024-01-01 01:00:00');
      expect(JSON.parse(printJson([entry, { removed: [token] }, ...users]))).to.deep.equal([
        { ...entry, at: '2024-07-01T22:30:00Z' },
        { removed: [{ ...token, expires: '2024-01-01T23:00:00Z' }] },
        { ...users[0], lastLogin: '2024-01-01T00:00:00Z' },
        users[1],
      ]);
    });
  });

  it('replaces the control characters of texts', () => {
    const hostile = { id: 1, name: '\u001b[2Jx\r\ny\u009b31m\u202e', description: '' };
    expect(printResult(groups, [hostile]).split('\n')[1]).to.equal('1    [2Jx y 31m   -            -');
    expect(printJson([hostile]))
      .not.to.contain('\u001b')
      .and.not.contain('\u009b');
    expect(JSON.parse(printJson([hostile]))).to.deep.equal([hostile]);
  });

  it('reports the change, and a new code once', () => {
    expect(printResult({ subject: 'user', action: 'remove' }, { username: 'ann' })).to.equal('user ann removed');
    expect(printResult({ subject: 'app', action: 'add' }, { id: 'tf', code: 'c0de' })).to.equal(
      'application tf added\ncode: c0de (it is not shown again)',
    );
    expect(printResult({ subject: 'token', action: 'remove' }, { removed: [{}, {}] })).to.equal('2 tokens removed');
    expect(printResult({ subject: 'field', action: 'set' }, { on: 'vlans', name: 'env' })).to.equal(
      'custom field vlans env changed',
    );
  });

  it('has help for every subject, action and option', () => {
    for (const [word, { actions }] of Object.entries(subjects)) {
      const help = subjectHelp(word);
      expect(help).to.contain(subjectUsage(word));
      for (const [name, { options, meaning }] of Object.entries(actions)) {
        expect(help).to.contain(`hexipam ${word} ${name}`).and.contain(`${name}: ${meaning}`);
        for (const option of options) expect(help).to.contain(`  --${option.name}`).and.contain(option.meaning);
      }
    }
  });
});
