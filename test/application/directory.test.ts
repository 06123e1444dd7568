import { expect } from 'chai';
import { Directory } from '../../application/directory.js';
import { once } from '../../application/once.js';
import type { Readers } from '../../application/ports/unit-of-work.js';
import type { AccessToken } from '../../domain/identity/access-token.js';
import { admin, start, withAdministrator } from './support/administration.js';

/** A directory whose lookups of tokens are answered when the test says so. */
async function heldBack() {
  const { readers, grant } = await withAdministrator();
  await grant(admin.username, 'digest');
  const reading: { answer(): void }[] = [];
  let lookups = 0;
  const find = (digest: string): Promise<AccessToken | undefined> => {
    lookups++;
    const found = readers.tokens.find(digest);
    return new Promise((resolve) => reading.push({ answer: () => resolve(found) }));
  };
  const tokens: Readers['tokens'] = Object.assign(Object.create(readers.tokens), { find });
  const directory = new Directory({ ...readers, tokens }, { now: () => start });
  return { directory, answer: () => reading.shift()?.answer(), lookups: () => lookups };
}

describe('The directory', () => {
  it('remembers a token that it has found', async () => {
    const { directory, answer, lookups } = await heldBack();
    const found = directory.access('digest');
    answer();
    expect((await found)?.user.username).to.equal(admin.username);
    expect((await directory.access('digest'))?.token.digest).to.equal('digest');
    expect(lookups()).to.equal(1);
  });

  for (const [what, forget] of [
    ['that token is forgotten', (directory: Directory) => directory.forgetAccess('digest')],
    ['everything is forgotten', (directory: Directory) => directory.forget()],
  ] as const) {
    it(`does not remember a token that was being looked up while ${what}`, async () => {
      const { directory, answer, lookups } = await heldBack();
      const found = directory.access('digest');
      forget(directory);
      answer();
      await found;
      void directory.access('digest');
      expect(lookups()).to.equal(2);
    });
  }
});

describe('Reading once', () => {
  it('reads each thing once, and every thing', async () => {
    const asked: string[] = [];
    const read = once(async (key: string) => {
      asked.push(key);
      return key.toUpperCase();
    });
    expect(await Promise.all(['a', 'b', 'a', 'b'].map(read))).to.deep.equal(['A', 'B', 'A', 'B']);
    expect(asked).to.deep.equal(['a', 'b']);
  });
});
