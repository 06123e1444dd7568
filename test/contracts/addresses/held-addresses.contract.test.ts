import { expect } from 'chai';
import { type AddressRange, rangeContains } from '../../../domain/net/address-range.js';
import { insertAddresses, insertNetwork, ip } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const range = (first: string, last: string): AddressRange => ({ first: ip(first), last: ip(last) });

describeContract('Addresses of a subnet', (storage) => {
  const addresses = ['9.0.0.1', '10.0.0.2', '10.0.0.10', '10.0.1.0', '::ffff:10.0.0.5', '2001:db8::1'];
  const insert = (): Promise<number> =>
    storage.write(async (to) => {
      const [id, other] = [await insertNetwork(to, '10.0.0.0/24'), await insertNetwork(to, '10.0.0.0/24')];
      await insertAddresses(to, id, addresses);
      await insertAddresses(to, other, ['10.0.0.3', '1.1.1.1']);
      return id;
    });

  storage.itWith('reshape')('are found outside a range, the lowest first, IPv4 before IPv6', async () => {
    const id = await insert();
    const ranges: [string, string][] = [
      ['10.0.0.0', '10.0.0.255'],
      ['0.0.0.0', '255.255.255.255'],
      ['9.0.0.1', '10.0.0.2'],
      ['9.0.0.0', '10.0.0.255'],
      ['10.0.0.3', '10.0.0.9'],
      ['::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ];
    for (const [first, last] of ranges) {
      const expected = addresses.find((address) => !rangeContains(range(first, last), ip(address)));
      expect((await storage.readers.addresses.findOutside(id, range(first, last)))?.toString(), `${first}-${last}`).to.equal(
        expected,
      );
    }
  });

  storage.itWith('reshape')('are not found outside a range that contains them all, nor in an empty subnet', async () => {
    const [id, empty] = await storage.write(
      async (to) => [await insertNetwork(to, '10.0.0.0/24'), await insertNetwork(to, '10.0.0.0/24')] as const,
    );
    await storage.write((to) => insertAddresses(to, id, ['10.0.0.0', '10.0.0.255']));
    expect(await storage.readers.addresses.findOutside(id, range('10.0.0.0', '10.0.0.255'))).to.equal(undefined);
    expect((await storage.readers.addresses.findOutside(id, range('10.0.0.1', '10.0.0.255')))?.toString()).to.equal('10.0.0.0');
    expect((await storage.readers.addresses.findOutside(id, range('10.0.0.0', '10.0.0.254')))?.toString()).to.equal('10.0.0.255');
    expect(await storage.readers.addresses.findOutside(empty, range('10.0.0.0', '10.0.0.0'))).to.equal(undefined);
  });

  it('are found among given addresses, the lowest first', async () => {
    const id = await insert();
    const find = async (...some: string[]): Promise<string | undefined> =>
      (await storage.readers.addresses.findAnyOf(id, some.map(ip)))?.toString();
    expect(await find('10.0.0.10', '10.0.0.2', '10.0.0.3')).to.equal('10.0.0.2');
    expect(await find('2001:db8::1', '::ffff:10.0.0.5')).to.equal('::ffff:10.0.0.5');
    expect(await find('10.0.0.3', '10.0.0.5', '1.1.1.1')).to.equal(undefined);
    expect(await find()).to.equal(undefined);
  });
});
