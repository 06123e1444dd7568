import { expect } from 'chai';
import fc from 'fast-check';
import { RequestError, type RequestErrorCode } from '../../../../adapters/http/request-error.js';
import { extractNetwork, readNetwork } from '../../../../adapters/http/wire/network-parameters.js';
import { type ErrorCode, IpamError } from '../../../../domain/errors.js';
import { garbage, prefixes } from '../../../domain/support/arbitraries.js';

/** Returns code and details of the refusal of `work`. Rethrows any other error. */
function refusalOf(work: () => unknown): object | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof IpamError || error instanceof RequestError) return { code: error.code, details: error.details };
    throw error;
  }
}

/** The numbers are `seq` values of the recorded conversation with the reference server. */
describe('network of a new subnet', () => {
  const accepted: [what: string, subnet: unknown, mask: unknown, cidr: string][] = [
    ['address and number (#373)', '10.50.0.0', 24, '10.50.0.0/24'],
    ['address and digits (#379)', '10.60.0.0', '16', '10.60.0.0/16'],
    ['a decimal text (#377)', '171180032', 24, '10.52.0.0/24'],
    ['a decimal number', 171180032, 24, '10.52.0.0/24'],
    ['a decimal number beyond IPv4', '42540766411282592856903984951653826560', 64, '2001:db8::/64'],
    ['zero', 0, 0, '0.0.0.0/0'],
    ['the whole IPv4 space (#413)', '0.0.0.0', 0, '0.0.0.0/0'],
    ['the lowest /8 (#420)', '0.0.0.0', 8, '0.0.0.0/8'],
    ['a /31 (#411)', '10.80.0.0', 31, '10.80.0.0/31'],
    ['a /32 (#412)', '10.80.0.8', 32, '10.80.0.8/32'],
    ['spaces around', ' 10.50.0.0 ', ' 24 ', '10.50.0.0/24'],
    ['an IPv6 network (#421)', '2001:db8::', 48, '2001:db8::/48'],
    ['upper case and all zeros (#422)', '2001:0DB8:0001:0000:0000:0000:0000:0000', 64, '2001:db8:1::/64'],
    ['a /127 (#423)', '2001:db8:2::', 127, '2001:db8:2::/127'],
    ['a /128 (#424)', '2001:db8:3::1', 128, '2001:db8:3::1/128'],
    ['the whole IPv6 space', '::', 0, '::/0'],
    ['the lowest IPv6 networks, which the reference cannot store', '::', '96', '::/96'],
    ['the IPv4-mapped block', '::ffff:0:0', 96, '::ffff:0.0.0.0/96'],
  ];
  for (const [what, subnet, mask, cidr] of accepted) {
    it(`is read from ${what} as ${cidr}`, () => {
      expect(String(readNetwork(subnet, mask))).to.equal(cidr);
    });
  }

  type Row = [what: string, subnet: unknown, mask: unknown, code: ErrorCode | RequestErrorCode, details: object];
  const refused: Row[] = [
    ['nothing (#354)', undefined, undefined, 'parameter.network', {}],
    ['no mask (#356)', '10.50.0.0', undefined, 'parameter.network', {}],
    ['a null mask', '10.50.0.0', null, 'parameter.network', {}],
    ['an empty mask', '10.50.0.0', '', 'parameter.network', {}],
    ['a blank mask', '10.50.0.0', ' ', 'parameter.network', {}],
    ['a list as mask', '10.50.0.0', [24], 'parameter.network', {}],
    ['no address (#357)', undefined, 24, 'parameter.network', {}],
    ['an empty address', '', 24, 'parameter.network', {}],
    ['a null address', null, 24, 'parameter.network', {}],
    ['an object as address', { toString: 1 }, 24, 'parameter.network', {}],
    ['a list as address', ['10.50.0.0'], 24, 'parameter.network', {}],
    ['mask 33 (#361)', '10.50.0.0', 33, 'prefix.length', { length: '33' }],
    ['a word as mask (#362)', '10.50.0.0', 'abc', 'prefix.length', { length: 'abc' }],
    ['a netmask with a hole', '10.50.0.0', '255.0.255.0', 'prefix.length', { length: '255.0.255.0' }],
    ['a netmask of IPv6', '2001:db8::', '255.255.255.0', 'prefix.length', { length: '255.255.255.0' }],
    ['a fraction as mask', '10.50.0.0', 24.5, 'prefix.length', { length: '24.5' }],
    ['a mask with a plus sign', '10.50.0.0', '+24', 'prefix.length', { length: '+24' }],
    ['an exponent as mask', '10.50.0.0', '1e1', 'prefix.length', { length: '1e1' }],
    ['a huge mask', '10.50.0.0', '9'.repeat(400), 'prefix.length', { length: '9'.repeat(400) }],
    ['digits of another script as mask', '10.50.0.0', '٢٤', 'prefix.length', { length: '٢٤' }],
    ['a CIDR as address without mask (#368)', '10.50.0.0/24', undefined, 'prefix.length', { length: '10.50.0.0/24' }],
    ['a CIDR as address and a mask', '10.50.0.0/24', 24, 'prefix.length', { length: '10.50.0.0/24' }],
    ['IPv6 mask 129 (#370)', '2001:db8::', 129, 'prefix.length', { length: '129' }],
    ['mask -1 (#363)', '10.50.0.0', -1, 'parameter.networkAddress', { family: 4, text: '-1' }],
    ['a word as address (#366)', 'foo', 24, 'parameter.networkAddress', { family: 4, text: 'foo' }],
    ['a part above 255 (#367)', '10.50.0.999', 24, 'parameter.networkAddress', { family: 4, text: '10.50.0.999' }],
    ['leading zeros', '010.050.000.000', 24, 'parameter.networkAddress', { family: 4, text: '010.050.000.000' }],
    [
      'a decimal number beyond IPv6',
      '340282366920938463463374607431768211456',
      24,
      'parameter.networkAddress',
      { family: 4, text: '340282366920938463463374607431768211456' },
    ],
    ['a fraction as address', 1.5, 24, 'parameter.networkAddress', { family: 4, text: '1.5' }],
    ['a bad IPv6 address (#371)', '2001:zz8::', 64, 'parameter.networkAddress', { family: 6, text: '2001:zz8::' }],
    ['an IPv6 address with a zone', 'fe80::%eth0', 64, 'parameter.networkAddress', { family: 6, text: 'fe80::%eth0' }],
    ['host bits (#365)', '10.50.0.5', 24, 'prefix.hostBits', { network: '10.50.0.0', length: 24, family: 4 }],
    ['decimal host bits', '171180033', 24, 'prefix.hostBits', { network: '10.52.0.0', length: 24, family: 4 }],
    ['IPv6 host bits (#369)', '2001:db8::1', 64, 'prefix.hostBits', { network: '2001:db8::', length: 64, family: 6 }],
    ['host bits of a /0', '10.0.0.0', 0, 'prefix.hostBits', { network: '0.0.0.0', length: 0, family: 4 }],
  ];
  for (const [what, subnet, mask, code, details] of refused) {
    it(`is not read from ${what}: ${code}`, () => {
      expect(refusalOf(() => readNetwork(subnet, mask))).to.deep.equal({ code, details });
    });
  }

  it('is read from the address, as text or number, and the length of any prefix as that prefix', () => {
    fc.assert(
      fc.property(prefixes, (prefix) => {
        expect(readNetwork(String(prefix.network), prefix.length).equals(prefix)).to.equal(true);
        fc.pre(prefix.family === 4 || prefix.first > 0xffffffffn);
        expect(readNetwork(String(prefix.first), String(prefix.length)).equals(prefix)).to.equal(true);
      }),
    );
  });
});

describe('body of a new subnet', () => {
  it('contains a network and other fields', () => {
    const { prefix, fields } = extractNetwork({ subnet: '10.0.0.0', mask: 24, description: 'd', isFolder: 0 });
    expect([String(prefix), fields]).to.deep.equal(['10.0.0.0/24', { description: 'd', isFolder: 0 }]);
  });

  it('describes a folder if isFolder is set, whatever its network', () => {
    for (const isFolder of [1, '1', true, 'TRUE'])
      expect(extractNetwork({ subnet: 'x', mask: 99, isFolder })).to.deep.equal({ prefix: null, fields: { isFolder } });
  });

  it('is read or refused, without other errors, for any input', () => {
    fc.assert(
      fc.property(
        garbage,
        garbage,
        garbage,
        (subnet, mask, isFolder) => void refusalOf(() => extractNetwork({ subnet, mask, isFolder })),
      ),
      { numRuns: 500 },
    );
  });
});
