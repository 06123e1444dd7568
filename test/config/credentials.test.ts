import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readCredentials } from '../../config/settings/environment.js';
import { ConfigurationError } from '../../config/settings/values.js';

describe('A directory of secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hexipam-credentials-'));
  after(() => rmSync(folder, { recursive: true }));
  const names = ['HEXIPAM_ADMIN_PASSWORD', 'HEXIPAM_DATABASE_URL', 'HEXIPAM_NETBOX_TOKEN'];

  it('sets the variables of its files, without the line break at the end', () => {
    writeFileSync(join(folder, 'HEXIPAM_ADMIN_PASSWORD'), 'first password \n');
    writeFileSync(join(folder, 'HEXIPAM_DATABASE_URL'), 'postgres://u:p@db/ipam');
    writeFileSync(join(folder, 'another-service'), 'its secret');
    mkdirSync(join(folder, '..data'));
    expect(readCredentials(folder, names)).to.deep.equal({
      HEXIPAM_ADMIN_PASSWORD: 'first password ',
      HEXIPAM_DATABASE_URL: 'postgres://u:p@db/ipam',
    });
  });

  it('sets none when it does not exist', () => {
    expect(readCredentials(undefined, names)).to.deep.equal({});
    expect(readCredentials('', names)).to.deep.equal({});
  });

  it('stops the start when it cannot be read', () => {
    const missing = join(folder, 'missing');
    expect(() => readCredentials(missing, names)).to.throw(ConfigurationError, 'CREDENTIALS_DIRECTORY cannot be read: ENOENT');
  });
});
