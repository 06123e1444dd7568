import { expect } from 'chai';
import type { ErrorCode } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { collect } from '../../support/collect.js';
import { anyone } from '../support/application.js';
import { at, entry, everyPair, type Inventory, member, outcomeFor, startInventory, tally } from '../support/inventory.js';

const ip = (text: string) => IpAddress.parse(text);

/** An address with only subnet and ip sent. */
const plain = {
  is_gateway: false,
  description: null,
  hostname: null,
  mac: null,
  owner: null,
  tag: 2,
  deviceId: null,
  location: null,
  port: null,
  note: null,
  lastSeen: '1970-01-01 00:00:01',
  excludePing: false,
  PTRignore: false,
  PTR: 0,
  firewallAddressObject: null,
  editDate: null,
  customer_id: null,
  heldUntil: null,
  custom: {},
};

describe('Addresses', () => {
  let world: Inventory;
  let subnetId: number;
  const create = (text: unknown, input: Input = {}) => world.addresses.create(anyone, { subnetId, ip: text, ...input });
  const read = (id: number) => world.addresses.read(anyone, id);
  const listed = async () =>
    (await collect(world.addresses.list(anyone, { subnetId, order: 'address' }))).map((a) => String(a.ip));

  beforeEach(async () => {
    world = await startInventory();
    subnetId = await world.network('10.0.0.0/29');
  });

  describe('creates an address', () => {
    it('with the sent fields, and defaults for the others', async () => {
      const deviceId = await world.catalog.create(anyone, 'device', { hostname: 'switch' });
      const location = await world.catalog.create(anyone, 'location', { name: 'here' });
      const ids = [
        await create('10.0.0.1'),
        await create('167772162', {
          ...{ is_gateway: 1, description: 'text', hostname: 'h.local', mac: '00-1B-44-11-3A-B7', owner: 'me', tag: '3' },
          ...{ deviceId: String(deviceId), location, port: 'eth0', note: 'two\nlines', lastSeen: '2024-01-02 03:04:05' },
          ...{ excludePing: '1', PTRignore: true, PTR: '5', firewallAddressObject: 'f' },
        }),
      ];
      expect(await read(ids[0] ?? 0)).to.deep.equal({ ...plain, id: ids[0], subnetId, ip: ip('10.0.0.1') });
      expect(await read(ids[1] ?? 0)).to.deep.equal({
        ...{ ...plain, id: ids[1], subnetId, ip: ip('10.0.0.2'), is_gateway: true, description: 'text', hostname: 'h.local' },
        ...{ mac: '00:1b:44:11:3a:b7', owner: 'me', tag: 3, deviceId, location, port: 'eth0', note: 'two\nlines' },
        ...{ lastSeen: '2024-01-02 03:04:05', excludePing: true, PTRignore: true, PTR: 5, firewallAddressObject: 'f' },
      });
    });

    it('with a history entry of every value', async () => {
      const id = await create('10.0.0.1', { hostname: 'h', excludePing: 1 });
      expect(await world.addresses.changes(anyone, id, 10)).to.deep.equal([
        entry('address', id, 'add', [
          ...[`[subnetId]:  => ${subnetId}`, '[ip]:  => 10.0.0.1', '[hostname]:  => h', '[tag]:  => 2'],
          ...['[lastSeen]:  => 1970-01-01 00:00:01', '[excludePing]:  => 1', '[PTR]:  => 0'],
        ]),
      ]);
    });

    it('in a subnet that is full or has children, and any address in a folder', async () => {
      const full = await world.network('10.1.0.0/30', { isFull: 1 });
      const parent = await world.network('10.2.0.0/24');
      await world.network('10.2.0.0/25', { masterSubnetId: parent });
      const { id: folder } = await world.subnets.create(anyone, null, { sectionId: world.sectionId });
      for (const [id, text] of [
        [full, '10.1.0.1'],
        [parent, '10.2.0.1'],
        [folder, '192.0.2.255'],
        [folder, '2001:db8::'],
      ] as const)
        expect(String((await read(await create(text, { subnetId: id }))).ip)).to.equal(text);
    });

    it('at the edges of a pool, of a /31, of a /32 and of an IPv6 subnet', async () => {
      const edges = [
        ['10.1.0.0/29', { isPool: 1 }, ['10.1.0.0', '10.1.0.7']],
        ['10.2.0.0/31', {}, ['10.2.0.0', '10.2.0.1']],
        ['10.3.0.0/32', {}, ['10.3.0.0']],
        ['2001:db8::/126', {}, ['2001:db8::', '2001:DB8:0::3']],
      ] as const;
      for (const [cidr, fields, texts] of edges) {
        const id = await world.network(cidr, fields);
        for (const text of texts) expect((await read(await create(text, { subnetId: id }))).ip).to.deep.equal(ip(text));
      }
    });

    it('that exists in another subnet', async () => {
      const twin = await world.network('10.0.0.0/29');
      const ids = [await create('10.0.0.1'), await create('10.0.0.1', { subnetId: twin })];
      const found = await collect(world.addresses.list(anyone, { ip: ip('10.0.0.1'), order: 'id' }));
      expect(found.map(({ id }) => id)).to.deep.equal(ids);
    });

    it('with custom fields and their defaults, but not without a required one', async () => {
      await world.provision({
        customFields: [
          { on: 'addresses', name: 'custom_site', type: 'varchar(8)', default: 'here' },
          { on: 'addresses', name: 'custom_must', type: 'int', nullable: false, default: '1' },
        ],
      });
      const id = await create('10.0.0.1', { custom_must: '7' });
      expect((await read(id)).custom).to.deep.equal({ custom_site: 'here', custom_must: 7 });
      const refused = () => create('10.0.0.2', { custom_must: null });
      await world.expectRefused(refused, 'field.required', { field: 'custom_must' });
    });
  });

  const outside = (text: string) => ['address.notInSubnet', { ip: text, cidr: '10.0.0.0/29' }] as const;
  const refusedPlaces: readonly (readonly [what: string, input: Input, code: ErrorCode, details?: object])[] = [
    ['no subnet', { subnetId: undefined }, 'field.type', { field: 'subnetId', expected: 'integer' }],
    ['a subnet that is not a number', { subnetId: 'x' }, 'field.type', { field: 'subnetId', expected: 'integer' }],
    ['an unknown subnet', { subnetId: 39 }, 'field.reference', { field: 'subnetId', id: 39 }],
    ['no ip', { ip: undefined }, 'field.type', { field: 'ip', expected: 'address' }],
    ['a text that is not an address', { ip: 'x' }, 'field.type', { field: 'ip', expected: 'address', given: 'x' }],
    ['an ip that is a list', { ip: ['10.0.0.3'] }, 'field.type', { field: 'ip', expected: 'address' }],
    ['a used address', { ip: '10.0.0.1' }, 'address.exists'],
    ['a used address, as a number', { ip: 167772161 }, 'address.exists'],
    ['the network address', { ip: '10.0.0.0' }, ...outside('10.0.0.0')],
    ['the broadcast address', { ip: '10.0.0.7' }, ...outside('10.0.0.7')],
    ['an address after the subnet', { ip: '10.0.0.8' }, ...outside('10.0.0.8')],
    ['an address of the other family', { ip: '2001:db8::1' }, ...outside('2001:db8::1')],
  ];

  for (const [what, input, code, details] of refusedPlaces) {
    it(`rejects ${what} without any change`, async () => {
      await create('10.0.0.1');
      await world.expectRefused(() => create('10.0.0.3', input), code, details);
    });
  }

  const refusedFields: readonly (readonly [what: string, input: Input, code: ErrorCode, details?: object])[] = [
    ['an unknown device', { deviceId: 39 }, 'field.reference', { field: 'deviceId', id: 39 }],
    ['a device that is not a number', { deviceId: 'x' }, 'field.type', { field: 'deviceId', expected: 'integer' }],
    ['a tag that is not a number', { tag: 'x' }, 'field.type', { field: 'tag', expected: 'integer' }],
    ['an unknown tag', { tag: 39 }, 'field.reference', { field: 'tag', id: 39 }],
    ['the tag 0', { tag: 0 }, 'field.reference', { field: 'tag', id: 0 }],
    ['an invalid MAC address', { mac: 'x' }, 'field.type', { field: 'mac', expected: 'mac', given: 'x' }],
    ['an unknown member', { nope: 1 }, 'field.unknown', { field: 'nope' }],
    ['a description that is too long', { description: 'd'.repeat(65) }, 'field.tooLong', { field: 'description', max: 64 }],
    ['control characters', { hostname: 'a\u0000' }, 'field.control', { field: 'hostname' }],
    ['an unknown location', { location: 39 }, 'field.reference', { field: 'location', id: 39 }],
    ['an unknown customer', { customer_id: 39 }, 'field.reference', { field: 'customer_id', id: 39 }],
  ];

  for (const [what, input, code, details] of refusedFields) {
    it(`rejects ${what} at creation and in changes, without any change`, async () => {
      const id = await create('10.0.0.1');
      await world.expectRefused(() => create('10.0.0.3', input), code, details);
      await world.expectRefused(() => world.addresses.change(anyone, id, input), code, details);
      const allocate = () => world.allocation.allocateAddress(anyone, subnetId, input);
      await world.expectRefused(allocate, code, details);
    });
  }

  it('returns the first error in the order: subnet, ip, duplicate, device, tag, fields, range of the subnet', async () => {
    await create('10.0.0.1');
    const mistakes: Input = { subnetId: 39, ip: 'x', deviceId: 39, tag: 'x', mac: 'x' };
    const order: readonly (readonly [Input, ErrorCode, object?])[] = [
      [{}, 'field.reference', { field: 'subnetId', id: 39 }],
      [{ subnetId }, 'field.type', { field: 'ip', expected: 'address', given: 'x' }],
      [{ ip: '10.0.0.1' }, 'address.exists'],
      [{ ip: '10.0.0.9' }, 'field.reference', { field: 'deviceId', id: 39 }],
      [{ deviceId: null }, 'field.type', { field: 'tag', expected: 'integer' }],
      [{ tag: 1 }, 'field.type', { field: 'mac', expected: 'mac', given: 'x' }],
      [{ mac: null }, ...outside('10.0.0.9')],
    ];
    let input = mistakes;
    for (const [mended, code, details] of order) {
      input = { ...input, ...mended };
      const given = input;
      await world.expectRefused(() => world.addresses.create(anyone, given), code, details);
    }
  });

  describe('changes an address', () => {
    it('in the sent fields, and leaves the rest', async () => {
      const id = await create('10.0.0.1', { tag: 4, description: 'old', hostname: 'h' });
      const before = await read(id);
      await world.addresses.change(anyone, id, { description: 'new', hostname: '', PTR: 9 });
      expect(await read(id)).to.deep.equal({ ...before, description: 'new', hostname: null, PTR: 9, editDate: at });
      const [newest] = await world.addresses.changes(anyone, id, 1);
      expect(newest).to.deep.equal(
        entry('address', id, 'edit', ['[description]: old => new', '[hostname]: h => ', '[PTR]: 0 => 9']),
      );
    });

    it('without an entry in the history when nothing differs', async () => {
      const id = await create('10.0.0.1', { description: 'same' });
      await world.addresses.change(anyone, id, { description: 'same', excludePing: 0 });
      expect((await world.addresses.changes(anyone, id, 10)).map(({ action }) => action)).to.deep.equal(['add']);
    });

    it('unless it is unknown, its subnet or ip changes, or no field is sent', async () => {
      const id = await create('10.0.0.1');
      const change =
        (input: Input, which = id) =>
        () =>
          world.addresses.change(anyone, which, input);
      await world.expectRefused(change({ note: 'x' }, 39), 'address.unknown', { id: 39 });
      await world.expectRefused(change({ ip: '10.0.0.2' }), 'address.ipFixed');
      await world.expectRefused(change({ subnetId: subnetId + 1 }), 'address.subnetFixed');
      await world.expectRefused(change({}), 'record.nothingToChange');
    });
  });

  describe('allows one gateway in a subnet', () => {
    const gateways = async () =>
      (await collect(world.addresses.list(anyone, { order: 'address' })))
        .filter(({ is_gateway }) => is_gateway)
        .map((address) => String(address.ip));

    it('when a request creates, changes or allocates one, regardless of other subnets', async () => {
      const other = await world.network('10.9.0.0/29');
      await create('10.9.0.1', { subnetId: other, is_gateway: 1 });
      await create('10.0.0.1', { is_gateway: 1 });
      const second = await create('10.0.0.2', { is_gateway: 1 });
      expect(await gateways()).to.deep.equal(['10.0.0.2', '10.9.0.1']);
      await world.allocation.allocateAddress(anyone, subnetId, { is_gateway: '1' });
      expect(await gateways()).to.deep.equal(['10.0.0.3', '10.9.0.1']);
      await world.addresses.change(anyone, second, { is_gateway: true });
      expect(await gateways()).to.deep.equal(['10.0.0.2', '10.9.0.1']);
      await world.addresses.change(anyone, second, { is_gateway: 0 });
      expect(await gateways()).to.deep.equal(['10.9.0.1']);
    });

    it('when concurrent requests create one', async () => {
      await Promise.all(['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((text) => create(text, { is_gateway: 1 })));
      expect(await gateways()).to.have.length(1);
    });
  });

  it('reads one address by its id, and by its subnet', async () => {
    const id = await create('10.0.0.1');
    expect(await world.addresses.readInSubnet(anyone, subnetId, ip('10.0.0.1'))).to.deep.equal(await read(id));
    await world.expectRefused(() => read(39), 'address.unknown', { id: 39 });
    await world.expectRefused(() => world.addresses.changes(anyone, 39, 1), 'address.unknown', { id: 39 });
    for (const [inSubnet, text] of [
      [subnetId, '10.0.0.2'],
      [39, '10.0.0.1'],
    ] as const)
      await world.expectRefused(() => world.addresses.readInSubnet(anyone, inSubnet, ip(text)), 'address.unknown', {
        subnetId: inSubnet,
        ip: text,
      });
  });

  describe('deletes an address', () => {
    it('by its id and by its subnet, once, and makes it free', async () => {
      const ids = [await create('10.0.0.1'), await create('10.0.0.2'), await create('10.0.0.3')];
      await world.addresses.delete(anyone, ids[0] ?? 0);
      await world.addresses.deleteInSubnet(anyone, subnetId, ip('10.0.0.2'));
      expect(await listed()).to.deep.equal(['10.0.0.3']);
      for (const [place, text] of ['10.0.0.1', '10.0.0.2'].entries())
        expect((await world.historyOf('address', ids[place] ?? 0))[0]).to.deep.equal(
          entry('address', ids[place] ?? 0, 'delete', [`[ip]: ${text} => `]),
        );
      await world.expectRefused(() => world.addresses.delete(anyone, ids[0] ?? 0), 'address.unknown', { id: ids[0] });
      const again = () => world.addresses.deleteInSubnet(anyone, subnetId, ip('10.0.0.2'));
      await world.expectRefused(again, 'address.unknown', { subnetId, ip: '10.0.0.2' });
      expect(String((await world.allocation.allocateAddress(anyone, subnetId, {})).ip)).to.equal('10.0.0.1');
    });

    it('once for concurrent requests', async () => {
      const id = await create('10.0.0.1');
      const { done, refused } = await tally(Array.from({ length: 8 }, () => world.addresses.delete(anyone, id)));
      expect([done, new Set(refused)]).to.deep.equal([1, new Set(['address.unknown'])]);
      expect((await world.historyOf('address', id)).map(({ action }) => action)).to.deep.equal(['delete', 'add']);
    });
  });

  it('creates an address once for concurrent requests', async () => {
    const { done, refused } = await tally(Array.from({ length: 8 }, () => create('10.0.0.1')));
    expect([done, new Set(refused)]).to.deep.equal([1, new Set(['address.exists'])]);
    expect(await listed()).to.deep.equal(['10.0.0.1']);
  });

  it('changes nothing when its last write fails', async () => {
    const id = await create('10.0.0.1', { is_gateway: 1 });
    await world.expectUndone(() => create('10.0.0.2', { is_gateway: 1 }));
    await world.expectUndone(() => world.addresses.change(anyone, id, { is_gateway: 1, description: 'new' }));
    await world.expectUndone(() => world.addresses.delete(anyone, id));
    await world.expectUndone(() => world.addresses.deleteInSubnet(anyone, subnetId, ip('10.0.0.2')));
    expect(await listed()).to.deep.equal([]);
  });

  describe('for callers with groups', () => {
    for (const { section, subnet, effective } of everyPair) {
      it(`at level ${section} on the section and ${subnet} on the subnet`, async () => {
        const id = await create('10.0.0.1');
        await world.grant(section, [subnetId, subnet]);
        const before = await world.dump();
        const { addresses } = world;
        const writing = (whenHidden: ErrorCode) =>
          effective === 0 ? whenHidden : effective === 1 ? 'permission.denied' : 'done';
        const outcomes = [
          await outcomeFor((caller) => addresses.read(caller, id)),
          await outcomeFor((caller) => addresses.readInSubnet(caller, subnetId, ip('10.0.0.1'))),
          await outcomeFor((caller) => addresses.changes(caller, id, 1)),
          String((await collect(addresses.list(member, { order: 'id' }))).length),
          await outcomeFor((caller) => addresses.create(caller, { subnetId, ip: '10.0.0.2' })),
          await outcomeFor((caller) => addresses.change(caller, id, { note: 'x' })),
          await outcomeFor((caller) => addresses.deleteInSubnet(caller, subnetId, ip('10.0.0.1'))),
        ];
        expect(outcomes).to.deep.equal([
          effective > 0 ? 'done' : 'address.unknown',
          effective > 0 ? 'done' : 'address.unknown',
          effective > 0 ? 'done' : 'address.unknown',
          effective > 0 ? '1' : '0',
          writing('field.reference'),
          writing('address.unknown'),
          writing('address.unknown'),
        ]);
        if (effective < 2) expect(await world.dump()).to.deep.equal(before);
      });
    }

    it('returns the same error for every invalid input to a subnet without access', async () => {
      const id = await create('10.0.0.1');
      await world.grant(0, [subnetId, 3]);
      for (const input of [{ ip: '10.0.0.1' }, { ip: 'x' }, { ip: '10.0.0.9' }, { ip: '10.0.0.2', tag: 'x' }]) {
        const tried = () => world.addresses.create(member, { subnetId, ...input });
        await world.expectRefused(tried, 'field.reference', { field: 'subnetId', id: subnetId });
      }
      for (const input of [{ ip: '10.0.0.2' }, { tag: 'x' }, {}, { nope: 1 }]) {
        await world.expectRefused(() => world.addresses.change(member, id, input), 'address.unknown', { id });
      }
    });
  });
});
