import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  newKeyPair,
  readFileBytes,
  readIdentities,
  writeFile,
  writeVerifiedFile,
  wrongRecipients,
} from '../../../adapters/archive/index.js';
import { collect } from '../../support/collect.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

/** A key pair of age-keygen. */
const known = {
  identity: 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX',
  recipient: 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj',
};

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing is wrong',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );

describe('Encrypted files', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;

  before(() => {
    folder = makeTemporaryFolder();
  });
  after(() => folder.remove());

  const path = (name: string): string => join(folder.path, name);

  async function* textOf(length: number): AsyncGenerator<string> {
    for (let line = 0; line < length; line++) yield `line ${line} ${'x'.repeat(990)}\n`;
  }
  const read = async (name: string, ...identities: readonly string[]): Promise<string> =>
    Buffer.concat(await collect(readFileBytes(path(name), identities))).toString();

  it('are read with the private key of any recipient, compressed inside', async () => {
    const keys = await Promise.all([newKeyPair([]), newKeyPair([])]);
    await writeFile(path('a.gz.age'), textOf(500), { recipients: keys.map(({ recipient }) => recipient) });
    expect(readFileSync(path('a.gz.age')).subarray(0, 21).toString()).to.equal('age-encryption.org/v1');
    expect(readFileSync(path('a.gz.age')).length).to.be.lessThan(50_000);
    const text = (await collect(textOf(500))).join('');
    for (const { identity } of keys) expect(await read('a.gz.age', identity)).to.equal(text);
  });

  it('can be read with a key file of age-keygen, including its comments and blank lines', async () => {
    writeFileSync(path('key.txt'), `# created: 2026-01-01\n# public key: ${known.recipient}\n\n${known.identity}\n`);
    await writeFile(path('known.age'), textOf(1), { recipients: [known.recipient] });
    expect(await read('known.age', ...(await readIdentities(path('key.txt'))))).to.match(/^line 0 x/);
  });

  it('are refused in one sentence without a key, with another key, and when they are damaged', async () => {
    const { recipient, identity } = await newKeyPair([]);
    const other = await newKeyPair([]);
    await writeFile(path('b.age'), textOf(500), { recipients: [recipient] });
    const bytes = readFileSync(path('b.age'));
    writeFileSync(path('cut.age'), bytes.subarray(0, bytes.length - 1000));
    writeFileSync(path('head.age'), bytes.subarray(0, 60));
    writeFileSync(path('changed.age'), bytes.fill(0, 200_000, 200_010));
    writeFileSync(path('text.age'), '-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n');
    const cases = [
      ['b.age', [], /b\.age is encrypted: set --identity to the file with its private key/],
      ['b.age', [other.identity], /b\.age is encrypted for other keys: no given private key can decrypt it/],
      ['cut.age', [identity], /cut\.age is damaged or incomplete/],
      ['head.age', [identity], /head\.age is damaged or incomplete/],
      ['changed.age', [identity], /changed\.age is damaged or incomplete/],
      ['text.age', [identity], /text\.age is encrypted in the ASCII-armored format of age/],
    ] as const;
    for (const [name, identities, expected] of cases) {
      expect(await failure(read(name, ...identities)), name)
        .to.match(/^SourceError: /)
        .and.to.match(expected);
    }
  });

  it('are not decrypted with a key file that has no key, an invalid key or encrypted keys', async () => {
    const cases = [
      ['# nothing\n', /has no private key of age/],
      [`${known.identity.slice(0, -1)}Q\n`, /key 1 is not a private key/],
      [`${known.recipient}\n`, /key 1 is not a private key/],
      ['age-encryption.org/v1\n-> scrypt', /the keys in .* are encrypted/],
    ] as const;
    for (const [text, expected] of cases) {
      writeFileSync(path('keys'), text);
      const refused = await failure(readIdentities(path('keys')));
      expect(refused)
        .to.match(/^SourceError: /)
        .and.to.match(expected)
        .and.not.to.contain(known.identity.slice(0, 30));
    }
    expect(await failure(readIdentities(path('nowhere')))).to.equal(`SourceError: there is no file ${path('nowhere')}`);
  });

  it('need valid recipients, and the invalid ones are returned', async () => {
    const invalid = `${known.recipient.slice(0, -1)}q`;
    expect(await wrongRecipients([known.recipient, invalid])).to.deep.equal([invalid]);
  });

  it('get their names only after the complete file was read back', async () => {
    const { recipient } = await newKeyPair([]);
    const write = writeVerifiedFile(path('verified.gz.age'), textOf(3), { recipients: [recipient] });
    expect(await failure(write)).to.equal('SourceError: the archive is damaged: line 1 is not JSON');
    expect(readdirSync(folder.path).filter((name) => name.startsWith('verified'))).to.deep.equal([]);
  });

  it('fail with the reason of the abort signal, and leave no file', async () => {
    const stop = new AbortController();
    async function* endless(): AsyncGenerator<string> {
      for (let line = 0; ; line++) {
        if (line === 10) stop.abort(new Error('the service stops'));
        yield 'x\n';
      }
    }
    const write = writeVerifiedFile(path('ended.gz'), endless(), { recipients: [], signal: stop.signal });
    expect(await failure(write)).to.equal('Error: the service stops');
    expect(readdirSync(folder.path).filter((name) => name.startsWith('ended'))).to.deep.equal([]);
  });
});
