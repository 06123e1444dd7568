import { expect } from 'chai';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Folder, Network, Subnet } from '../../../domain/subnet/subnet.js';
import { NextFreeAddresses, spaceNeededFor } from '../../../domain/subnet/usable-addresses.js';

const network = (cidr: string, fields: Partial<Network> = {}): Subnet =>
  ({ prefix: Prefix.parse(cidr), isFolder: false, isFull: false, isPool: false, ...fields }) as Network;

const spaceOf = (...lowest: readonly string[]) => ({
  hasChildren: false,
  lowest: lowest.map((text) => IpAddress.parse(text)),
  heldUntil: null,
});

/** Takes addresses until the first error. @returns the addresses and the code of the error */
function takeAll(free: NextFreeAddresses): string[] {
  const taken: string[] = [];
  for (;;) {
    try {
      taken.push(String(free.next));
    } catch (error) {
      return [...taken, (error as { code: string }).code];
    }
    free.take();
  }
}

describe('the next free addresses of a subnet', () => {
  it('are the usable ones, lowest first; each stays the next one until it is taken', () => {
    const free = new NextFreeAddresses(network('10.0.0.0/29'), spaceOf('10.0.0.0', '10.0.0.1', '10.0.0.3', '10.0.0.7'));
    expect([free.next, free.next].map(String)).to.deep.equal(['10.0.0.1', '10.0.0.1']);
    expect(takeAll(free)).to.deep.equal(['10.0.0.1', '10.0.0.3', 'allocation.noAddress']);
  });

  it('include the first and the last address of a pool and of an IPv6 network', () => {
    const pool = new NextFreeAddresses(network('10.0.0.0/30', { isPool: true }), spaceOf('10.0.0.0', '10.0.0.3'));
    expect(takeAll(pool)).to.deep.equal(['10.0.0.0', '10.0.0.3', 'allocation.noAddress']);
    const six = new NextFreeAddresses(network('2001:db8::/127'), spaceOf('2001:db8::', '2001:db8::1'));
    expect(takeAll(six)).to.deep.equal(['2001:db8::', '2001:db8::1', 'allocation.noAddress']);
  });

  it('are none if the subnet is full, has children, or is a folder; the error is the first of these', () => {
    const space = spaceOf('10.0.0.1');
    const withChildren = { ...space, hasChildren: true };
    const folder = { prefix: null, isFolder: true, isFull: false } as Folder;
    const full = network('10.0.0.0/29', { isFull: true });
    expect(takeAll(new NextFreeAddresses(full, withChildren))).to.deep.equal(['allocation.subnetFull']);
    expect(takeAll(new NextFreeAddresses(network('10.0.0.0/29'), withChildren))).to.deep.equal(['subnet.hasChildren']);
    expect(takeAll(new NextFreeAddresses(folder, withChildren))).to.deep.equal(['subnet.hasChildren']);
    expect(takeAll(new NextFreeAddresses(folder, space))).to.deep.equal(['allocation.noAddress']);
  });

  it('need one known address more than are taken, because one can be the network address', () => {
    const known = spaceOf('10.0.0.0', '10.0.0.1', '10.0.0.2').lowest.slice(0, spaceNeededFor(2));
    const free = new NextFreeAddresses(network('10.0.0.0/29'), { hasChildren: false, lowest: known, heldUntil: null });
    expect(takeAll(free)).to.deep.equal(['10.0.0.1', '10.0.0.2', 'allocation.noAddress']);
  });
});
