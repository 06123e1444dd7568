import { expect } from 'chai';
import type { Family } from '../../../domain/net/ip-address.js';
import { anyone, codeOf, memberOf, type Started, startApplication } from '../support/application.js';

const field = (name: string, type = 'varchar(32)', on = 'subnets') => ({ on, name, type });
const usual = [
  field('custom_customer_type'),
  field('custom_customer_address_type'),
  field('csid'),
  field('csid', 'int', 'addresses'),
];

async function start(customFields: readonly object[] = usual, settings: object = {}): Promise<Started> {
  const started = await startApplication();
  await started.provision({ customFields, settings });
  return started;
}

const forSubnets = (type: string) => ({ custom_customer_type: type });
const forAddresses = (type: string) => ({ custom_customer_address_type: type });

async function candidatesOf({ prefixSelection }: Started, value: string, family?: Family): Promise<string[]> {
  const found: string[] = [];
  for await (const { subnet } of await prefixSelection.candidates(anyone, { purpose: 'subnets', value, family }))
    found.push(String(subnet.prefix));
  return found;
}

describe('PrefixSelection', () => {
  describe('selects subnets', () => {
    it('by the whole value of the field in any case, in the order of their addresses, IPv4 first', async () => {
      const started = await start();
      for (const cidr of ['2001:db8::/48', '10.10.0.0/16', '9.0.0.0/24', '10.9.0.0/16', '10.9.0.0/24'])
        await started.network(cidr, { ...forSubnets(cidr.includes('.9.') ? 'HOME' : 'home') });
      await started.network('11.0.0.0/24', forSubnets('homely'));
      await started.network('12.0.0.0/24', forAddresses('home'));
      await started.network('13.0.0.0/24');
      const all = ['9.0.0.0/24', '10.9.0.0/16', '10.9.0.0/24', '10.10.0.0/16', '2001:db8::/48'];
      expect(await candidatesOf(started, 'home')).to.deep.equal(all);
      expect(await candidatesOf(started, 'home', 4)).to.deep.equal(all.slice(0, 4));
      expect(await candidatesOf(started, 'home', 6)).to.deep.equal(all.slice(4));
      expect(await candidatesOf(started, 'none')).to.deep.equal([]);
    });

    it('but no folders', async () => {
      const started = await start();
      await started.subnets.create(anyone, null, {
        sectionId: started.sectionId,
        description: 'f',
        ...forSubnets('home'),
      });
      expect(await candidatesOf(started, 'home')).to.deep.equal([]);
    });

    it('for addresses only if they have no children', async () => {
      const started = await start();
      const parent = await started.network('10.0.0.0/16', forAddresses('voip'));
      await started.network('10.0.1.0/24', { masterSubnetId: parent, ...forAddresses('voip') });
      expect(String(await started.prefixSelection.findFreeAddress(anyone, 'voip', 4))).to.equal('10.0.1.1');
    });

    it('by fields without the prefix custom_ when only those are defined', async () => {
      const started = await start([field('customer_type'), field('customer_address_type')]);
      await started.network('10.0.0.0/24', { customer_type: 'home', customer_address_type: 'home' });
      expect(await candidatesOf(started, 'home')).to.deep.equal(['10.0.0.0/24']);
      expect(String(await started.prefixSelection.findFreeAddress(anyone, 'home', 4))).to.equal('10.0.0.1');
    });

    it('by the fields that the settings name, of any type', async () => {
      const started = await start([field('class', 'int'), field('pool', 'bool')], {
        prefixFields: { subnets: 'class', addresses: 'pool' },
      });
      await started.network('10.0.0.0/24', { class: 7, pool: true });
      expect(await candidatesOf(started, '7')).to.deep.equal(['10.0.0.0/24']);
      expect(await candidatesOf(started, '8')).to.deep.equal([]);
      expect(await candidatesOf(started, 'seven')).to.deep.equal([]);
      expect(String(await started.prefixSelection.findFreeAddress(anyone, '1', 4))).to.equal('10.0.0.1');
    });

    it('and names the missing field', async () => {
      const { prefixSelection } = await start([]);
      expect(await codeOf(prefixSelection.findFreeSubnet(anyone, 'x', 4, 24))).to.equal('customField.notDefined');
      expect(await codeOf(prefixSelection.byExternalId(anyone, 'x'))).to.equal('customField.notDefined');
    });
  });

  describe('allocates subnets', () => {
    it('from one candidate after the other until all are full', async () => {
      const started = await start();
      for (const cidr of ['10.2.0.0/29', '10.1.0.0/30', '10.10.0.0/30']) await started.network(cidr, forSubnets('home'));
      const taken: string[] = [];
      for (let i = 0; i < 8; i++)
        taken.push(String((await started.prefixSelection.allocateSubnet(anyone, 'home', 4, 31, {})).prefix));
      expect(taken).to.deep.equal([
        ...['10.1.0.0/31', '10.1.0.2/31', '10.2.0.0/31', '10.2.0.2/31', '10.2.0.4/31', '10.2.0.6/31'],
        ...['10.10.0.0/31', '10.10.0.2/31'],
      ]);
      expect(await codeOf(started.prefixSelection.allocateSubnet(anyone, 'home', 4, 31, {}))).to.equal('allocation.noSubnet');
      expect(await codeOf(started.prefixSelection.findFreeSubnet(anyone, 'home', 4, 31))).to.equal('allocation.noSubnet');
    });

    it('smaller than the candidate, and continues with a candidate that has room', async () => {
      const started = await start();
      await started.network('10.1.0.0/24', forSubnets('home'));
      expect(await codeOf(started.prefixSelection.allocateSubnet(anyone, 'home', 4, 24, {}))).to.equal('subnet.outsideMaster');
      await started.network('10.2.0.0/23', forSubnets('home'));
      expect(String((await started.prefixSelection.allocateSubnet(anyone, 'home', 4, 24, {})).prefix)).to.equal('10.2.0.0/24');
    });

    it('of no length that a candidate cannot contain', async () => {
      const { prefixSelection, network } = await start();
      await network('10.0.0.0/8', forSubnets('home'));
      for (const length of [7, 33, -1]) {
        expect(await codeOf(prefixSelection.findFreeSubnet(anyone, 'home', 4, length))).to.equal('prefix.length');
        expect(await codeOf(prefixSelection.allocateSubnet(anyone, 'home', 4, length, {}))).to.equal('prefix.length');
      }
    });

    it('that do not inherit the field, and are not candidates', async () => {
      const started = await start();
      await started.network('10.1.0.0/24', forSubnets('home'));
      const { id } = await started.prefixSelection.allocateSubnet(anyone, 'home', 4, 28, { csid: 'C1' });
      const { subnet } = await started.subnets.read(anyone, id);
      expect(subnet.custom).to.deep.equal({ custom_customer_type: null, custom_customer_address_type: null, csid: 'C1' });
    });

    it('to 50 concurrent requests, with a different subnet for each', async () => {
      const started = await start();
      for (const cidr of ['10.1.0.0/27', '10.2.0.0/26']) await started.network(cidr, forSubnets('home'));
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, () => started.prefixSelection.allocateSubnet(anyone, 'home', 4, 30, {})),
      );
      const taken = results.flatMap((result) => (result.status === 'fulfilled' ? [String(result.value.prefix)] : []));
      expect(new Set(taken)).to.have.property('size', 24);
    });
  });

  describe('allocates addresses', () => {
    it('from one candidate after the other, without full ones and those with children', async () => {
      const started = await start();
      await started.network('10.0.0.0/30', { ...forAddresses('voip'), isFull: 1 });
      const parent = await started.network('10.1.0.0/24', forAddresses('voip'));
      await started.network('10.1.0.0/25', { masterSubnetId: parent });
      const ids = [
        await started.network('10.2.0.0/31', forAddresses('voip')),
        await started.network('10.3.0.0/30', forAddresses('voip')),
      ];
      const taken = [];
      for (let i = 0; i < 4; i++) {
        const { ip, subnetId } = await started.prefixSelection.allocateAddress(anyone, 'voip', 4, {});
        taken.push([String(ip), ids.indexOf(subnetId)]);
      }
      expect(taken).to.deep.equal([
        ['10.2.0.0', 0],
        ['10.2.0.1', 0],
        ['10.3.0.1', 1],
        ['10.3.0.2', 1],
      ]);
      expect(await codeOf(started.prefixSelection.allocateAddress(anyone, 'voip', 4, {}))).to.equal('allocation.noAddress');
      expect(await codeOf(started.prefixSelection.allocateAddress(anyone, 'voip', 6, {}))).to.equal('allocation.noAddress');
    });

    it('and rejects invalid input instead of continuing', async () => {
      const started = await start();
      await started.network('10.0.0.0/30', forAddresses('voip'));
      expect(await codeOf(started.prefixSelection.allocateAddress(anyone, 'voip', 4, { nope: 1 }))).to.equal('field.unknown');
    });
  });

  describe('for callers with groups', () => {
    it('skips invisible subnets, and continues after read-only ones', async () => {
      const started = await start();
      const [hidden, readable, writable] = [
        await started.network('10.1.0.0/24', forSubnets('home')),
        await started.network('10.2.0.0/24', forSubnets('home')),
        await started.network('10.3.0.0/24', forSubnets('home')),
      ];
      await started.sections.change(anyone, started.sectionId, { permissions: { '2': 3 } });
      await started.provision({
        groups: [
          { id: 2, name: 'Two' },
          { id: 4, name: 'Four' },
        ],
      });
      await started.subnets.setPermissions(anyone, hidden, { '4': 3 });
      await started.subnets.setPermissions(anyone, readable, { '2': 1 });
      const caller = memberOf(2);
      expect(await codeOf(started.prefixSelection.allocateSubnet(caller, 'home', 4, 28, {}))).to.equal('permission.denied');
      expect(String(await started.prefixSelection.findFreeSubnet(caller, 'home', 4, 28))).to.equal('10.2.0.0/28');
      await started.subnets.setPermissions(anyone, writable, { '2': 3 });
      expect(String((await started.prefixSelection.allocateSubnet(caller, 'home', 4, 28, {})).prefix)).to.equal('10.3.0.0/28');
      expect(await codeOf(started.prefixSelection.allocateSubnet(memberOf(9), 'home', 4, 28, {}))).to.equal(
        'allocation.noSubnet',
      );
    });
  });

  describe('finds by an external id', () => {
    const found = async ({ prefixSelection }: Started, value: string) => {
      const { subnets, addresses } = await prefixSelection.byExternalId(anyone, value);
      const texts: string[] = [];
      for await (const { subnet } of subnets) texts.push(String(subnet.prefix));
      for await (const { ip } of addresses) texts.push(String(ip));
      return texts;
    };

    it('subnets and addresses, each with the type of its own field', async () => {
      const started = await start();
      const subnetId = await started.network('10.0.0.0/24', { csid: '07' });
      await started.addresses.create(anyone, { subnetId, ip: '10.0.0.9', csid: 7 });
      expect(await found(started, '07')).to.deep.equal(['10.0.0.0/24', '10.0.0.9']);
      expect(await found(started, '7')).to.deep.equal(['10.0.0.9']);
      expect(await found(started, 'x')).to.deep.equal([]);
    });

    it('if only subnets have the field', async () => {
      const started = await start([field('csid')]);
      await started.network('10.0.0.0/24', { csid: 'x' });
      expect(await found(started, 'x')).to.deep.equal(['10.0.0.0/24']);
    });
  });
});
