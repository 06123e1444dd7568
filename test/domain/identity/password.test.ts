import { expect } from 'chai';
import { problemWithPassword } from '../../../domain/access/user.js';

const problem = (password: string, username = 'ann', isCommon = false) => problemWithPassword(password, { username, isCommon });

describe('A password', () => {
  it('is accepted from 10 characters of any kind on', () => {
    expect(problem('0123456789')).to.equal(undefined);
    expect(problem('ten of ß日!')).to.equal(undefined);
    expect(problem('🔑'.repeat(10))).to.equal(undefined);
    expect(problem('🔑'.repeat(9))).to.equal('must have at least 10 characters');
    expect(problem('012345678')).to.equal('must have at least 10 characters');
  });

  it('is not the user name in any case or Unicode form', () => {
    expect(problem('ANN-of-Ülm', 'ann-of-u\u0308lm')).to.equal('must not be the user name');
    expect(problem('ann-of-ulm 2', 'ann-of-ulm')).to.equal(undefined);
  });

  it('is not among the most common ones', () => {
    expect(problem('qwertyuiop', 'ann', true)).to.equal('must not be one of the 10,000 most common passwords');
  });
});
