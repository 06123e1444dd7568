import { expect } from 'chai';
import { type AddressRange, rangeOf } from '../../../domain/net/address-range.js';
import { usableRange } from '../../../domain/subnet/usable-addresses.js';
import { cidr, insertAddresses, insertNetwork, ip, newAddress, newFolder } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const range = (first: string, last: string): AddressRange => ({ first: ip(first), last: ip(last) });

describeContract('The lowest free address', (storage) => {
  const lowest = async (subnet: number, within: AddressRange): Promise<string | undefined> =>
    (await storage.readers.addresses.lowestFree(subnet, 1, within))[0]?.toString();
  const withAddresses = (network: string, addresses: readonly string[] = []): Promise<number> =>
    storage.write(async (to) => {
      const id = await insertNetwork(to, network);
      await insertAddresses(to, id, addresses);
      return id;
    });
  const usable = (network: string): AddressRange => usableRange({ prefix: cidr(network), isPool: false });

  it('is the first of an unused range', async () => {
    const expected = {
      '10.0.0.0/24': '10.0.0.1',
      '10.0.0.0/31': '10.0.0.0',
      '10.0.0.7/32': '10.0.0.7',
      '0.0.0.0/0': '0.0.0.1',
      '255.255.255.252/30': '255.255.255.253',
      '255.255.255.255/32': '255.255.255.255',
      '::/0': '::',
      '2001:db8::/64': '2001:db8::',
      '2001:db8::2/127': '2001:db8::2',
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128': 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    };
    for (const [network, first] of Object.entries(expected))
      expect(await lowest(await withAddresses(network), usable(network)), network).to.equal(first);
  });

  it('is directly after the used ones if they have no gap', async () => {
    const id = await withAddresses('10.0.0.0/24', ['10.0.0.3', '10.0.0.1', '10.0.0.2']);
    expect(await lowest(id, usable('10.0.0.0/24'))).to.equal('10.0.0.4');
  });

  it('fills the lowest gap first', async () => {
    const id = await withAddresses('10.0.0.0/24', ['10.0.0.1', '10.0.0.2', '10.0.0.4', '10.0.0.5', '10.0.0.7']);
    expect(await lowest(id, usable('10.0.0.0/24'))).to.equal('10.0.0.3');
    await storage.write((to) => insertAddresses(to, id, ['10.0.0.3']));
    expect(await lowest(id, usable('10.0.0.0/24'))).to.equal('10.0.0.6');
  });

  it('is a deleted address again', async () => {
    const id = await withAddresses('10.0.0.0/24', ['10.0.0.1', '10.0.0.2', '10.0.0.3']);
    const second = await storage.readers.addresses.findInSubnet(id, ip('10.0.0.2'));
    await storage.write(({ addresses }) => addresses.delete([second?.id ?? 0]));
    expect(await lowest(id, usable('10.0.0.0/24'))).to.equal('10.0.0.2');
    await storage.write(({ addresses }) => addresses.deleteAllIn(id));
    expect(await lowest(id, usable('10.0.0.0/24'))).to.equal('10.0.0.1');
  });

  it('does not exist in a full range, also at the ends of the address spaces', async () => {
    const full = {
      '10.0.0.0/31': ['10.0.0.0', '10.0.0.1'],
      '10.0.0.7/32': ['10.0.0.7'],
      '0.0.0.0/31': ['0.0.0.0', '0.0.0.1'],
      '255.255.255.252/30': ['255.255.255.253', '255.255.255.254'],
      '255.255.255.254/31': ['255.255.255.254', '255.255.255.255'],
      '::/127': ['::', '::1'],
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127': [
        'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe',
        'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      ],
      '2001:db8::1/128': ['2001:db8::1'],
    };
    for (const [network, addresses] of Object.entries(full))
      expect(await lowest(await withAddresses(network, addresses), usable(network)), network).to.equal(undefined);
  });

  it('is the last address of an address space when all others are used', async () => {
    expect(await lowest(await withAddresses('255.255.255.254/31', ['255.255.255.254']), usable('255.255.255.254/31'))).to.equal(
      '255.255.255.255',
    );
    const last = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe';
    expect(await lowest(await withAddresses(`${last}/127`, [last]), usable(`${last}/127`))).to.equal(
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    );
  });

  it('ignores used addresses outside the range', async () => {
    const id = await withAddresses('10.0.0.0/24', [
      '10.0.0.0',
      '10.0.0.255',
      '9.9.9.9',
      '10.0.1.0',
      '11.0.0.0',
      '::1',
      '2001:db8::1',
    ]);
    expect(await lowest(id, usable('10.0.0.0/24'))).to.equal('10.0.0.1');
    expect(await lowest(id, range('10.0.0.255', '10.0.1.1'))).to.equal('10.0.1.1');
  });

  it('is inside the requested range of a subnet', async () => {
    const id = await withAddresses('10.0.0.0/24', ['10.0.0.9', '10.0.0.10', '10.0.0.12']);
    expect(await lowest(id, range('10.0.0.9', '10.0.0.12'))).to.equal('10.0.0.11');
    expect(await lowest(id, range('10.0.0.9', '10.0.0.10'))).to.equal(undefined);
    expect(await lowest(id, range('10.0.0.12', '10.0.0.20'))).to.equal('10.0.0.13');
    expect(await lowest(id, range('10.0.0.20', '10.0.0.20'))).to.equal('10.0.0.20');
  });

  it('ignores other subnets', async () => {
    const [id] = [await withAddresses('10.0.0.0/24'), await withAddresses('10.0.0.0/24', ['10.0.0.1'])];
    expect(await lowest(id, usable('10.0.0.0/24'))).to.equal('10.0.0.1');
  });

  it('changes when its subnet is resized', async () => {
    const id = await withAddresses('10.0.0.0/30', ['10.0.0.1', '10.0.0.2']);
    expect(await lowest(id, usable('10.0.0.0/30'))).to.equal(undefined);
    await storage.write(({ subnets }) => subnets.update(id, { prefix: cidr('10.0.0.0/29') }));
    expect(await lowest(id, usable('10.0.0.0/29'))).to.equal('10.0.0.3');
    await storage.write(({ subnets }) => subnets.update(id, { prefix: cidr('10.0.0.0/30') }));
    expect(await lowest(id, usable('10.0.0.0/30'))).to.equal(undefined);
  });

  it('is in the network of its subnet when no range is given, and does not exist in a folder', async () => {
    const lowestOf = async (subnet: number): Promise<string[]> =>
      (await storage.readers.addresses.lowestFree(subnet, 3)).map(String);
    expect(await lowestOf(await withAddresses('10.0.0.0/30', ['10.0.0.1']))).to.deep.equal(['10.0.0.0', '10.0.0.2', '10.0.0.3']);
    expect(await lowestOf(await withAddresses('2001:db8::/127', ['2001:db8::']))).to.deep.equal(['2001:db8::1']);
    expect(await lowestOf(await withAddresses('10.0.0.7/32', ['10.0.0.7']))).to.deep.equal([]);
    const folder = await storage.write(async (to) => {
      const sectionId = (await to.subnets.find(await insertNetwork(to, '10.0.0.0/24')))?.sectionId ?? 0;
      return to.subnets.insert(newFolder(sectionId));
    });
    expect(await lowestOf(folder)).to.deep.equal([]);
    expect(await lowestOf(987654321)).to.deep.equal([]);
  });

  it('is returned with a flag for children of its subnet', async () => {
    const spaceOf = async (subnet: number) => {
      const { hasChildren, lowest: free } = await storage.readers.addresses.freeSpace(subnet, 2);
      return { hasChildren, lowest: free.map(String) };
    };
    const id = await withAddresses('10.0.0.0/24', ['10.0.0.0', '10.0.0.1']);
    expect(await spaceOf(id)).to.deep.equal({ hasChildren: false, lowest: ['10.0.0.2', '10.0.0.3'] });
    const child = await storage.write(async (to) => {
      const sectionId = (await to.subnets.lock(id, 'change'))?.sectionId ?? 0;
      return to.subnets.insert(newFolder(sectionId, { masterSubnetId: id }));
    });
    expect(await spaceOf(id)).to.deep.equal({ hasChildren: true, lowest: ['10.0.0.2', '10.0.0.3'] });
    expect(await spaceOf(child)).to.deep.equal({ hasChildren: false, lowest: [] });
    await storage.write(({ subnets }) => subnets.delete(child));
    expect((await spaceOf(id)).hasChildren).to.equal(false);
    expect(await spaceOf(987654321)).to.deep.equal({ hasChildren: false, lowest: [] });
  });

  it('is returned with the earliest end of a hold in its subnet, past or future', async () => {
    const id = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const heldUntil = async () => (await storage.readers.addresses.freeSpace(id, 1)).heldUntil;
    const other = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const ends = { '10.0.0.1': '2026-03-01 12:00:01', '10.0.0.2': '2024-03-01 12:00:00', '10.0.0.3': null };
    const insert = (subnet: number, address: string, end: string | null) =>
      storage.write(async (to) => {
        await to.subnets.lock(subnet, 'change');
        return to.addresses.insert({ ...newAddress(subnet, address), heldUntil: end });
      });
    await insert(other, '10.0.0.1', '2020-01-01 00:00:00');
    expect(await heldUntil()).to.equal(null);
    const ids: number[] = [];
    for (const [address, end] of Object.entries(ends)) ids.push(await insert(id, address, end));
    expect(await heldUntil()).to.equal('2024-03-01 12:00:00');
    await storage.write(async (to) => {
      await to.subnets.lock(id, 'change');
      await to.addresses.update(ids[1] ?? 0, { heldUntil: null });
    });
    expect(await heldUntil()).to.equal('2026-03-01 12:00:01');
    const locked = await storage.write((to) => to.addresses.lockForAllocation(id, 1));
    expect(locked?.space.heldUntil).to.equal('2026-03-01 12:00:01');
  });

  it('is correct after several addresses were allocated together, at one end of a gap or in its middle', async () => {
    const id = await withAddresses('10.0.0.0/24', ['10.0.0.0', '10.0.0.9']);
    const take = (...addresses: string[]): Promise<string> =>
      storage.write(async (to) => {
        const locked = await to.addresses.lockForAllocation(id, 20);
        if (!locked) throw new Error('the subnet is gone');
        const ids = await to.addresses.insertAll(
          locked.subnet,
          addresses.map((address) => newAddress(id, address)),
        );
        expect(new Set(ids).size).to.equal(addresses.length);
        return (await to.addresses.freeSpace(id, 9)).lowest.map((free) => String(free).replace('10.0.0.', '')).join(' ');
      });
    expect(await take('10.0.0.2', '10.0.0.1')).to.equal('3 4 5 6 7 8 10 11 12');
    expect(await take('10.0.0.6', '10.0.0.3')).to.equal('4 5 7 8 10 11 12 13 14');
    expect(await take('10.0.0.5', '10.0.0.4', '2001:db8::1')).to.equal('7 8 10 11 12 13 14 15 16');
    expect(await take('10.0.0.7', '10.0.0.8')).to.equal('10 11 12 13 14 15 16 17 18');
  });

  it('exists in a folder when a range is given', async () => {
    const id = await storage.write(async (to) => {
      const network = await insertNetwork(to, '10.0.0.0/24');
      const folder = await to.subnets.insert(newFolder((await to.subnets.find(network))?.sectionId ?? 0));
      await insertAddresses(to, folder, ['10.0.0.0', '2001:db8::', '2001:db8::1']);
      return folder;
    });
    expect(await lowest(id, rangeOf(cidr('10.0.0.0/24')))).to.equal('10.0.0.1');
    expect(await lowest(id, rangeOf(cidr('2001:db8::/64')))).to.equal('2001:db8::2');
  });

  it('includes the writes of its own unit of work', async () => {
    const id = await withAddresses('10.0.0.0/24', ['10.0.0.1']);
    const found = await storage.write(async (to) => {
      await insertAddresses(to, id, ['10.0.0.2']);
      const first = (await to.addresses.lowestFree(id, 1, usable('10.0.0.0/24')))[0];
      await to.addresses.deleteAllIn(id);
      return [first, (await to.addresses.lowestFree(id, 1, usable('10.0.0.0/24')))[0]].map(String);
    });
    expect(found).to.deep.equal(['10.0.0.3', '10.0.0.1']);
  });

  it('ignores writes that were rolled back', async () => {
    const id = await withAddresses('10.0.0.0/24', ['10.0.0.1']);
    const failing = storage.write(async (to) => {
      await insertAddresses(to, id, ['10.0.0.2', '10.0.0.3']);
      throw new Error('undo');
    });
    await failing.catch(() => {});
    expect(await lowest(id, usable('10.0.0.0/24'))).to.equal('10.0.0.2');
  });
});
