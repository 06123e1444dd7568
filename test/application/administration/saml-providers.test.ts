import { expect } from 'chai';
import { Entry } from '../../../application/access/provisioning/entry.js';
import { providerMembers, readProvider } from '../../../application/access/provisioning/sign-in-providers.js';

const certificate = '-----BEGIN CERTIFICATE-----\nMBMwDQIBATAAMAAwADAAMAAwAAMA\n-----END CERTIFICATE-----';
const signingKey = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n';
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
  it('has default names of attributes', () => {
    expect(read(sound)).to.deep.include({
      saml: {
        ...sound,
        signingKey: '',
        signingCertificate: '',
        usernameAttribute: '',
        realNameAttribute: 'displayName',
        emailAttribute: 'email',
        groupsAttribute: 'groups',
      },
    });
  });

  it('has a signing key with line breaks, also when the input has none', () => {
    const body = 'A'.repeat(100);
    const given = `-----BEGIN PRIVATE KEY-----${body}-----END PRIVATE KEY-----`;
    const lines = ['-----BEGIN PRIVATE KEY-----', body.slice(0, 64), body.slice(64), '-----END PRIVATE KEY-----', ''];
    expect(Object(read({ ...sound, signingKey: given, signingCertificate: certificate })).saml.signingKey).to.equal(
      lines.join('\n'),
    );
  });

  const wrong: readonly (readonly [what: string, saml: object, problem: RegExp, further?: object])[] = [
    ['no entity ID', { ...sound, entityId: undefined }, /"entityId" is missing/],
    ['a sign-on service without TLS', { ...sound, signInUrl: 'http://login.example/' }, /"signInUrl" must begin with https/],
    ['no certificate', { ...sound, certificates: 'MIIC' }, /"certificates" must be certificates in PEM/],
    [
      'a text instead of a certificate',
      { ...sound, certificates: certificate.replace('MBMw', 'MIIC') },
      /"certificates" must be/,
    ],
    [
      'a certificate followed by a text instead of a second one',
      { ...sound, certificates: certificate + certificate.replace('MBMw', 'text') },
      /"certificates" must be certificates in PEM/,
    ],
    ['no audience', { ...sound, audience: undefined }, /"audience" is missing/],
    ['the audience of the provider itself', { ...sound, audience: sound.entityId }, /"audience" must not be the entity ID/],
    ['settings of another type', sound, /"oidc" is only for providers of type oidc/, { oidc: {} }],
    [
      'a service account in its mapping',
      sound,
      /"mapping" must not name a service account/,
      { mapping: 'a => service account b' },
    ],
    ['an invalid signing key', { ...sound, signingKey: 'MIIE' }, /"signingKey" must be a private key in PEM/],
    ['a signing key without a certificate', { ...sound, signingKey }, /"signingCertificate" is missing/],
    [
      'two signing certificates',
      { ...sound, signingKey, signingCertificate: certificate.repeat(2) },
      /"signingCertificate" must be one certificate in PEM/,
    ],
    [
      'a text instead of the signing certificate',
      { ...sound, signingKey, signingCertificate: certificate.replace('MBMw', 'MIID') },
      /"signingCertificate" must be one certificate in PEM/,
    ],
    ['an unknown setting', { ...sound, key: 'x' }, /"key" is not known/],
  ];
  for (const [what, saml, problem, further] of wrong)
    it(`is rejected with ${what}`, () => {
      expect(problemOf(JSON.parse(JSON.stringify(saml)), further)).to.match(problem);
    });
});
