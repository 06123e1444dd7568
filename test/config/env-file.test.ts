import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readEnvironmentFile } from '../../config/settings/environment.js';
import { ConfigurationError } from '../../config/settings/values.js';

describe('A .env file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hexipam-env-'));
  after(() => rmSync(folder, { recursive: true }));

  it('sets its variables, without comments and quotes', () => {
    const file = join(folder, 'good');
    writeFileSync(file, '# how the service runs\nHEXIPAM_PORT=9000\nHEXIPAM_ADMIN_PASSWORD="a # b"\n\nEMPTY=\n');
    expect(readEnvironmentFile(file)).to.include({ HEXIPAM_PORT: '9000', HEXIPAM_ADMIN_PASSWORD: 'a # b', EMPTY: '' });
  });

  it('sets none when it does not exist', () => {
    expect(readEnvironmentFile(join(folder, 'missing'))).to.deep.equal({});
  });

  it('stops the start when it exists and cannot be read', () => {
    const directory = join(folder, 'directory');
    mkdirSync(directory);
    expect(() => readEnvironmentFile(directory)).to.throw(ConfigurationError, `${directory} cannot be read: it is a directory`);
  });
});
