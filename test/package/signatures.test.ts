import { expect } from 'chai';
import { ambiguousNames, entryDeclarations, unexportedMentions } from '../support/package/signatures.js';

describe('The entries of the package', () => {
  it('export every type that their signatures mention', () => {
    expect([...entryDeclarations().keys()]).to.have.members([
      '.',
      './domain',
      './ports',
      './auth',
      './memory',
      './knex',
      './http',
      './testing',
    ]);
    expect(unexportedMentions().map(({ file, name, way }) => `${file}: ${name}, by ${way.join(' > ')}`)).to.deep.equal([]);
  });

  it('export each name with one meaning only', () => {
    expect(ambiguousNames()).to.deep.equal([]);
  });
});
