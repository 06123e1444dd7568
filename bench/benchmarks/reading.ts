import { firstChildId, pools, type Sizes, sections, trees, upTo } from '../seeds/places.js';
import { hostnameOf, macOf } from '../seeds/seed.js';
import { type Benchmark, type Contender, floor, reads } from './benchmark.js';

/** Number of different records in short answers. */
const variety = 500;

/** The floor of short answers. */
const oneQuery = 'bare handler with one query';

/** Reads the usage of the largest subnets, whose time should not depend on their content. */
function usage(bareHandler: Contender): Benchmark {
  const contenders = [
    reads('GET usage, 50,000 children', `/subnets/${trees.large.id}/usage/`),
    reads('GET usage, 1,000,000 addresses', `/subnets/${pools.contiguous.id}/usage/`),
  ];
  const ratios = contenders.map(({ name }) => ({
    name: `${name.replace('GET ', '')} / bare handler`,
    of: name,
    to: oneQuery,
    target: 0.3,
  }));
  return { name: 'usage', contenders: [bareHandler, ...contenders], ratios };
}

/** Returns the same contender with an Accept-Encoding header. */
const accepting = (encoding: string, contender: Contender): Contender => ({
  ...contender,
  traffic: (round) => ({ ...contender.traffic(round), headers: { 'accept-encoding': encoding } }),
});

/** Compares the same request with a key and with an access token. */
function key(paths: readonly string[]): Benchmark {
  const [byToken, byKey] = ['GET one subnet, by token', 'GET one subnet, by key'];
  return {
    name: 'key',
    contenders: [reads(byToken, ...paths), { ...reads(byKey, ...paths), byKey: true }],
    ratios: [{ name: 'one subnet by key / by token', of: byKey, to: byToken, target: 0.95 }],
  };
}

/** Benchmarks that read one, several or many records. */
export function reading(sizes: Sizes): readonly Benchmark[] {
  const stride = (count: number): number[] => upTo(variety).map((index) => 1 + Math.floor((index * count) / variety));
  const bareHandler = floor(oneQuery, 'GET', ...stride(sizes.children).map((n) => `/row/${firstChildId + n - 1}`));
  return [
    {
      name: 'one-subnet',
      contenders: [
        bareHandler,
        reads('GET one subnet', ...stride(sizes.children).map((n) => `/subnets/${firstChildId + n - 1}/`)),
      ],
      ratios: [{ name: 'one subnet / bare handler', of: 'GET one subnet', to: oneQuery, target: 0.85 }],
    },
    key(stride(sizes.children).map((n) => `/subnets/${firstChildId + n - 1}/`)),
    search(sizes, stride),
    usage(bareHandler),
    {
      name: 'section-list',
      contenders: [
        floor('raw query of 5,000 subnets', 'GET', `/list/${sections.long}/subnets`),
        reads('GET 5,000 subnets of a section', `/sections/${sections.long}/subnets/`),
      ],
      ratios: [
        {
          name: 'subnets of a section / raw query',
          of: 'GET 5,000 subnets of a section',
          to: 'raw query of 5,000 subnets',
          target: 0.35,
        },
      ],
    },
    {
      name: 'address-list',
      contenders: [
        floor('raw query of 10,000 addresses', 'GET', `/list/${pools.list.id}/addresses`),
        reads('GET 10,000 addresses of a subnet', `/subnets/${pools.list.id}/addresses/`),
        accepting('gzip', reads('GET 10,000 addresses by gzip', `/subnets/${pools.list.id}/addresses/`)),
      ],
      ratios: [
        {
          name: 'addresses of a subnet / raw query',
          of: 'GET 10,000 addresses of a subnet',
          to: 'raw query of 10,000 addresses',
          target: 0.45,
        },
      ],
    },
  ];

  function search({ addresses, longSection }: Sizes, spread: (count: number) => number[]): Benchmark {
    const { id } = pools.contiguous;
    const baseLength = `host-${id}-00000000`.length - 1; // ten numbers each share an office
    const offices = spread(longSection).map((n) => `20.${(n - 1) >> 8}.${(n - 1) & 255}.0/24`);
    const searches = [
      reads('GET search_hostname', ...spread(addresses).map((n) => `/addresses/search_hostname/${hostnameOf(id, n)}/`)),
      reads(
        'GET search_hostbase',
        ...spread(addresses).map((n) => `/addresses/search_hostbase/${hostnameOf(id, n).slice(0, baseLength)}/`),
      ),
      reads('GET search_mac', ...spread(addresses).map((n) => `/addresses/search_mac/${macOf(id, n)}/`)),
      reads('GET subnets/cidr', ...offices.map((cidr) => `/subnets/cidr/${cidr}/`)),
      reads('GET subnets/overlapping', ...offices.map((cidr) => `/subnets/overlapping/${cidr}/`)),
    ];
    const ratios = searches.map(({ name }) => ({
      name: `${name.replace('GET ', '')} / bare handler`,
      of: name,
      to: oneQuery,
      target: 0.4,
    }));
    return { name: 'search', contenders: [bareHandler, ...searches], ratios };
  }
}
