import { IpAddress } from '../../../../domain/net/ip-address.js';
import { Prefix } from '../../../../domain/net/prefix.js';

export interface ModelSection {
  readonly id: number;
  readonly isStrict: boolean;
  readonly parentId: number | null;
}

export interface ModelSubnet {
  readonly id: number;
  /** null for a folder. */
  readonly prefix: Prefix | null;
  readonly sectionId: number;
  readonly masterId: number | null;
  readonly vrfId: number | null;
  readonly isPool: boolean;
  readonly isFull: boolean;
  /** Whether prefix selection allocates subnets in it. */
  readonly isForSubnets: boolean;
  /** Whether prefix selection allocates addresses in it. */
  readonly isForAddresses: boolean;
}

export interface ModelAddress {
  readonly id: number;
  readonly subnetId: number;
  readonly ip: IpAddress;
  readonly tag: number;
}

export type End = 'first' | 'last';

export const bitsOf = ({ family }: Prefix): number => (family === 4 ? 32 : 128);

export const overlap = (a: Prefix, b: Prefix): boolean => a.family === b.family && a.first <= b.last && b.first <= a.last;

export const isInside = (inner: Prefix, outer: Prefix): boolean => overlap(inner, outer) && inner.length > outer.length;

/** The registered records, as plain lists with linear search. */
export class AllocationModel {
  sections: ModelSection[] = [];
  subnets: ModelSubnet[] = [];
  addresses: ModelAddress[] = [];

  section(id: number): ModelSection {
    return this.sections.find((section) => section.id === id) as ModelSection;
  }

  subnet(id: number): ModelSubnet {
    return this.subnets.find((subnet) => subnet.id === id) as ModelSubnet;
  }

  masterOf({ masterId }: Pick<ModelSubnet, 'masterId'>): ModelSubnet | undefined {
    return masterId === null ? undefined : this.subnet(masterId);
  }

  childrenOf(id: number): ModelSubnet[] {
    return this.subnets.filter(({ masterId }) => masterId === id);
  }

  addressesOf(id: number): ModelAddress[] {
    return this.addresses.filter(({ subnetId }) => subnetId === id);
  }

  /** A subnet and all its descendants, in any section. */
  treeOf(id: number): number[] {
    return [id, ...this.childrenOf(id).flatMap((child) => this.treeOf(child.id))];
  }

  changeSubnet(id: number, changes: Partial<ModelSubnet>): void {
    const { sectionId } = changes;
    const moved = sectionId === undefined ? [] : this.treeOf(id);
    this.subnets = this.subnets.map((subnet) => {
      if (subnet.id === id) return { ...subnet, ...changes };
      return sectionId !== undefined && moved.includes(subnet.id) ? { ...subnet, sectionId } : subnet;
    });
  }

  changeAddress(id: number, changes: Partial<ModelAddress>): void {
    this.addresses = this.addresses.map((address) => (address.id === id ? { ...address, ...changes } : address));
  }

  deleteAddress(id: number): void {
    this.addresses = this.addresses.filter((address) => address.id !== id);
  }

  deleteSubnet(id: number): void {
    const gone = this.treeOf(id);
    this.subnets = this.subnets.filter((subnet) => !gone.includes(subnet.id));
    this.addresses = this.addresses.filter(({ subnetId }) => !gone.includes(subnetId));
  }

  deleteSection(id: number): void {
    const gone = [id, ...this.sections.filter(({ parentId }) => parentId === id).map((child) => child.id)];
    for (const subnet of this.subnets.filter(({ sectionId }) => gone.includes(sectionId))) this.deleteSubnet(subnet.id);
    this.sections = this.sections.filter((section) => !gone.includes(section.id));
  }

  /** Whether an address is usable for a host of the network. */
  isUsable({ isPool }: ModelSubnet, prefix: Prefix, ip: IpAddress): boolean {
    if (ip.family !== prefix.family || ip.value < prefix.first || ip.value > prefix.last) return false;
    const hasEdges = prefix.family === 4 && prefix.length <= 30 && !isPool;
    return !hasEdges || (ip.value !== prefix.first && ip.value !== prefix.last);
  }

  /** Free addresses for hosts, in ascending order. */
  *freeAddresses(subnet: ModelSubnet): Generator<IpAddress> {
    const { prefix } = subnet;
    if (!prefix) return;
    const used = new Set(this.addressesOf(subnet.id).map(({ ip }) => String(ip)));
    for (let value = prefix.first; value <= prefix.last; value++) {
      const ip = IpAddress.of(prefix.family, value);
      if (this.isUsable(subnet, prefix, ip) && !used.has(String(ip))) yield ip;
    }
  }

  /** Networks of a length inside a network that overlap no child of it, starting from one end. */
  *freeNetworks({ id, prefix }: ModelSubnet, length: number, end: End): Generator<Prefix> {
    if (!prefix || length < prefix.length || length > bitsOf(prefix)) return;
    const size = 1n << BigInt(bitsOf(prefix) - length);
    const children = this.childrenOf(id).flatMap((child) => child.prefix ?? []);
    let at = end === 'first' ? prefix.first : prefix.last - size + 1n;
    while (at >= prefix.first && at <= prefix.last) {
      const candidate = Prefix.of(IpAddress.of(prefix.family, at), length);
      const inTheWay = children.find((child) => overlap(child, candidate));
      if (!inTheWay) yield candidate;
      const { first, last } = inTheWay && inTheWay.length < length ? inTheWay : candidate;
      at = end === 'first' ? last + 1n : first - size;
    }
  }
}

/** The first items of an iterable that may be infinite. */
export function take<T>(items: Iterable<T>, max: number): T[] {
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length === max) break;
    taken.push(item);
  }
  return taken;
}
