import { expect } from 'chai';
import {
  type AppSecurity,
  acceptedStrategies,
  acceptsLegacyEncryption,
  appPermissions,
  appSecurities,
  canStoreDigest,
  isEnabled,
  isStrictByDefault,
  needsCode,
  needsTls,
} from '../../../domain/access/app.js';

describe('a security mode', () => {
  const modes: Record<AppSecurity, [proofs: string, tls: boolean, code: boolean, digest: boolean]> = {
    none: ['key userToken consoleSession', false, false, true],
    ssl: ['key userToken consoleSession', true, false, true],
    static: ['code', true, true, true],
    crypt: ['encryption', false, true, false],
    oidc: ['providerToken', true, false, true],
  };
  for (const security of appSecurities) {
    it(`${security} has ${modes[security].join(', ')}: proofs, needs TLS, needs a code, can store a digest`, () => {
      const found = [
        acceptedStrategies[security].requests.join(' '),
        needsTls({ security }),
        needsCode(security),
        canStoreDigest(security),
      ];
      expect(found).to.deep.equal(modes[security]);
    });
  }

  it('that is unknown needs no code', () => {
    for (const security of [undefined, null, '', 'CRYPT', ['crypt'], 1]) expect(needsCode(security)).to.equal(false);
  });
});

describe('an application', () => {
  it('can be used unless it is disabled', () => {
    expect(appPermissions.filter((permission) => isEnabled({ permission }))).to.deep.equal(['read', 'write', 'admin']);
  });

  it('accepts legacy encryption only with cryptLegacy and without cryptStrict', () => {
    const taken = [true, false].flatMap((cryptLegacy) =>
      [true, false].map((cryptStrict) => acceptsLegacyEncryption({ cryptLegacy, cryptStrict })),
    );
    expect(taken).to.deep.equal([false, true, false, false]);
  });

  it('is as strict as before; a new one is strict unless cryptLegacy is set', () => {
    for (const cryptStrict of [true, false])
      for (const cryptLegacy of [true, false]) expect(isStrictByDefault({ cryptStrict }, { cryptLegacy })).to.equal(cryptStrict);
    expect([true, false].map((cryptLegacy) => isStrictByDefault(undefined, { cryptLegacy }))).to.deep.equal([false, true]);
  });
});
