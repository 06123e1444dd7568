import { expect } from 'chai';
import fc from 'fast-check';
import type { Input } from '../../../domain/fields/read-fields.js';
import { referenceNames } from '../../../domain/fields/references.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { EditFacts, SubnetInputFacts } from '../../../domain/subnet/edit.js';
import { type ExpectedNetwork, type Subnet, subnetFields } from '../../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../../domain/subnet/subnet-aggregate.js';
import { levels } from '../../support/levels.js';
import { type Mistake, reportedOf } from '../support/mistakes.js';
import { expectRefusal } from '../support/refusal.js';
import { folderOf, networkAt, sectionOf } from '../support/samples.js';

const at = '2026-01-01 12:00:00';
const subnet = networkAt('10.0.0.0/24', { id: 7, masterSubnetId: 2, linked_subnet: 5 });
const inputFacts: SubnetInputFacts = {
  definitions: [],
  references: referenceNames(subnetFields),
  missing: new Set(),
  isLinkMissing: false,
  groups: new Set(),
};

const edit = (input: Input, facts: Partial<SubnetInputFacts> = {}, of: Subnet = subnet, expected: ExpectedNetwork = {}) =>
  new SubnetAggregate(of).change(input, expected, { ...inputFacts, ...facts });

const changesOf = (input: Input, facts: Partial<EditFacts> = {}, of: Subnet = subnet) =>
  edit(input, {}, of).changes(of, { move: undefined, lostAddress: undefined, at, ...facts });

describe('The input of a change of a subnet', () => {
  it('reports the first of several mistakes', () => {
    const mistakes: Mistake<SubnetInputFacts>[] = [
      { code: 'field.reference', input: { sectionId: 'x' } },
      { code: 'field.type', input: { hold: 'x' } },
      { code: 'field.reference', input: { vlanId: 7 }, facts: { missing: new Set(['vlanId', 'device']) } },
      { code: 'field.unknown', input: { nonsense: 1 } },
      { code: 'field.reference', input: { device: 5 }, facts: { missing: new Set(['device']) } },
      { code: 'permission.groupUnknown', input: { permissions: { 3: 1 } }, facts: { groups: new Set() } },
      {
        code: 'field.reference',
        input: { linked_subnet: 8 },
        facts: { isLinkMissing: true, groups: new Set([3]) },
      },
      { code: 'subnet.folderFixed', input: { isFolder: 1 } },
    ];
    expect(reportedOf(mistakes, edit)).to.deep.equal(mistakes.map(({ code }) => code));
  });

  it('may repeat the network, but not change it', () => {
    edit({ isFull: true }, {}, subnet, { network: '10.0.0.0', length: 24 });
    const other = { network: '10.0.1.0', length: 25 };
    expectRefusal(() => edit({ sectionId: 'x' }, {}, subnet, other), 'subnet.networkFixed');
    expectRefusal(() => edit({ sectionId: 'x' }, {}, subnet, { length: 25 }), 'subnet.maskFixed');
  });

  it('may repeat the stored link to a subnet that the caller cannot see', () => {
    const facts = { isLinkMissing: true };
    expect(edit({ linked_subnet: 5 }, facts).values).to.deep.equal({ linked_subnet: 5 });
    expectRefusal(() => edit({ linked_subnet: 6 }, facts), 'field.reference', { field: 'linked_subnet', id: 6 });
  });

  it('cannot change a folder to a network', () => {
    expectRefusal(() => edit({ isFolder: false }, {}, folderOf()), 'subnet.folderFixed');
    expect(edit({ isFolder: true }, {}, folderOf()).values).to.deep.equal({ isFolder: true });
  });
});

