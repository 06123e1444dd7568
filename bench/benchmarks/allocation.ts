import { pools, type Rectangle, trees } from '../seeds/places.js';
import { type Benchmark, floor, posts, reads, servicePath } from './benchmark.js';

/** Id of the first address in the contiguous pool to delete. Addresses before it are read and changed. */
const firstDeleted = 10_001;

/** Returns the id of a subnet that earlier rounds have not written to. @throws RangeError for more rounds than subnets */
function fresh(positions: readonly Rectangle[], round: number): number {
  const position = positions[round];
  if (!position) throw new RangeError(`there are at most ${positions.length - 1} rounds`);
  return position.id;
}

/** Benchmarks that allocate or find the next free address or network, at different fill levels. */
export const allocation: readonly Benchmark[] = [
  {
    name: 'first-free-get',
    contenders: [
      reads('GET first_free, empty', `/addresses/first_free/${pools.empty.id}/`),
      reads('GET first_free, 1,000,000 used', `/addresses/first_free/${pools.contiguous.id}/`),
      reads('GET first_free, every second used', `/addresses/first_free/${pools.everySecond.id}/`),
    ],
    ratios: ['1,000,000 used', 'every second used'].map((fill) => ({
      name: `first free address, ${fill} / empty`,
      of: `GET first_free, ${fill}`,
      to: 'GET first_free, empty',
      target: 0.9,
    })),
  },
  {
    name: 'first-free-post',
    contenders: [
      posts('POST first_free, 10 used', (round) => `/addresses/first_free/${fresh(pools.ten, round)}/`),
      posts('POST first_free, 1,000,000 used', () => `/addresses/first_free/${pools.contiguous.id}/`),
      floor('single-statement allocation', 'POST', '/take/1'),
    ],
    ratios: [
      {
        name: 'taking an address / single statement',
        of: 'POST first_free, 10 used',
        to: 'single-statement allocation',
        target: 0.6,
      },
      {
        name: 'taking an address, 1,000,000 used / 10 used',
        of: 'POST first_free, 1,000,000 used',
        to: 'POST first_free, 10 used',
        target: 0.9,
      },
    ],
  },
  {
    name: 'first-free-ranges',
    contenders: [
      posts('POST first_free, no ranges', (round) => `/addresses/first_free/${fresh(pools.ten, round)}/`),
      posts('POST first_free, 1,000 ranges', (round) => `/addresses/first_free/${fresh(pools.ranged, round)}/`),
    ],
    ratios: [
      {
        name: 'taking an address, 1,000 ranges / none',
        of: 'POST first_free, 1,000 ranges',
        to: 'POST first_free, no ranges',
        target: 0.9,
      },
    ],
  },
  {
    name: 'first-subnet-post',
    contenders: [
      posts('POST first_free beside', (round) => `/addresses/first_free/${fresh(pools.ten, round)}/`),
      posts('POST first_subnet/28, 50 children', (round) => `/subnets/${fresh(trees.small, round)}/first_subnet/28/`),
      posts('POST first_subnet/28, 50,000 children', () => `/subnets/${trees.large.id}/first_subnet/28/`),
    ],
    ratios: [
      {
        name: 'taking a network, 50,000 children / 50',
        of: 'POST first_subnet/28, 50,000 children',
        to: 'POST first_subnet/28, 50 children',
        target: 0.85,
      },
      {
        name: 'taking a network / taking an address',
        of: 'POST first_subnet/28, 50 children',
        to: 'POST first_free beside',
        target: 0.4,
      },
    ],
  },
  {
    name: 'one-parent',
    contenders: [
      posts('POST first_free, one subnet', (round) => `/addresses/first_free/${fresh(pools.ten, round)}/`),
      posts('POST addresses, one subnet', () => '/addresses/', {
        subnetId: pools.chosen.id,
        ip: `${pools.chosen.cidr.replace('/64', '')}{n}`,
      }),
      posts('POST subnets, one master', () => '/subnets/', {
        sectionId: trees.shared.section,
        masterSubnetId: trees.shared.id,
        subnet: `${trees.shared.cidr.replace('::/32', '')}:{n}::`,
        mask: 64,
      }),
      {
        name: 'DELETE addresses, one subnet',
        side: 'service',
        traffic: () => ({ method: 'DELETE', paths: [servicePath('/addresses/{id}/')], firstId: firstDeleted }),
      },
    ],
    ratios: ['POST addresses, one subnet', 'POST subnets, one master', 'DELETE addresses, one subnet'].map((name) => ({
      name: `${name.replace('POST ', 'adding ').replace('DELETE ', 'deleting ')} / taking an address`,
      of: name,
      to: 'POST first_free, one subnet',
      target: 0.5,
    })),
  },
  {
    name: 'first-subnet-get',
    contenders: [
      reads('GET first_subnet/64, 50 children', `/subnets/${trees.smallIpv6.id}/first_subnet/64/`),
      reads('GET first_subnet/64, 50,000 children', `/subnets/${trees.largeIpv6.id}/first_subnet/64/`),
    ],
    ratios: [
      {
        name: 'free IPv6 network, 50,000 children / 50',
        of: 'GET first_subnet/64, 50,000 children',
        to: 'GET first_subnet/64, 50 children',
        target: 0.85,
      },
    ],
  },
];

/** Maximum number of rounds. */
export const maxRounds = Math.min(pools.ten.length, trees.small.length) - 1;
