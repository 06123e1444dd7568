import { expect } from 'chai';
import { internalCaller } from '../../../application/caller.js';
import { Catalog } from '../../../application/catalog/catalog.js';
import { defaultSettings } from '../../../domain/access/settings.js';
import { IpamError } from '../../../domain/errors.js';
import { insertAddresses, insertNetwork } from '../support/builders.js';
import { describeFreshContract } from '../support/contract.js';

/** The outcomes of concurrent units of work: `done`, or the code of the error. */
const outcomes = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => {
    if (result.status === 'fulfilled') return 'done';
    if (IpamError.is(result.reason)) return result.reason.code;
    throw result.reason;
  });

const sameTime = async (count: number, work: (n: number) => Promise<unknown>): Promise<string[]> =>
  outcomes(await Promise.allSettled(Array.from({ length: count }, (_, n) => work(n))));

describeFreshContract('Rules between records', ['catalog'], (storage) => {
  const catalog = (): Catalog => new Catalog(storage.readers, storage.unitOfWork, { now: () => new Date() });
  let rounds = 0;

  it('allow each VLAN number once per L2 domain in concurrent creations', async () => {
    await storage.write(({ settings }) => settings.write({ ...defaultSettings, uniqueVlanNumbers: true }));
    for (let number = 1; number <= 5; number++) {
      const results = await sameTime(8, () => catalog().create(internalCaller, 'vlan', { name: 'V', number }));
      expect(results.sort()).to.deep.equal(['done', ...Array<string>(7).fill('vlan.numberTaken')]);
    }
  });

  it('allow each VLAN number once in concurrent creations, changes and moves', async () => {
    await storage.write(({ settings }) => settings.write({ ...defaultSettings, uniqueVlanNumbers: true }));
    for (let number = 101; number <= 105; number++) {
      const domainId = await catalog().create(internalCaller, 'l2domain', { name: 'D' });
      const elsewhere = await catalog().create(internalCaller, 'l2domain', { name: 'E' });
      const make = (values: object) => catalog().create(internalCaller, 'vlan', { name: 'V', number, domainId, ...values });
      const changed = await make({ number: number + 1000 });
      const moved = await make({ domainId: elsewhere });
      const results = await sameTime(6, (n) => {
        if (n < 2) return make({});
        if (n < 4) return catalog().change(internalCaller, 'vlan', changed, { number });
        return catalog().change(internalCaller, 'vlan', moved, { domainId });
      });
      const holders = [];
      for await (const { id } of storage.readers.catalog.list('vlan', { domainId, number })) holders.push(id);
      expect(holders).to.have.length(1);
      const others = results.filter((result) => result !== 'done');
      expect(others).to.deep.equal(others.map(() => 'vlan.numberTaken'));
    }
  });

  it('allow each VRF name once, ignoring case, in concurrent writes', async () => {
    for (let round = 1; round <= 5; round++) {
      const names = ['Grün', 'GRÜN', 'grün', 'gRün'].map((name) => `${name} ${round}`);
      const id = await catalog().create(internalCaller, 'vrf', { name: `other ${round}` });
      const results = await sameTime(4, (n) =>
        n === 3
          ? catalog().change(internalCaller, 'vrf', id, { name: names[n] })
          : catalog().create(internalCaller, 'vrf', { name: names[n] }),
      );
      expect(results.sort()).to.deep.equal(['done', 'kind.taken', 'kind.taken', 'kind.taken']);
    }
  });

  it('allow each rack position once in concurrent creations', async () => {
    for (let round = 1; round <= 5; round++) {
      const rack = await catalog().create(internalCaller, 'rack', { name: 'R', size: 8 });
      const device = (n: number) => ({ hostname: `h${n}`, rack, rack_start: n + 1, rack_size: 8 - n });
      const results = await sameTime(8, (n) => catalog().create(internalCaller, 'device', device(n)));
      expect(results.sort()).to.deep.equal(['done', ...Array<string>(7).fill('rack.occupied')]);
    }
  });

  it('leave no device outside a rack that shrinks concurrently', async () => {
    for (let round = 1; round <= 5; round++) {
      const rack = await catalog().create(internalCaller, 'rack', { name: 'R', size: 8 });
      const place = () => catalog().create(internalCaller, 'device', { hostname: 'h', rack, rack_start: 8, rack_size: 1 });
      const shrink = () => catalog().change(internalCaller, 'rack', rack, { size: 4 });
      const results = await sameTime(2, (n) => (n === 0 ? place() : shrink()));
      expect(results.sort()).to.be.deep.oneOf([
        ['done', 'rack.inUse'],
        ['done', 'rack.outside'],
      ]);
    }
  });

  it('move the VLANs of a concurrently deleted L2 domain to the default domain', async () => {
    await storage.write(({ settings }) => settings.write(defaultSettings));
    for (let round = 1; round <= 10; round++) {
      const domainId = await catalog().create(internalCaller, 'l2domain', { name: 'D' });
      const name = `round ${++rounds}`;
      const create = (n: number) => catalog().create(internalCaller, 'vlan', { name, number: 100 + n, domainId });
      const results = await sameTime(8, (n) => (n === 4 ? catalog().delete(internalCaller, 'l2domain', domainId) : create(n)));
      expect(results[4]).to.equal('done');
      for (const result of results) expect(result).to.be.oneOf(['done', 'field.reference', 'vlan.numberTaken']);
      for await (const { values } of catalog().list('vlan', { name })) expect(values.domainId).to.equal(1);
    }
  });

  it('leave no concurrently deleted address in a NAT rule', async () => {
    for (let round = 1; round <= 5; round++) {
      const subnet = await storage.write((repositories) => insertNetwork(repositories, `10.${round}.0.0/24`));
      const [address = 0] = await storage.write((repositories) => insertAddresses(repositories, subnet, [`10.${round}.0.1`]));
      const remove = () => storage.write(({ addresses }) => addresses.delete([address]));
      const rule = { name: `round ${round}`, src: { ipaddresses: [address], subnets: [subnet] } };
      const results = await sameTime(2, (n) => (n === 0 ? catalog().create(internalCaller, 'nat', rule) : remove()));
      expect(results).to.be.deep.oneOf([
        ['done', 'done'],
        ['field.reference', 'done'],
      ]);
      for await (const { values } of catalog().list('nat', { name: rule.name })) {
        expect(values.src).to.deep.equal({ ipaddresses: [], subnets: [String(subnet)] });
      }
    }
  });
});
