import { expect } from 'chai';
import fc from 'fast-check';
import { expectedForward, expectedReverse, type Holder, maxRecords } from '../../../domain/dns/expected-records.js';
import { readHostName } from '../../../domain/dns/host-name.js';
import { changeOf, type PresentSet, type RecordSet, type SetChange } from '../../../domain/dns/record-set.js';
import { mayMakeZone, ZoneIndex } from '../../../domain/dns/zone-index.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';

const zone = (name: string, isWritable = true, isOurs = false) => ({ name, isWritable, isOurs });
const ip = (text: string): IpAddress => IpAddress.parse(text);
const rules = { ttl: 60, forwardZones: [] };

describe('Host names', () => {
  it('are read in lower case and without the dot at their end', () => {
    expect(readHostName('Web-1.Example.ORG.')).to.equal('web-1.example.org');
    expect(readHostName(`${'a'.repeat(63)}.example`)).to.equal(`${'a'.repeat(63)}.example`);
  });

  const invalid = [
    '',
    '.',
    'web',
    'web.',
    '*.example.org',
    'a b.example.org',
    'a_b.example.org',
    '-a.example.org',
    'a-.example.org',
  ];
  invalid.push(
    'a..example.org',
    '.example.org',
    'a.example.org..',
    'ä.example.org',
    '"a".example.org',
    "a'.example.org",
    'a;b.example.org',
  );
  invalid.push(
    '10.0.0.1',
    'a.1',
    '1.0.0.10.in-addr.arpa',
    'a.arpa.',
    `${'a'.repeat(64)}.org`,
    `${'a.'.repeat(126)}org`,
    'a.org\n',
    'a\0.org',
    'a/b.org',
  );
  for (const text of invalid)
    it(`are not ${JSON.stringify(text.slice(0, 70))}`, () => {
      expect(readHostName(text)).to.equal(undefined);
    });

  it('are unchanged when they are read again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain(), fc.string({ unit: fc.constantFrom(...'aZ0-._*"\\/é \n') })), (text) => {
        const name = readHostName(text);
        if (name === undefined) return;
        expect(readHostName(name)).to.equal(name);
        expect(name)
          .to.match(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/)
          .and.to.have.length.below(254);
      }),
    );
  });
});

describe('Records of a host name', () => {
  it('are in the zone with the longest matching name, for both families', () => {
    const zones = new ZoneIndex(['org', 'example.org', 'lab.example.org'].map((name) => zone(name)));
    const placed = expectedForward('a.lab.example.org', [ip('10.0.0.1'), ip('10.0.0.1'), ip('fd00::1')], zones, rules);
    expect(placed.map((each) => [each.zone, each.set.type, each.set.contents])).to.deep.equal([
      ['lab.example.org', 'A', ['10.0.0.1']],
      ['lab.example.org', 'AAAA', ['fd00::1']],
    ]);
    expect(expectedForward('example.org', [ip('10.0.0.1')], zones, rules)[0]?.zone).to.equal('example.org');
    expect(expectedForward('notexample.com', [ip('10.0.0.1')], zones, rules)).to.deep.equal([]);
  });

  it('are not created if a longer zone hides them, or if settings or the server forbid it', () => {
    const zones = new ZoneIndex([zone('example.org'), zone('lab.example.org', false)]);
    expect(expectedForward('a.lab.example.org', [ip('10.0.0.1')], zones, rules)).to.deep.equal([]);
    expect(
      expectedForward('a.example.org', [ip('10.0.0.1')], zones, { ...rules, forwardZones: ['lab.example.org'] }),
    ).to.deep.equal([]);
  });

  it('are limited in number', () => {
    const many = Array.from({ length: 300 }, (_, index) => IpAddress.of(4, BigInt(index)));
    const [set] = expectedForward('a.example.org', many, new ZoneIndex([zone('example.org')]), rules);
    expect(set?.set.contents).to.have.length(maxRecords).and.include('0.0.0.0').and.not.include('0.0.0.100');
  });
});

