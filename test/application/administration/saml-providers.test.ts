import { expect } from 'chai';
import { Entry } from '../../../application/access/provisioning/entry.js';
import { providerMembers, readProvider } from '../../../application/access/provisioning/sign-in-providers.js';

const certificate = '-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----';
const sound = {
  entityId: 'https://login.example/saml',
  signInUrl: 'https://login.example/sso?tenant=7',
  certificates: certificate,
  audience: 'https://ipam.example.org',
};
const read = (saml: object, further: object = {}) =>
  readProvider(new Entry({ name: 'staff', type: 'saml', saml, ...further }, 'provider', providerMembers));
const problemOf = (saml: object, further: object = {}): string => {
  try {
    read(saml, further);
    return '';
  } catch (error) {
    const { entry, problem } = Object(error).details;
    return `${entry} ${problem}`;
  }
};

describe('A SAML provider in a provisioning file', () => {
  it('has defaults for the names of attributes', () => {
    expect(read(sound)).to.deep.include({
      saml: {
        ...sound,
        usernameAttribute: '',
        realNameAttribute: 'displayName',
        emailAttribute: 'email',
        groupsAttribute: 'groups',
      },
    });
  });

  const wrong: readonly (readonly [what: string, saml: object, problem: RegExp, further?: object])[] = [
    ['no entity ID', { ...sound, entityId: undefined }, /"entityId" is missing/],
    ['a sign-on service without TLS', { ...sound, signInUrl: 'http://login.example/' }, /"signInUrl" must begin with https/],
    ['no certificate', { ...sound, certificates: 'MIIC' }, /"certificates" must be certificates in PEM/],
    ['no audience', { ...sound, audience: undefined }, /"audience" is missing/],
    ['the audience of the provider itself', { ...sound, audience: sound.entityId }, /"audience" must not be the entity ID/],
    ['settings of another type', sound, /"oidc" belongs to providers of type oidc/, { oidc: {} }],
    ['a service account in its mapping', sound, /"mapping" names a service account/, { mapping: 'a => service account b' }],
    ['a setting that is none', { ...sound, key: 'x' }, /"key" is not known/],
  ];
  for (const [what, saml, problem, further] of wrong)
    it(`is refused with ${what}`, () => {
      expect(problemOf(JSON.parse(JSON.stringify(saml)), further)).to.match(problem);
    });
});
