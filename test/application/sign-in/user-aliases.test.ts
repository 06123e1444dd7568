import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { type Caller, commandLineCaller, internalCaller } from '../../../application/caller.js';
import { type Application, createApplication } from '../../../application/index.js';
import type { PasswordDirectories } from '../../../application/ports/sign-in-providers.js';
import { IpamError } from '../../../domain/errors.js';
import { NotingHasher } from '../support/administration.js';

const aliases = ['anna', 'anna@example.org', 'a.muster@corp.example'];

/** A directory in which anna has several names. */
const directory: PasswordDirectories = {
  async identify(_settings, username, password) {
    if (!aliases.includes(username)) return undefined;
    if (password !== 'right') return { wrongFor: 'anna' };
    return { subject: null, username: 'anna', realName: '', email: '', isEmailVerified: false, groups: [] };
  },
  test: async () => [],
};

class CountingHasher extends NotingHasher {
  verified = 0;

  override verify(password: string, hash: string): Promise<boolean> {
    this.verified++;
    return super.verify(password, hash);
  }
}

describe('Names of a directory user', () => {
  let ipam: Application;
  let clients: number;
  let hasher: CountingHasher;

  beforeEach(async () => {
    clients = 0;
    hasher = new CountingHasher();
    const now = () => new Date(Date.UTC(2030, 0, 1));
    const { readers, unitOfWork } = createMemoryDatabase({ now }, { checksLocks: true });
    ipam = createApplication({
      ...{ readers, unitOfWork, clock: { now }, timers: systemTimers, random: systemRandom, directories: directory },
      ...{ passwords: hasher, tokens: new RandomTokenSource(), tokenTtl: 3600 },
    });
    const ldap = { urls: ['ldaps://ldap.example'], userBase: 'dc=example' };
    await ipam.access.signInProviders.add(commandLineCaller, { name: 'corp', type: 'ldap', ldap });
  });

  /** Signs in from a new client address each time, so that no client has many failures. */
  const signIn = async (username: string, password: string): Promise<string> => {
    const caller: Caller = { ...internalCaller, clientAddress: `192.0.2.${++clients}` };
    try {
      await ipam.signIn.signIn(caller, username, password);
      return 'in';
    } catch (error) {
      return error instanceof IpamError ? error.code : String(error);
    }
  };

  it('share the count of failures', async () => {
    for (let tries = 0; tries < 11; tries++)
      expect(await signIn(aliases[1 + (tries % 2)] ?? '', 'wrong')).to.equal('signIn.failed');
    for (const alias of [...aliases, 'ANNA'])
      for (const password of ['right', 'wrong']) expect(await signIn(alias, password), alias).to.equal('signIn.nameBlocked');
    expect(await signIn('bob', 'wrong')).to.equal('signIn.failed');
  });

  it('allow no further concurrent guesses', async () => {
    const answers = await Promise.all(Array.from({ length: 33 }, (_, index) => signIn(aliases[index % 3] ?? '', 'wrong')));
    expect(answers.filter((answer) => answer === 'signIn.failed')).to.have.length(11);
    expect(answers.filter((answer) => answer === 'signIn.nameBlocked')).to.have.length(22);
  });

  it('all sign in, and count no failure', async () => {
    for (let times = 0; times < 5; times++) for (const alias of aliases) expect(await signIn(alias, 'right')).to.equal('in');
    expect(await ipam.access.signInBlocks.list(commandLineCaller)).to.deep.equal([]);
  });

  it('need one password check, like unknown names and local users', async () => {
    await ipam.access.users.add(commandLineCaller, { username: 'local', password: 'correct horse' });
    for (const name of ['anna', 'anna@example.org', 'nobody', 'local']) {
      const before = hasher.verified;
      expect(await signIn(name, 'wrong')).to.equal('signIn.failed');
      expect(hasher.verified - before, name).to.equal(1);
    }
  });

  it('have their failures in the history of the user', async () => {
    await signIn('anna', 'right');
    await signIn('anna@example.org', 'wrong');
    const [entry] = await ipam.access.audit(commandLineCaller, 1, ['signInFailed']);
    expect(entry).to.include({ object: 'user', objectName: 'anna', action: 'signInFailed' });
  });
});
