import { expect } from 'chai';
import {
  defaultLdapSettings,
  defaultOidcSettings,
  defaultSamlSettings,
  type ProviderProfile,
  type SignInProvider,
} from '../../../domain/access/sign-in-provider.js';
import { newUser, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const profile = (given: Partial<ProviderProfile> = {}): ProviderProfile => ({
  name: uniqueWord(),
  label: 'Example',
  disabled: false,
  order: 0,
  createUsers: true,
  requireMapping: false,
  mapping: '',
  comment: '',
  ...given,
});
const ldap = (given: Partial<ProviderProfile> = {}): SignInProvider => ({
  ...profile(given),
  type: 'ldap',
  ldap: { ...defaultLdapSettings, urls: ['ldap://a', 'ldap://b'], bindPassword: `O'Neill "日"` },
});
const oidc = (given: Partial<ProviderProfile> = {}): SignInProvider => ({
  ...profile(given),
  type: 'oidc',
  oidc: { ...defaultOidcSettings, issuer: 'https://login.example', clientId: 'hexipam', clientSecret: 'secret' },
});
const saml = (given: Partial<ProviderProfile> = {}): SignInProvider => ({
  ...profile(given),
  type: 'saml',
  saml: { ...defaultSamlSettings, entityId: 'https://login.example', certificates: 'a\nb', audience: 'https://ipam.example' },
});

describeContract('Sign-in providers', ['identity'], (storage) => {
  it('store all their settings, including secrets', async () => {
    for (const provider of [
      ldap({ mapping: 'a => group B\n* => role User', disabled: true, requireMapping: true, order: 3, comment: 'x\ny' }),
      oidc({ createUsers: false }),
      saml(),
    ]) {
      await storage.write(({ signInProviders }) => signInProviders.save(provider));
      expect(await storage.readers.signInProviders.find(provider.name)).to.deep.equal(provider);
    }
  });

  it('are replaced by name, and deleted', async () => {
    const { name } = profile();
    await storage.write(({ signInProviders }) => signInProviders.save(ldap({ name })));
    await storage.write(({ signInProviders }) => signInProviders.save(oidc({ name, label: 'Other' })));
    expect(await storage.readers.signInProviders.find(name)).to.include({ type: 'oidc', label: 'Other' });
    await storage.write(({ signInProviders }) => signInProviders.delete(name));
    expect(await storage.readers.signInProviders.find(name)).to.equal(undefined);
    await storage.write(({ signInProviders }) => signInProviders.delete(name));
  });

  it('are sorted by order, then by name', async () => {
    const word = uniqueWord();
    const names = (all: readonly SignInProvider[]) => all.map(({ name }) => name).filter((name) => name.startsWith(word));
    await storage.write(async ({ signInProviders }) => {
      for (const [suffix, order] of [
        ['c', 1],
        ['b', 2],
        ['a', 2],
        ['d', 0],
      ] as const)
        await signInProviders.save(ldap({ name: `${word}${suffix}`, order }));
    });
    expect(names(await storage.readers.signInProviders.list())).to.deep.equal(['d', 'c', 'a', 'b'].map((end) => `${word}${end}`));
    await storage.write(({ signInProviders }) => signInProviders.save(ldap({ name: `${word}a`, order: 0 })));
    expect(names(await storage.readers.signInProviders.list())).to.deep.equal(['a', 'd', 'c', 'b'].map((end) => `${word}${end}`));
  });

  it('identify their users by a subject', async () => {
    const [provider, subject] = [uniqueWord(), uniqueWord()];
    const id = await storage.write(({ users }) => users.insert(newUser({ provider, subject }), '!'));
    expect((await storage.readers.users.findBySubject(provider, subject))?.id).to.equal(id);
    expect(await storage.readers.users.findBySubject(uniqueWord(), subject)).to.equal(undefined);
    expect(await storage.readers.users.findBySubject(provider, uniqueWord())).to.equal(undefined);
    expect(await storage.readers.users.find(id)).to.include({ provider, subject });
    await storage.write(({ users }) => users.update(id, { provider: null, subject: null }));
    expect(await storage.readers.users.findBySubject(provider, subject)).to.equal(undefined);
    expect(await storage.readers.users.find(id)).to.include({ provider: null, subject: null });
  });

  it('have at most one user for each subject', async () => {
    const [provider, subject] = [uniqueWord(), uniqueWord()];
    await storage.write(({ users }) => users.insert(newUser({ provider, subject }), '!'));
    const failure = await storage
      .write(({ users }) => users.insert(newUser({ provider, subject }), '!'))
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(failure).to.be.an('error');
  });
});
