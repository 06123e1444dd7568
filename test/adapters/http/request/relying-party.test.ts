import { expect } from 'chai';
import { relyingPartyOf } from '../../../../adapters/http/index.js';
import { RequestError } from '../../../../adapters/http/request-error.js';

const permitted = ['https://ipam.example.org', 'https://[2001:db8::1]:8443'];

/** The origin, or the code of the error. */
function originOf(host: string | undefined, encrypted: boolean, origins: readonly string[] = []): string {
  try {
    const party = relyingPartyOf(host === undefined ? {} : { host }, { encrypted }, origins);
    return party ? `${party.id} ${party.origin}` : 'none';
  } catch (error) {
    return error instanceof RequestError ? `${error.code} ${JSON.stringify(error.details)}` : String(error);
  }
}

describe('The relying party of a request', () => {
  const refused = (host: string): string =>
    `request.hostNotPermitted ${JSON.stringify({ host, urls: 'https://ipam.example.org or https://[2001:db8::1]:8443' })}`;
  const samples: readonly (readonly [host: string | undefined, encrypted: boolean, origins: readonly string[], found: string])[] =
    [
      ['IPAM.example.org', true, [], 'ipam.example.org https://ipam.example.org'],
      ['ipam.example.org:8080', false, [], 'ipam.example.org http://ipam.example.org:8080'],
      ['ipam.example.org:443', true, [], 'ipam.example.org https://ipam.example.org'],
      [undefined, true, [], 'none'],
      ['user@evil.example', true, [], 'none'],
      ['evil.example/x', true, [], 'none'],
      ['IPAM.example.org', false, permitted, 'ipam.example.org https://ipam.example.org'],
      ['[2001:db8::1]:8443', true, permitted, '[2001:db8::1] https://[2001:db8::1]:8443'],
      ['evil.example', true, permitted, refused('evil.example')],
      ['ipam.example.org:8443', true, permitted, refused('ipam.example.org:8443')],
      [undefined, true, permitted, 'none'],
    ];
  for (const [host, encrypted, origins, found] of samples)
    it(`is ${found.split(' ', 1)} for ${host} ${encrypted ? 'over TLS' : 'without TLS'} with ${origins.length} permitted`, () => {
      expect(originOf(host, encrypted, origins)).to.equal(found);
    });

  it('is refused with request.hostNotPermitted for another host', () => {
    expect(originOf('evil.example', true, permitted).split(' ', 1)).to.deep.equal(['request.hostNotPermitted']);
  });
});
