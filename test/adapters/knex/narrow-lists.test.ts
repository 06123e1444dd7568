import { expect } from 'chai';
import { addressSegments } from '../../../adapters/knex/inventory/address-query.js';
import { subnetSegments } from '../../../adapters/knex/lists/subnet-query.js';
import type { AddressQuery } from '../../../application/ports/inventory/addresses.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';

/** Whether a list shares a connection with lookups, which wait for its first rows. */
const isLookedUp = (segments: readonly { readonly isNarrow?: boolean }[]): boolean =>
  segments.some(({ isNarrow }) => isNarrow === true);

describe('A list of subnets', () => {
  const overlapping = (cidr: string): boolean =>
    isLookedUp(subnetSegments({ overlapping: Prefix.parse(cidr), order: { by: 'longestMask' } }));

  it('is a lookup for a network that contains few others', () => {
    for (const cidr of ['10.0.0.0/24', '10.0.0.1/32', '2001:db8::/64', '2001:db8::1/128'])
      expect(overlapping(cidr), cidr).to.equal(true);
    expect(isLookedUp(subnetSegments({ prefix: Prefix.parse('0.0.0.0/0'), order: { by: 'id' } }))).to.equal(true);
  });

  it('is not a lookup when it may be long', () => {
    for (const cidr of ['0.0.0.0/0', '10.0.0.0/8', '10.0.0.0/23', '::/0', '2001:db8::/63'])
      expect(overlapping(cidr), cidr).to.equal(false);
    expect(isLookedUp(subnetSegments({ sectionId: 1, order: { by: 'network' } }))).to.equal(false);
  });
});

describe('A list of addresses', () => {
  it('is a lookup for one address or name', () => {
    expect(isLookedUp(addressSegments({ ip: IpAddress.parse('10.0.0.1'), order: 'id' }))).to.equal(true);
    expect(isLookedUp(addressSegments({ hostnamePrefix: 'www', order: 'hostname' }))).to.equal(true);
    expect(isLookedUp(addressSegments({ mac: '00:00:00:00:00:01', order: 'mac' }))).to.equal(true);
  });

  it('is not a lookup when it may be long', () => {
    expect(isLookedUp(addressSegments({ hostnamePrefix: '', order: 'hostname' }))).to.equal(false);
    expect(isLookedUp(addressSegments({ subnetId: 1, order: 'address' }))).to.equal(false);
  });

  it('of one subnet is ordered by address alone, like its index', () => {
    const keysOf = (query: Omit<AddressQuery, 'order'>) => addressSegments({ ...query, order: 'address' })[0]?.keys;
    expect(keysOf({ subnetId: 1 })?.map(({ sql }) => sql)).to.deep.equal(['t.ip']);
    expect(keysOf({ tag: 1 })?.map(({ sql }) => sql)).to.deep.equal(['t.ip', 't.id']);
  });
});
