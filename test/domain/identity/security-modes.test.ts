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
    it(`${security} goes by ${modes[security].join(', ')}: proof, TLS, a code, a digest of it is enough`, () => {
      const found = [
        acceptedStrategies[security].requests.join(' '),
        needsTls({ security }),
        needsCode(security),
        canStoreDigest(security),
      ];
      expect(found).to.deep.equal(modes[security]);
    });
  }

  it('that is none has no code', () => {
    for (const security of [undefined, null, '', 'CRYPT', ['crypt'], 1]) expect(needsCode(security)).to.equal(false);
  });
});

describe('an application', () => {
  it('can be used unless it is disabled', () => {
    expect(appPermissions.filter((permission) => isEnabled({ permission }))).to.deep.equal(['read', 'write', 'admin']);
  });

  it('takes the old encryption where it is expected and nothing stricter is demanded', () => {
    const taken = [true, false].flatMap((cryptLegacy) =>
      [true, false].map((cryptStrict) => acceptsLegacyEncryption({ cryptLegacy, cryptStrict })),
    );
    expect(taken).to.deep.equal([false, true, false, false]);
  });

  it('is as strict as it was, and a new one unless old clients are expected', () => {
    for (const cryptStrict of [true, false])
      for (const cryptLegacy of [true, false]) expect(isStrictByDefault({ cryptStrict }, { cryptLegacy })).to.equal(cryptStrict);
    expect([true, false].map((cryptLegacy) => isStrictByDefault(undefined, { cryptLegacy }))).to.deep.equal([false, true]);
  });
});
