import { expect } from 'chai';
import { addressFields, positionInput, unseen } from '../../../domain/address/address.js';
import { AddressAggregate } from '../../../domain/address/address-aggregate.js';
import { type Input, readFields } from '../../../domain/fields/read-fields.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { SubnetAggregate } from '../../../domain/subnet/subnet-aggregate.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';
import { addressAt, folderOf, networkAt } from '../support/samples.js';

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
      const place = (): void => new SubnetAggregate(networkAt(cidr, { isPool })).checkAddress(IpAddress.parse(ip));
      if (allowed) expect(refusalOf(place)).to.equal(undefined);
      else expectRefusal(place, 'address.notInSubnet', { ip, cidr });
    });
  }

  it('of either family in a folder is allowed', () => {
    const folder = new SubnetAggregate(folderOf());
    for (const ip of ['0.0.0.0', '10.0.0.1', '::', '2001:db8::1']) folder.checkAddress(IpAddress.parse(ip));
  });
});

describe('a change of an address', () => {
  const address = new AddressAggregate(addressAt('10.0.0.7', { subnetId: 3 }));
  const change = (input: Input) => address.change(input, { definitions: [], missing: new Set(), at: '2026-01-01 12:00:00' });
  const named = { changes: { hostname: 'a', custom: {} }, becomesGateway: false };

  it('may repeat the current position in any spelling, and sets the other fields', () => {
    for (const ip of ['10.0.0.7', '167772167', 167772167])
      for (const subnetId of [3, '3', '3.0', ' 3 ']) expect(change({ ip, subnetId, hostname: 'a' })).to.deep.equal(named);
    expect(change({ hostname: 'a' })).to.deep.equal(named);
  });

  it('cannot move the address to another position', () => {
    for (const ip of ['10.0.0.8', '::ffff:10.0.0.7', '', null, ['10.0.0.7'], 'x'])
      expectRefusal(() => change({ ip }), 'address.ipFixed');
    for (const subnetId of [4, '4', 0, '', null, [3], 'x']) expectRefusal(() => change({ subnetId }), 'address.subnetFixed');
  });
});

describe('a new address', () => {
  const ip = IpAddress.parse('10.0.0.1');

  it('needs a subnet id, and accepts its IP address in any spelling', () => {
    for (const given of ['10.0.0.1', ip, 167772161])
      expect(positionInput({ subnetId: '3', ip: given })).to.deep.equal({ subnetId: 3, ip });
    expect(positionInput({ subnetId: 3, ip: 'x' })).to.deep.equal({ subnetId: 3, ip: undefined });
    expectRefusal(() => positionInput({ ip }), 'field.type', { field: 'subnetId', expected: 'integer' });
  });

  it('is by default used, never seen and no gateway', () => {
    const values = readFields(addressFields, { subnetId: 3, ip: '10.0.0.1' }, 'create');
    expect(values).to.include({
      subnetId: 3,
      tag: 2,
      lastSeen: unseen,
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
