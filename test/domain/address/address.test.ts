import { expect } from 'chai';
import { addressFields, checkPlacement, neverSeen } from '../../../domain/address/address.js';
import { readFields } from '../../../domain/catalog/read-fields.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';
import { folderOf, networkAt } from '../support/samples.js';

describe('placing an address', () => {
  const cases: [ip: string, cidr: string, isPool: boolean, allowed: boolean][] = [
    ['10.130.0.1', '10.130.0.0/30', false, true],
    ['10.130.0.2', '10.130.0.0/30', false, true],
    ['10.130.0.0', '10.130.0.0/30', false, false],
    ['10.130.0.3', '10.130.0.0/30', false, false],
    ['10.130.0.0', '10.130.0.0/30', true, true],
    ['10.130.0.3', '10.130.0.0/30', true, true],
    ['10.130.0.4', '10.130.0.0/30', true, false],
    ['10.129.255.255', '10.130.0.0/30', true, false],
    ['10.130.0.8', '10.130.0.8/31', false, true],
    ['10.130.0.9', '10.130.0.8/31', false, true],
    ['10.130.0.16', '10.130.0.16/32', false, true],
    ['10.130.0.17', '10.130.0.16/32', false, false],
    ['2001:db8:9::', '2001:db8:9::/64', false, true],
    ['2001:db8:9:0:ffff:ffff:ffff:ffff', '2001:db8:9::/64', false, true],
    ['2001:db8:a::1', '2001:db8:9::/64', false, false],
    ['10.0.0.1', '2001:db8:9::/64', false, false],
    ['::ffff:10.0.0.1', '10.0.0.0/24', false, false],
  ];
  for (const [ip, cidr, isPool, allowed] of cases) {
    it(`${ip} in ${isPool ? 'the pool ' : ''}${cidr} is ${allowed ? 'allowed' : 'refused'}`, () => {
      const place = (): void => checkPlacement(IpAddress.parse(ip), networkAt(cidr, { isPool }));
      if (allowed) expect(refusalOf(place)).to.equal(undefined);
      else expectRefusal(place, 'address.notInSubnet', { ip, cidr });
    });
  }

  it('of any kind in a folder is allowed', () => {
    for (const ip of ['0.0.0.0', '10.0.0.1', '::', '2001:db8::1']) checkPlacement(IpAddress.parse(ip), folderOf());
  });
});

describe('a new address', () => {
  it('is used, has never been seen and is no gateway, unless the caller says so', () => {
    const values = readFields(addressFields, { subnetId: 3, ip: '10.0.0.1' }, 'create');
    expect(values).to.include({
      subnetId: 3,
      tag: 2,
      lastSeen: neverSeen,
      is_gateway: false,
      excludePing: false,
      PTRignore: false,
      PTR: 0,
    });
    expect(String(values.ip)).to.equal('10.0.0.1');
    expect(values).to.include({
      description: null,
      hostname: null,
      mac: null,
      owner: null,
      deviceId: null,
      location: null,
      port: null,
      note: null,
    });
  });

  it('needs a subnet and an IP address', () => {
    expectRefusal(() => readFields(addressFields, { ip: '10.0.0.1' }, 'create'), 'field.required', { field: 'subnetId' });
    expectRefusal(() => readFields(addressFields, { subnetId: 3 }, 'create'), 'field.required', { field: 'ip' });
    expectRefusal(() => readFields(addressFields, { subnetId: 0, ip: '10.0.0.1' }, 'create'), 'field.required', {
      field: 'subnetId',
    });
  });
});