describe('Records of an address', () => {
  const holder = (cidr: string, hostname: string | null, DNSrecursive = true, PTRignore = false): Holder => ({
    address: { hostname, PTRignore },
    subnet: { prefix: Prefix.parse(cidr), DNSrecursive },
  });
  const zones = new ZoneIndex(['2.0.192.in-addr.arpa', '0/25.2.0.192.in-addr.arpa'].map((name) => zone(name)));
  const wanted = (...holders: readonly Holder[]) =>
    expectedReverse(ip('192.0.2.5'), holders, zones, 60).map((each) => [
      each.zone,
      each.set.name,
      each.set.type,
      each.set.contents,
    ]);

  it('contain the name from each subnet that publishes a name, in the zone of the largest subnet', () => {
    const pointer = (...names: readonly string[]) => [['2.0.192.in-addr.arpa', '5.2.0.192.in-addr.arpa', 'PTR', names]];
    expect(wanted(holder('192.0.2.0/24', 'a.example.org'), holder('192.0.2.0/25', 'b.example.org'))).to.deep.equal(
      pointer('a.example.org', 'b.example.org'),
    );
    expect(wanted(holder('192.0.2.0/24', 'a.example.org', false), holder('192.0.2.0/24', 'b.example.org'))).to.deep.equal(
      pointer('b.example.org'),
    );
  });

  it('are in a zone of RFC 2317 if all subnets that publish one are small', () => {
    expect(wanted(holder('192.0.2.0/25', 'b.example.org'), holder('192.0.2.0/24', 'a.example.org', true, true))).to.deep.equal([
      ['0/25.2.0.192.in-addr.arpa', '5.0/25.2.0.192.in-addr.arpa', 'PTR', ['b.example.org']],
      ['2.0.192.in-addr.arpa', '5.2.0.192.in-addr.arpa', 'CNAME', ['5.0/25.2.0.192.in-addr.arpa']],
    ]);
  });

  it('are none if no subnet publishes one', () => {
    expect(wanted()).to.deep.equal([]);
    expect(
      wanted(
        holder('192.0.2.0/24', null),
        holder('192.0.2.0/24', '*.example.org'),
        holder('192.0.2.0/24', 'a.example.org', false),
      ),
    ).to.deep.equal([]);
  });

  it('get new zones, but not inside a foreign zone', () => {
    const network = Prefix.parse('10.1.0.0/16');
    const wantedZone = { name: '1.10.in-addr.arpa', prefix: network };
    expect(mayMakeZone(network, wantedZone, new ZoneIndex([]))).to.equal(true);
    expect(mayMakeZone(network, wantedZone, new ZoneIndex([zone('10.in-addr.arpa', true, true)]))).to.equal(true);
    expect(mayMakeZone(network, wantedZone, new ZoneIndex([zone('10.in-addr.arpa')]))).to.equal(false);
    expect(mayMakeZone(network, wantedZone, new ZoneIndex([zone('1.10.in-addr.arpa', true, true)]))).to.equal(false);
  });
});

describe('The change of a record set', () => {
  const contents: fc.Arbitrary<string[]> = fc.uniqueArray(fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'), {
    minLength: 1,
  });
  const base = { name: 'a.example.org', type: 'A' } as const;
  const wantedSets = fc.option(fc.record({ ttl: fc.constantFrom(60, 300), contents }), { nil: undefined });
  const presentSets = fc
    .record({ ttl: fc.constantFrom(60, 300), contents, isOurs: fc.boolean(), keeps: fc.boolean() })
    .map(({ keeps, ...set }) => ({ ...base, ...set, retained: keeps ? set.contents.slice(0, 1) : [] }));

  /** The record set on the server after the change. */
  function after(present: PresentSet | undefined, change: SetChange): PresentSet | undefined {
    if (change.does === 'delete') return undefined;
    return change.does === 'replace' ? { ...change.set, isOurs: true } : present;
  }
  const isIn = (content: string, set: { readonly contents: readonly string[] } | undefined): boolean =>
    set?.contents.includes(content) === true;

  it('is nothing if the service does not own the set', () => {
    fc.assert(
      fc.property(wantedSets, presentSets, contents, (want, present, keeps) => {
        const change = changeOf(want && { ...base, ...want }, { ...present, isOurs: false }, { keeps });
        expect(change.does).to.be.oneOf(['nothing', 'foreign']);
      }),
    );
  });

  it('reaches the expected and retained records in one step', () => {
    fc.assert(
      fc.property(wantedSets, presentSets, contents, (want, set, keeps) => {
        const present = { ...set, isOurs: true };
        const wanted: RecordSet | undefined = want && { ...base, ...want };
        const done = after(present, changeOf(wanted, present, { keeps }));
        for (const content of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']) {
          const stays = isIn(content, present) && (keeps.includes(content) || present.retained.includes(content));
          expect(isIn(content, done)).to.equal(isIn(content, wanted) || stays);
        }
        expect(changeOf(wanted, done, { keeps }).does).to.equal('nothing');
      }),
    );
  });
});
