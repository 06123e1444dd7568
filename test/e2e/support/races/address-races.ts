import { expect } from 'chai';
import { numberOf } from '../naive-register.js';
import { Randomness } from '../randomness.js';
import { created, dataOf, type Fleet, tally } from './fleet.js';

const ascending = (one: string, other: string): number => (numberOf(one) < numberOf(other) ? -1 : 1);
const sorted = (ips: readonly string[]): string[] => [...ips].sort(ascending);

/** Consecutive addresses, e.g. 10.0.0.1 to 10.0.0.3. */
const run = (prefix: string, first: number, count: number, radix = 10): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${(first + index).toString(radix)}`);

/** Tests of concurrent address allocation. */
export function describeAddressRaces(running: () => Fleet): void {
  const listed = async (subnet: number): Promise<string[]> =>
    (await running().client.list(`/subnets/${subnet}/addresses/`)).map(({ ip }) => String(ip));

  it('accepts each address exactly once when all clients create the same addresses', async () => {
    const fleet = running();
    const subnet = await fleet.network(await fleet.section(), '10.1.0.0/24');
    const wanted = run('10.1.0.', 1, 10);
    const orders = fleet.clients.map((_, index) => new Randomness(index).shuffled(wanted));
    const answers = await fleet.race(wanted.length, (client, turn) =>
      client.post('/addresses/', { subnetId: subnet, ip: orders[Math.floor(turn / wanted.length)]?.[turn % wanted.length] }),
    );
    expect(tally(answers)).to.deep.equal({ '201': 10, '409 IP address already exists': 490 });
    expect(await listed(subnet)).to.deep.equal(wanted);
    expect(new Set(created(answers).map(({ id }) => id))).to.have.property('size', 10);
  });

  it('allocates the next free addresses without gaps or duplicates', async () => {
    const fleet = running();
    const subnet = await fleet.network(await fleet.section(), '10.2.0.0/23');
    const answers = await fleet.race(4, (client) => client.post(`/addresses/first_free/${subnet}/`));
    const expected = sorted([...run('10.2.0.', 1, 200)]);
    expect(tally(answers)).to.deep.equal({ '201': 200 });
    expect(sorted(dataOf(answers))).to.deep.equal(expected);
    expect(await listed(subnet)).to.deep.equal(expected);
  });

  for (const { cidr, fields, expected } of [
    { cidr: '10.3.0.0/26', fields: {}, expected: run('10.3.0.', 1, 62) },
    { cidr: '10.3.0.64/27', fields: { isPool: 1 }, expected: run('10.3.0.', 64, 32) },
    { cidr: '10.3.0.96/31', fields: {}, expected: run('10.3.0.', 96, 2) },
    { cidr: '255.255.255.255/32', fields: {}, expected: ['255.255.255.255'] },
    { cidr: '2001:db8::1:0/122', fields: {}, expected: ['2001:db8::1:0', ...run('2001:db8::1:', 1, 63, 16)] },
  ]) {
    const kind = 'isPool' in fields ? 'the pool ' : '';
    it(`allocates exactly the ${expected.length} addresses of ${kind}${cidr}, then returns 404`, async () => {
      const fleet = running();
      const subnet = await fleet.network(await fleet.section(), cidr, fields);
      const answers = await fleet.race(2, (client) => client.post(`/addresses/first_free/${subnet}/`));
      expect(tally(answers)).to.deep.equal({ '201': expected.length, '404 No free addresses found': 100 - expected.length });
      expect(sorted(dataOf(created(answers)))).to.deep.equal(expected);
      expect(await listed(subnet)).to.deep.equal(expected);
    });
  }

  it('allocates no address twice while clients create and delete other addresses', async () => {
    const fleet = running();
    const subnet = await fleet.network(await fleet.section(), '10.4.0.0/24');
    const answers = await fleet.race(6, async (client, turn) => {
      if (turn % 3 === 0)
        return client.post('/addresses/', { subnetId: subnet, ip: `10.4.0.${1 + (turn % 120)}`, is_gateway: turn % 2 });
      if (turn % 3 === 1) return client.post(`/addresses/first_free/${subnet}/`, { is_gateway: turn % 2 });
      return client.delete(`/addresses/10.4.0.${1 + (turn % 120)}/${subnet}/`);
    });
    const ips = await listed(subnet);
    const deleted = answers.filter(({ status }) => status === 200).length;
    expect(new Set(answers.map(({ summary }) => summary))).to.satisfy((seen: Set<string>) =>
      [...seen].every((summary) => ['200', '201', '404 No addresses found', '409 IP address already exists'].includes(summary)),
    );
    expect(new Set(ips)).to.have.property('size', ips.length);
    expect(ips).to.have.lengthOf(created(answers).length - deleted);
    const gateways = (await fleet.client.list(`/subnets/${subnet}/addresses/`)).filter(({ is_gateway }) => is_gateway === '1');
    expect(gateways.length).to.be.at.most(1);
  });
}
