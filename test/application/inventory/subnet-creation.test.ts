import { expect } from 'chai';
import type { ErrorCode } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { levels } from '../../support/levels.js';
import { anyone } from '../support/application.js';
import { entry, group, type Inventory, startInventory } from '../support/inventory.js';

/** A subnet with only section and prefix sent. */
const plain = {
  description: null,
  linked_subnet: null,
  firewallAddressObject: null,
  vrfId: null,
  masterSubnetId: null,
  allowRequests: false,
  vlanId: null,
  showName: false,
  device: null,
  permissions: null,
  pingSubnet: false,
  discoverSubnet: false,
  resolveDNS: false,
  DNSrecursive: false,
  DNSrecords: false,
  nameserverId: null,
  scanAgent: 1,
  customer_id: null,
  isFolder: false,
  isFull: false,
  isPool: false,
  tag: 2,
  threshold: 0,
  location: null,
  editDate: null,
  lastScan: null,
  lastDiscovery: null,
  heldUntil: null,
  custom: {},
};

describe('A new subnet', () => {
  let world: Inventory;
  /** Creates a subnet from `subnet` and `mask`, and a folder without them. */
  const create = ({ subnet, mask, ...fields }: Input) =>
    world.subnets.create(anyone, subnet === undefined ? null : Prefix.parse(`${subnet}/${mask}`), fields);
  const folder = async (fields: Input = {}) => (await create({ sectionId: world.sectionId, ...fields })).id;
  const read = async (id: number) => (await world.subnets.read(anyone, id)).subnet;

  beforeEach(async () => {
    world = await startInventory();
  });

  describe('that is a network', () => {
    it('has the sent fields, and defaults for the others', async () => {
      const { sectionId, catalog } = world;
      const vlanId = await catalog.create(anyone, 'vlan', { name: 'v', number: 1 });
      const vrfId = await catalog.create(anyone, 'vrf', { name: 'r' });
      const linked = await world.network('2001:db8::/64');
      const created = await create({ sectionId, subnet: '10.0.0.0', mask: '24' });
      expect(created).to.deep.equal({ id: created.id, prefix: Prefix.parse('10.0.0.0/24') });
      expect(await read(created.id)).to.deep.equal({
        ...{ ...plain, id: created.id, sectionId, prefix: Prefix.parse('10.0.0.0/24') },
      });
      const { id } = await create({
        ...{
          sectionId: String(sectionId),
          subnet: '10.1.0.0',
          mask: 24,
          description: 'two\nlines',
          linked_subnet: linked,
          vlanId,
        },
        ...{ vrfId: String(vrfId), allowRequests: 1, showName: '1', isPool: true, isFull: 'true', tag: 3, threshold: 80 },
        ...{ scanAgent: 0, firewallAddressObject: 'f', DNSrecords: 1 },
      });
      expect(await read(id)).to.deep.equal({
        ...{ ...plain, id, sectionId, prefix: Prefix.parse('10.1.0.0/24'), description: 'two\nlines', linked_subnet: linked },
        ...{ vlanId, vrfId, allowRequests: true, showName: true, isPool: true, isFull: true, tag: 3, threshold: 80 },
        ...{ scanAgent: null, firewallAddressObject: 'f', DNSrecords: true },
      });
    });

    it('has the defaults of the settings', async () => {
      await world.provision({ settings: { defaults: { subnetScanAgent: null, subnetState: 4 } } });
      expect(await read(await world.network('10.0.0.0/24'))).to.include({ scanAgent: null, tag: 4 });
    });

    it('has the permissions of its section or parent, and ignores sent permissions', async () => {
      await world.grant(1);
      const master = await world.network('10.0.0.0/16', { permissions: '{"3":"3"}' });
      await world.grant(1, [master, 2]);
      const child = await world.network('10.0.1.0/24', { masterSubnetId: master, permissions: '{"3":"3"}' });
      const inFolder = await world.network('10.9.0.0/24', { masterSubnetId: await folder() });
      expect((await read(child)).permissions).to.deep.equal(levels({ [group]: 2 }));
      expect((await read(inFolder)).permissions).to.deep.equal(levels({ [group]: 1 }));
    });

    it('has a history entry of every value', async () => {
      const id = await world.network('10.0.0.0/24', { description: 'new' });
      expect(await world.subnets.changes(anyone, id, 10)).to.deep.equal([
        entry('subnet', id, 'add', [
          ...['[prefix]:  => 10.0.0.0/24', `[sectionId]:  => ${world.sectionId}`, '[description]:  => new'],
          ...['[scanAgent]:  => 1', '[tag]:  => 2', '[threshold]:  => 0'],
        ]),
      ]);
    });
  });

  it('is a folder without a prefix', async () => {
    const { sectionId } = world;
    const created = await create({ sectionId, description: 'group' });
    expect(created.prefix).to.equal(null);
    expect(await read(created.id)).to.deep.equal({
      ...{ ...plain, id: created.id, sectionId, prefix: null, isFolder: true, description: 'group' },
    });
    expect(await read(await folder({ masterSubnetId: created.id }))).to.include({ masterSubnetId: created.id });
  });

  type Refusal = readonly [what: string, input: Input, code: ErrorCode, details?: object];

  const refusedFields: readonly Refusal[] = [
    ['an unknown section', { sectionId: 39 }, 'field.reference', { field: 'sectionId', id: 39 }],
    ['a section that is not a number', { sectionId: 'x' }, 'field.reference', { field: 'sectionId', id: 'x' }],
    ['an empty section', { sectionId: '' }, 'field.required', { field: 'sectionId' }],
    ['an unknown parent', { masterSubnetId: 39 }, 'field.reference', { field: 'masterSubnetId', id: '39' }],
    ['an unknown VLAN', { vlanId: 39 }, 'field.reference', { field: 'vlanId', id: 39 }],
    ['a VLAN that is not a number', { vlanId: 'x' }, 'field.type', { field: 'vlanId', expected: 'integer' }],
    ['an unknown VRF', { vrfId: 39 }, 'field.reference', { field: 'vrfId', id: 39 }],
    ['a VRF that is not a number', { vrfId: 'x' }, 'field.type', { field: 'vrfId', expected: 'integer' }],
    ['an unknown linked subnet', { linked_subnet: 39 }, 'field.reference', { field: 'linked_subnet', id: 39 }],
    ['an unknown location', { location: 39 }, 'field.reference', { field: 'location', id: 39 }],
    ['an unknown tag', { tag: 39 }, 'field.reference', { field: 'tag', id: 39 }],
    ['a threshold that is too high', { threshold: 101 }, 'field.range', { field: 'threshold', min: 0, max: 100 }],
    ['an unknown member', { nope: 1 }, 'field.unknown', { field: 'nope' }],
    ['control characters', { description: 'a\u0001' }, 'field.control', { field: 'description' }],
    ['an invalid flag', { isPool: 'maybe' }, 'field.type', { field: 'isPool', expected: 'flag' }],
  ];

  for (const [what, input, code, details] of refusedFields) {
    it(`is rejected with ${what}, like a change, without any write`, async () => {
      const id = await world.network('10.0.0.0/24');
      const given = { sectionId: world.sectionId, subnet: '10.1.0.0', mask: 24, ...input };
      await world.expectRefused(() => create(given), code, details);
      await world.expectRefused(() => world.subnets.change(anyone, id, input), code, details);
    });
  }

  it('is rejected without a section', async () => {
    await world.expectRefused(() => create({ subnet: '10.0.0.0', mask: 24 }), 'field.required', { field: 'sectionId' });
    await world.expectRefused(() => create({}), 'field.required', { field: 'sectionId' });
  });
});
