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

  it('have one meaning for each name over all of them', () => {
    expect(ambiguousNames()).to.deep.equal([]);
  });
});
