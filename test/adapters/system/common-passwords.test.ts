import { expect } from 'chai';
import { PasswordHashes } from '../../../adapters/system/index.js';

describe('Common passwords', () => {
  const passwords = new PasswordHashes();

  for (const common of ['1234567890', 'qwertyuiop', 'password123', 'PassWord123', 'basketball'])
    it(`include ${common}`, async () => {
      expect(await passwords.isCommon(common)).to.equal(true);
    });

  for (const other of ['end-to-end password', 'screenshots only', 'constructor', '__proto__', ''])
    it(`do not include ${JSON.stringify(other)}`, async () => {
      expect(await passwords.isCommon(other)).to.equal(false);
    });
});
