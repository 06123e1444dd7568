import { expect } from 'chai';
import { setCookie } from '../../../adapters/web/cookies.js';

const terms = { prefix: '/ipam' };

describe('A cookie of the console', () => {
  it('is hidden from scripts, and bound to the host over TLS', () => {
    expect(setCookie('a', 'b', { ...terms, encrypted: true, sameSite: 'Strict' })).to.equal(
      'a=b; Path=/; HttpOnly; SameSite=Strict; Secure',
    );
    expect(setCookie('a', 'b', { ...terms, encrypted: false, sameSite: 'Lax', maxAge: 60 })).to.equal(
      'a=b; Path=/ipam/; HttpOnly; SameSite=Lax; Max-Age=60',
    );
  });

  it('is sent with forms of other sites over TLS; without TLS the default of the browser applies', () => {
    expect(setCookie('a', 'b', { ...terms, encrypted: true, sameSite: 'None' })).to.equal(
      'a=b; Path=/; HttpOnly; SameSite=None; Secure',
    );
    expect(setCookie('a', 'b', { ...terms, encrypted: false, sameSite: 'None' })).to.equal('a=b; Path=/ipam/; HttpOnly');
  });
});
