import { expect } from 'chai';
import { DnsReverseNames } from '../../../adapters/hosts/dns-reverse-names.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { NameServer } from '../../support/dns/name-server.js';

describe('Host names from the DNS', () => {
  it('are queried by reverse names, once each', async () => {
    const server = await NameServer.start();
    const names = new DnsReverseNames([server.address]);
    for (const text of ['192.0.2.7', '2001:db8::1']) await names.namesOf(IpAddress.parse(text), 2000);
    server.close();
    expect(server.asked).to.have.length(2);
    expect(server.asked[0]).to.equal('7.2.0.192.in-addr.arpa');
    expect(server.asked[1]).to.match(/^1(\.0){23}\.8\.b\.d\.0\.1\.0\.0\.2\.ip6\.arpa$/);
  });
});
