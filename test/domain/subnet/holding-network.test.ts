import { expect } from 'chai';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { networkFor, networksFor } from '../../../domain/subnet/holding-network.js';
import type { Network } from '../../../domain/subnet/subnet.js';
import { expectRefusal } from '../support/refusal.js';
import { networkAt } from '../support/samples.js';

const ip = IpAddress.parse('10.1.2.3');
const network = (id: number, cidr: string, sectionId: number, vrfId: number | null = null): Network =>
  networkAt(cidr, { id, sectionId, vrfId });

describe('The network that an address belongs to', () => {
  it('is the one with the longest mask in each section and VRF', () => {
    const around = [
      network(3, '10.1.2.0/24', 1),
      network(4, '10.1.0.0/16', 2),
      network(5, '10.0.0.0/8', 1),
      network(6, '10.0.0.0/8', 1, 7),
    ];
    expect(networksFor(around).map(({ id }) => id)).to.deep.equal([3, 4, 6]);
    expect(networkFor(ip, around.slice(2, 3)).id).to.equal(5);
  });

  it('is refused if none or several match, with at most ten candidates', () => {
    expectRefusal(() => networkFor(ip, []), 'address.noNetwork', { ip: '10.1.2.3' });
    const equal = Array.from({ length: 12 }, (_, id) => network(id + 1, '10.1.2.0/24', 1));
    expectRefusal(() => networkFor(ip, equal), 'address.ambiguous', {
      ip: '10.1.2.3',
      candidates: equal.slice(0, 10).map(({ id }) => ({ id, cidr: '10.1.2.0/24', sectionId: 1, vrfId: null })),
      further: 2,
    });
  });
});
