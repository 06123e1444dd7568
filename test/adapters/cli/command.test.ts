import { expect } from 'chai';
import { argumentsOf, readCommand } from '../../../adapters/cli/command.js';

const sound = { subject: 'user', action: 'set', operands: ['ann'], options: { disabled: true, groups: ['Guests'] } };

describe('A received command', () => {
  it('is accepted when it matches the grammar', () => {
    for (const command of [
      sound,
      { ...sound, options: { newPassword: true }, password: 'secret' },
      { subject: 'user', action: 'add', operands: ['ann'], options: {}, password: '' },
      { subject: 'app', action: 'set', operands: ['tf'], options: { 'lock.waitSeconds': 3 } },
      { subject: 'field', action: 'list', operands: [], options: {} },
      { subject: 'audit', action: 'list', operands: [], options: { limit: 3 } },
    ])
      expect(readCommand(JSON.parse(JSON.stringify(command)))).to.deep.equal(command);
  });

  const unsound: [what: string, value: unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a list', [sound]],
    ['a text', 'user list'],
    ['an unknown subject', { ...sound, subject: 'section' }],
    ['a subject named like an inherited member', { ...sound, subject: 'constructor' }],
    ['an unknown action', { ...sound, action: 'delete' }],
    ['an action named like an inherited member', { ...sound, action: '__proto__' }],
    ['an action that tokens do not have', { subject: 'token', action: 'add', operands: ['x'], options: {} }],
    ['a further member', { ...sound, caller: 'ann' }],
    ['too few operands', { ...sound, operands: [] }],
    ['too many operands', { ...sound, operands: ['ann', 'bob'] }],
    ['an operand that is not text', { ...sound, operands: [1] }],
    ['operands that are not a list', { ...sound, operands: 'a' }],
    ['no options', { ...sound, options: undefined }],
    ['an unknown option', { ...sound, options: { password: 'x' } }],
    ['a text for a flag', { ...sound, options: { disabled: 'true' } }],
    ['a text for a list', { ...sound, options: { groups: 'Guests' } }],
    ['a record for a text', { ...sound, options: { email: {} } }],
    ['a number with a fraction', { subject: 'audit', action: 'list', operands: [], options: { limit: 1.5 } }],
    ['a limit above the maximum', { subject: 'audit', action: 'list', operands: [], options: { limit: 1e9 } }],
    ['neither of two alternatives', { subject: 'token', action: 'remove', operands: [], options: {} }],
    ['an unexpected password', { ...sound, password: 'secret' }],
    ['a missing password', { subject: 'user', action: 'add', operands: ['ann'], options: {} }],
    ['a password that is not text', { ...sound, options: { newPassword: true }, password: 1 }],
  ];
  for (const [what, value] of unsound) it(`is refused when it has ${what}`, () => expect(readCommand(value)).to.equal(undefined));

  it('nests the options with dotted names', () => {
    const options = { 'lock.enabled': true, comment: 'x', 'lock.waitSeconds': 3 };
    expect(argumentsOf({ subject: 'app', action: 'set', operands: ['tf'], options }).options).to.deep.equal({
      lock: { enabled: true, waitSeconds: 3 },
      comment: 'x',
    });
  });
});
