import { expect } from 'chai';
import fc from 'fast-check';
import { AddressAggregate, type AddressChangeFacts, type AddressFacts } from '../../../domain/address/address-aggregate.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { type Mistake, reportedOf } from '../support/mistakes.js';
import { expectRefusal } from '../support/refusal.js';
import { addressAt, networkAt } from '../support/samples.js';

const at = '2026-01-01 12:00:00';
const subnet = networkAt('10.0.0.0/24', { id: 3 });
const noFacts: AddressFacts = { definitions: [], missing: new Set(), at };

describe('A new address', () => {
  type Facts = AddressFacts & { readonly isTaken: boolean };
  const create = (input: Input, facts: Partial<Facts> = {}) =>
    AddressAggregate.create(subnet, { subnetId: 3, ip: '10.0.0.1', ...input }, { ...noFacts, isTaken: false, ...facts });

  it('is created at the IP address of its input, in any spelling', () => {
    for (const ip of ['10.0.0.1', 167772161, IpAddress.parse('10.0.0.1')])
      expect(create({ ip })).to.deep.include({ subnetId: 3, ip: IpAddress.parse('10.0.0.1'), tag: 2, heldUntil: null });
  });

  it('has the tag Reserved during a hold', () => {
    expect(create({ hold: '60' })).to.include({ tag: 3, heldUntil: '2026-01-01 12:01:01' });
  });

  it('reports the first of several mistakes', () => {
    const mistakes: Mistake<Facts>[] = [
      { code: 'field.type', input: { subnetId: 'x' } },
      { code: 'field.type', input: { ip: 'x' } },
      { code: 'address.exists', facts: { isTaken: true } },
      { code: 'field.type', input: { hold: 'x' } },
      { code: 'hold.tag', input: { hold: 60, tag: 4 } },
      { code: 'field.reference', input: { deviceId: 7 }, facts: { missing: new Set(['deviceId', 'location']) } },
      { code: 'field.unknown', input: { nonsense: 1 } },
      { code: 'address.notInSubnet', input: { ip: '10.0.1.1' } },
      { code: 'field.reference', input: { location: 5 }, facts: { missing: new Set(['location']) } },
    ];
    const inputs = mistakes.map((mistake, index) =>
      index === 5 ? { ...mistake, input: { deviceId: 7, hold: 60, tag: 3 } } : mistake,
    );
    expect(reportedOf(inputs, create)).to.deep.equal(mistakes.map(({ code }) => code));
  });

  it('lists its references, including the tag that a hold sets', () => {
    const named = (input: Input) => AddressAggregate.references(input).map(({ field, id }) => `${field} ${id}`);
    expect(named({ hold: 60, deviceId: '7' })).to.deep.equal(['tag 3', 'deviceId 7']);
    expect(named({ hold: 60, tag: 4 })).to.deep.equal(['tag 4']);
    expect(named({ deviceId: 'x', location: null })).to.deep.equal([]);
  });
});

describe('New addresses in free positions', () => {
  const allocate = (ips: readonly string[], input: Input, facts: Partial<AddressFacts> = {}) =>
    AddressAggregate.allocate(subnet, ips.map(IpAddress.parse), input, { ...noFacts, ...facts });

  it('get the positions in order and the same values, and ignore the position of the input', () => {
    const hosts = fc.uniqueArray(fc.integer({ min: 1, max: 254 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(hosts, fc.string({ unit: fc.constantFrom('a', '-'), maxLength: 20, minLength: 1 }), (numbers, hostname) => {
        const ips = numbers.map((number) => `10.0.0.${number}`);
        const made = allocate(ips, { hostname, ip: 'x', subnetId: 'y' });
        expect(made.map(({ ip }) => String(ip))).to.deep.equal(ips);
        for (const each of made) expect(each).to.include({ hostname, subnetId: 3 });
      }),
    );
  });

  it('are refused for several gateways, and if no address is free', () => {
    expect(allocate(['10.0.0.1'], { is_gateway: 1 })).to.have.length(1);
    expectRefusal(() => allocate(['10.0.0.1', '10.0.0.2'], { is_gateway: 1 }), 'allocation.oneGateway');
    expect(allocate(['10.0.0.1', '10.0.0.2'], {})).to.have.length(2);
    expectRefusal(() => allocate([], { nonsense: 1 }), 'allocation.noAddress');
  });
});

describe('A change of an address', () => {
  const change = (input: Input, facts: Partial<AddressChangeFacts> = {}) =>
    new AddressAggregate(addressAt('10.0.0.7', { subnetId: 3 })).change(input, { ...noFacts, ...facts });

  it('sets the sent fields, and makes the address the gateway only with is_gateway', () => {
    expect(change({ hostname: 'a', ip: '10.0.0.7' })).to.deep.equal({
      changes: { hostname: 'a', custom: {} },
      becomesGateway: false,
    });
    expect(change({ is_gateway: '1' }).becomesGateway).to.equal(true);
    expect(change({ is_gateway: '0' }).becomesGateway).to.equal(false);
  });

  it('reports the first of several mistakes', () => {
    const mistakes: Mistake<AddressChangeFacts>[] = [
      { code: 'address.ipFixed', input: { ip: '10.0.0.8' } },
      { code: 'address.subnetFixed', input: { ip: '10.0.0.7', subnetId: 4 } },
      { code: 'field.type', input: { subnetId: 3, hold: 'x' } },
      { code: 'field.reference', input: { hold: 60, tag: 9 }, facts: { missing: new Set(['tag', 'location']) } },
      { code: 'field.unknown', input: { tag: 3, nonsense: 1 }, facts: { missing: new Set(['location']) } },
      { code: 'record.changed', input: { location: 5 }, facts: { isExpected: () => false } },
      { code: 'hold.none', input: { hold: 60 }, facts: { isExpected: () => true } },
      { code: 'field.reference', input: { location: 5 }, facts: { missing: new Set(['location']) } },
    ];
    expect(reportedOf(mistakes, change)).to.deep.equal(mistakes.map(({ code }) => code));
  });
});
