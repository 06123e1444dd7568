import { expect } from 'chai';
import { IpamError } from '../../domain/errors.js';

describe('IpamError', () => {
  const unknown = new IpamError('subnet.unknown', { id: 7 });
  const none = new IpamError('subnet.cycle');

  it('carries its code, its details and its name', () => {
    expect(unknown).to.be.instanceOf(Error);
    expect([unknown.name, unknown.code, unknown.details]).to.deep.equal(['IpamError', 'subnet.unknown', { id: 7 }]);
  });

  it('without details has an empty object', () => {
    expect(none.details).to.deep.equal({});
  });

  const sentences: readonly [IpamError, string][] = [
    [unknown, 'There is no subnet 7'],
    [none, 'Subnet cannot be below itself'],
    [new IpamError('address.unknown', { subnetId: 7, ip: '10.0.0.1' }), 'There is no address 10.0.0.1 in subnet 7'],
    [new IpamError('field.type', { field: 'mask', expected: 'integer' }), 'Invalid mask: an integer expected'],
    [new IpamError('signIn.unavailable', { problem: 'no answer' }), 'Sign-in is not available: no answer'],
    [new IpamError('prefix.malformed', { text: 'x'.repeat(65) }), `Invalid network ${'x'.repeat(64)}...`],
    [new IpamError('prefix.malformed', { text: '😀'.repeat(65) }), `Invalid network ${'😀'.repeat(64)}...`],
    [new IpamError('prefix.malformed', { text: '😀'.repeat(64) }), `Invalid network ${'😀'.repeat(64)}`],
    [
      new IpamError('resize.overlap', { cidr: '10.0.0.0/23', other: '10.0.1.0/24', description: '' }),
      'Subnet 10.0.0.0/23 overlaps with 10.0.1.0/24',
    ],
    [
      new IpamError('resize.childOutside', { cidr: '10.0.1.0/24', description: 'office' }),
      'Nested subnet 10.0.1.0/24 (office) is outside of the new subnet',
    ],
    [new IpamError('section.nameTaken', { name: '{name}$&' }), 'Section {name}$& already exists'],
  ];
  for (const [{ code, message }, sentence] of sentences)
    it(`has the sentence "${sentence}" for ${code}`, () => {
      expect(message).to.equal(sentence);
    });

  it('has the stack of its creation', () => {
    expect(unknown.stack).to.include('errors.test');
  });

  it('is distinguished from other exceptions', () => {
    expect(IpamError.is(unknown)).to.equal(true);
    for (const other of [
      new Error('subnet.unknown'),
      { name: 'IpamError', code: 'subnet.unknown' },
      'subnet.unknown',
      null,
      undefined,
    ]) {
      expect(IpamError.is(other)).to.equal(false);
      expect(IpamError.is(other, 'subnet.unknown')).to.equal(false);
    }
  });

  it('is matched by one of several codes', () => {
    expect(IpamError.is(unknown, 'subnet.unknown')).to.equal(true);
    expect(IpamError.is(unknown, 'subnet.cycle', 'subnet.unknown')).to.equal(true);
    expect(IpamError.is(unknown, 'subnet.cycle')).to.equal(false);
  });

  it('has the typed details of its code after a match', () => {
    const error: unknown = unknown;
    expect(IpamError.is(error, 'subnet.unknown') && error.details.id).to.equal(7);
  });
});