describe('A change of a subnet', () => {
  it('sets the fields that are sent, and no others', () => {
    const texts = fc.dictionary(
      fc.constantFrom('description', 'firewallAddressObject'),
      fc.string({ unit: fc.constantFrom('a', 'b') }),
    );
    fc.assert(
      fc.property(texts, fc.boolean(), (sent, isFull) => {
        const { changes, descendants } = changesOf({ ...sent, isFull });
        expect(Object.keys(changes).sort()).to.deep.equal([...Object.keys(sent), 'custom', 'isFull'].sort());
        expect(descendants).to.equal(undefined);
      }),
    );
  });

  it('is a move to another section, below another master, or to another VRF', () => {
    for (const change of [{ sectionId: 9 }, { masterSubnetId: null }, { vrfId: 4 }]) {
      expect(edit(change).isMove).to.equal(true);
      expect(edit({ isFull: true }).isOutdatedBy({ ...subnet, ...change })).to.equal(true);
    }
    const same = { sectionId: 1, masterSubnetId: 2, vrfId: null };
    for (const change of [{ isFull: true }, { ...same, description: 'other' }]) {
      expect(edit(change).isMove).to.equal(false);
      expect(edit({ sectionId: 9 }).isOutdatedBy({ ...subnet, ...change })).to.equal(false);
    }
  });

  it('is outdated by a resize', () => {
    expect(edit({ isFull: true }).isOutdatedBy({ ...networkAt('10.0.0.0/25'), id: 7, masterSubnetId: 2 })).to.equal(true);
  });

  it('contains the changes of its move, which take precedence over the input', () => {
    const permissions = levels({ 3: 2 });
    const descendants = { changes: { sectionId: 4, permissions }, strictSection: sectionOf({ id: 4 }) };
    const move = { changes: { permissions }, descendants };
    const changed = changesOf({ sectionId: 4, permissions: null }, { move });
    expect(changed).to.deep.equal({ changes: { sectionId: 4, permissions, custom: {} }, descendants });
  });

  it('within its section does not change permissions and descendants', () => {
    const { changes, descendants } = changesOf({ masterSubnetId: null }, { move: { changes: {}, descendants: undefined } });
    expect(changes).to.deep.equal({ masterSubnetId: null, custom: {} });
    expect(descendants).to.equal(undefined);
  });

  it('is refused for a pool with addresses in use at its edges, before the hold is checked', () => {
    const lostAddress = IpAddress.parse('10.0.0.0');
    expectRefusal(() => changesOf({ isPool: 0, hold: 60 }, { lostAddress }), 'subnet.poolInUse');
    expectRefusal(() => changesOf({ isPool: 0, hold: 60 }), 'hold.none');
  });

  it('confirms a hold with hold 0, of the current record', () => {
    const held = { ...subnet, heldUntil: at, tag: 3 };
    expect(changesOf({ hold: 0 }, {}, held).changes).to.deep.equal({ heldUntil: null, tag: 2, custom: {} });
    const current = edit({ hold: 0 }).changes(held, { move: undefined, lostAddress: undefined, at });
    expect(current.changes).to.deep.equal({ heldUntil: null, tag: 2, custom: {} });
  });
});

describe('The end of a pool', () => {
  const pool = (cidr: string) => networkAt(cidr, { isPool: true });
  const cases: [what: string, subnet: Subnet, input: Input, lost: string[]][] = [
    ['loses the network and the broadcast address', pool('10.0.0.0/24'), { isPool: false }, ['10.0.0.0', '10.0.0.255']],
    ['loses no address of a network of two addresses', pool('10.0.0.0/31'), { isPool: false }, []],
    ['loses no address of an IPv6 network', pool('2001:db8::/64'), { isPool: false }, []],
    ['loses no address if the subnet was not a pool', networkAt('10.0.0.0/24'), { isPool: false }, []],
    ['loses no address if the subnet stays a pool', pool('10.0.0.0/24'), { isPool: true }, []],
    ['loses no address if the flag is not sent', pool('10.0.0.0/24'), { isFull: true }, []],
    ['loses no address of a folder', folderOf({ isPool: true }), { isPool: false }, []],
  ];
  for (const [what, of, input, lost] of cases)
    it(what, () => {
      expect(edit(input, {}, of).addressesLost(of).map(String)).to.deep.equal(lost);
    });
});
