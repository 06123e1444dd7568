import { expect } from 'chai';
import { asNetworkWithSpace, inputOfChild, requireFreeNetwork } from '../../../domain/allocation/next-free-network.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Section } from '../../../domain/section/section.js';
import {
  addressesLostWithPool,
  checkKindStays,
  comparesWithSection,
  inheritedPermissions,
  isElsewhere,
  isMove,
} from '../../../domain/subnet/placement.js';
import { grows, refuseResizeObstacle } from '../../../domain/subnet/resize.js';
import type { Folder, Network } from '../../../domain/subnet/subnet.js';

const network = (cidr: string, fields: Partial<Network> = {}): Network =>
  ({
    id: 7,
    sectionId: 1,
    masterSubnetId: 2,
    vrfId: null,
    prefix: Prefix.parse(cidr),
    isFolder: false,
    isPool: false,
    description: null,
    ...fields,
  }) as Network;
const folder = { id: 8, prefix: null, isFolder: true, isPool: true } as Folder;
const section = (fields: Partial<Section>) => ({ id: 1, strictMode: true, permissions: null, ...fields }) as Section;

const codeOf = (work: () => unknown): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe('the place of a subnet', () => {
  it('gives a new subnet the permissions of its master, at the top those of the section', () => {
    const [ofSection, ofMaster] = [new Map([[2, 1]]), new Map([[3, 2]])] as [Section['permissions'], Section['permissions']];
    const master = network('10.0.0.0/8', { permissions: ofMaster });
    expect(inheritedPermissions({ section: section({ permissions: ofSection }), master })).to.equal(ofMaster);
    expect(inheritedPermissions({ section: section({ permissions: ofSection }), master: undefined })).to.equal(ofSection);
  });

  it('is compared with a whole section where that is strict, and never for a folder', () => {
    const { prefix } = network('10.0.0.0/24');
    expect(comparesWithSection(section({}), prefix)).to.equal(true);
    expect(comparesWithSection(section({ strictMode: false }), prefix)).to.equal(false);
    expect(comparesWithSection(section({}), null)).to.equal(false);
  });

  it('is another one in another section, below another master, or in another VRF', () => {
    const subnet = network('10.0.0.0/24');
    for (const change of [{ sectionId: 9 }, { masterSubnetId: null }, { vrfId: 4 }]) {
      expect(isMove(subnet, change)).to.equal(true);
      expect(isElsewhere(subnet, { ...subnet, ...change })).to.equal(true);
    }
    for (const change of [{}, { sectionId: 1, masterSubnetId: 2, vrfId: null, description: 'other' }])
      expect(isMove(subnet, change)).to.equal(false);
  });

  it('has changed when the subnet was reshaped', () => {
    const subnet = network('10.0.0.0/24');
    expect(isElsewhere(subnet, network('10.0.0.0/24'))).to.equal(false);
    expect(isElsewhere(subnet, network('10.0.0.0/25'))).to.equal(true);
  });

  it('is kept by folders as folders and by networks as networks', () => {
    expect(codeOf(() => checkKindStays(folder, { isFolder: false }))).to.equal('subnet.folderFixed');
    expect(codeOf(() => checkKindStays(folder, { isFolder: true }))).to.equal(undefined);
    expect(codeOf(() => checkKindStays(network('10.0.0.0/24'), {}))).to.equal(undefined);
  });
});

describe('the end of a pool', () => {
  const pool = (cidr: string) => network(cidr, { isPool: true });
  const lost = (subnet: Network | Folder, isPool?: boolean) =>
    addressesLostWithPool(subnet, isPool === undefined ? {} : { isPool }).map(String);

  it('loses the network and the broadcast address where there are any', () => {
    expect(lost(pool('10.0.0.0/24'), false)).to.deep.equal(['10.0.0.0', '10.0.0.255']);
    for (const cidr of ['10.0.0.0/31', '2001:db8::/64']) expect(lost(pool(cidr), false)).to.deep.equal([]);
  });

  it('is none where it was no pool, stays one, or is a folder', () => {
    expect(lost(network('10.0.0.0/24'), false)).to.deep.equal([]);
    for (const isPool of [undefined, true]) expect(lost(pool('10.0.0.0/24'), isPool)).to.deep.equal([]);
    expect(lost(folder, false)).to.deep.equal([]);
  });
});

describe('what is in the way of a network that grows', () => {
  const resized = Prefix.parse('10.0.0.0/23');

  it('is looked for only when it grows', () => {
    expect(grows(network('10.0.0.0/24'), resized)).to.equal(true);
    expect(grows(network('10.0.0.0/22'), resized)).to.equal(false);
  });

  it('is told as a sibling below a master, and as what overlaps at the top', () => {
    const obstacle = network('10.0.1.0/24');
    expect(codeOf(() => refuseResizeObstacle(resized, obstacle, network('10.0.0.0/8')))).to.equal('subnet.overlapWithSibling');
    expect(codeOf(() => refuseResizeObstacle(resized, obstacle, undefined))).to.equal('resize.overlap');
    expect(codeOf(() => refuseResizeObstacle(resized, undefined, undefined))).to.equal(undefined);
  });
});

describe('a free network', () => {
  it('is in networks only', () => {
    const master = network('10.0.0.0/8');
    expect(asNetworkWithSpace(master)).to.equal(master);
    expect(codeOf(() => asNetworkWithSpace(folder))).to.equal('allocation.noSubnet');
    expect(codeOf(() => requireFreeNetwork(undefined))).to.equal('allocation.noSubnet');
  });

  it('is created below the network whose space it is, whatever the input says of its place', () => {
    const input = { subnet: '9.9.9.0', mask: 24, isFolder: 1, sectionId: 5, masterSubnetId: 6, description: 'x' };
    expect(inputOfChild(network('10.0.0.0/8'), input)).to.deep.equal({ sectionId: 1, masterSubnetId: 7, description: 'x' });
  });
});
