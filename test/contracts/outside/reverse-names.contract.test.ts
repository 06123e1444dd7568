import { expect } from 'chai';
import { DnsReverseNames } from '../../../adapters/hosts/dns-reverse-names.js';
import type { ReverseNames } from '../../../application/ports/scanning.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { NameServer } from '../../support/dns/name-server.js';
import { FakeHosts } from '../../support/fake-hosts.js';

/** Reverse names for the suite, and control of their answers. */
interface Names {
  readonly names: ReverseNames;
  answer(ip: IpAddress, answer: readonly string[] | 'failure' | 'silence'): void;
  close(): void;
}

function namesOfTest(): Names {
  const hosts = new FakeHosts();
  return { names: hosts.names, answer: (ip, answer) => void hosts.namesByIp.set(String(ip), answer), close: () => {} };
}

async function namesOfDns(): Promise<Names> {
  const server = await NameServer.start();
  const names = new DnsReverseNames([server.address]);
  return { names, answer: (ip, answer) => server.answer(ip, answer), close: () => server.close() };
}

const variants: readonly (readonly [name: string, open: () => Names | Promise<Names>])[] = [
  ['hosts of a test', namesOfTest],
  ['the DNS', namesOfDns],
];

/** In milliseconds. Longer than any lookup of these tests. */
const maxWait = 10_000;

const ip = IpAddress.parse('192.0.2.7');

for (const [name, open] of variants)
  describe(`ReverseNames over ${name}`, () => {
    let given: Names;
    beforeEach(async () => {
      given = await open();
    });
    afterEach(() => given.close());

    it('returns all names of an address, IPv4 and IPv6', async () => {
      for (const address of [ip, IpAddress.parse('2001:db8::1')]) {
        given.answer(address, ['one.example', 'two.example']);
        expect(await given.names.namesOf(address, maxWait)).to.have.members(['one.example', 'two.example']);
      }
    });

    it('returns no names if none exists or the lookup fails', async () => {
      expect(await given.names.namesOf(ip, maxWait)).to.deep.equal([]);
      given.answer(ip, 'failure');
      expect(await given.names.namesOf(ip, maxWait)).to.deep.equal([]);
    });

    it('returns no names after a timeout, and then serves the next lookup', async () => {
      given.answer(ip, 'silence');
      expect(await given.names.namesOf(ip, 20)).to.deep.equal([]);
      given.answer(ip, ['late.example']);
      expect(await given.names.namesOf(ip, maxWait)).to.deep.equal(['late.example']);
    });

    it('returns the right names in concurrent lookups', async () => {
      const all = Array.from({ length: 30 }, (_, n) => IpAddress.parse(`198.51.100.${n}`));
      for (const each of all) given.answer(each, [`host-${each.value}.example`]);
      const found = await Promise.all(all.map((each) => given.names.namesOf(each, maxWait)));
      expect(found).to.deep.equal(all.map((each) => [`host-${each.value}.example`]));
    });
  });
