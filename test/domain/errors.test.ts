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

  it('has its code and its details in its message', () => {
    expect([unknown.message, none.message]).to.deep.equal(['Subnet: unknown (id 7).', 'Subnet: cycle.']);
  });

  it('has the reason why a strategy cannot check a proof', () => {
    const { code, message } = new IpamError('signIn.unavailable', { problem: 'the directory does not answer' });
    expect([code, message]).to.deep.equal([
      'signIn.unavailable',
      'Sign in: unavailable (problem the directory does not answer).',
    ]);
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
