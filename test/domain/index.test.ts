import { expect } from 'chai';
import * as domain from '../../domain/index.js';

describe('the domain as a library', () => {
  it('can be used through its index alone', () => {
    const network = domain.Prefix.parse('10.0.0.0/24');
    const taken = ['10.0.0.1', '10.0.0.2'].map((text) => domain.IpAddress.parse(text));
    expect(String(domain.lowestUnused(domain.usableRange({ prefix: network, isPool: false }), taken))).to.equal('10.0.0.3');
    expect(String(domain.firstFreePrefix(network, [domain.Prefix.parse('10.0.0.0/26')], 26))).to.equal('10.0.0.64/26');
    expect(() => domain.Prefix.parse('10.0.0.1/24')).to.throw(domain.IpamError);
  });
});
