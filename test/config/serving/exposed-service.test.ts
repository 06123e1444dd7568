import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { isExposed } from '../../../config/service/preparing.js';
import { readConfiguration } from '../../../config/settings/settings.js';

describe('A service with unencrypted passwords', () => {
  it('is found when it listens on all addresses without TLS or a proxy', () => {
    const exposed = (variables: Readonly<Record<string, string>>): boolean => isExposed(readConfiguration(variables));
    for (const host of ['0.0.0.0', '::', '0', '0:0:0:0:0:0:0:0', '::0', '::ffff:0.0.0.0'])
      expect(exposed({ HEXIPAM_HOST: host }), host).to.equal(true);
    for (const host of ['127.0.0.1', '::1', 'localhost', '10.0.0.1', 'fe80::%eth0', '::ffff:10.0.0.0'])
      expect(exposed({ HEXIPAM_HOST: host }), host).to.equal(false);
    expect(exposed({})).to.equal(false);
    expect(exposed({ HEXIPAM_HOST: '0.0.0.0', HEXIPAM_TRUST_PROXY: '10.0.0.1' })).to.equal(false);
    const file = fileURLToPath(import.meta.url);
    const tls = { HEXIPAM_TLS_PORT: '8443', HEXIPAM_TLS_CERT: file, HEXIPAM_TLS_KEY: file };
    expect(exposed({ HEXIPAM_HOST: '0.0.0.0', ...tls })).to.equal(false);
  });
});
