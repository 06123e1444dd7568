import { expect } from 'chai';
import { type Fleet, tally } from './fleet.js';

/** Tests of address requests that several processes decide concurrently. */
export function describeRequestRaces(running: () => Fleet): void {
  const subnetWith = async (fleet: Fleet): Promise<number> => {
    const subnet = await fleet.network(await fleet.section(), '10.6.0.0/24');
    await fleet.client.patch(`/subnets/${subnet}/`, { allowRequests: 1 });
    return subnet;
  };
  const usedIn = async (fleet: Fleet, subnet: number) =>
    (await fleet.client.list(`/subnets/${subnet}/addresses/`)).map(({ ip }) => ip);

  it('allocates once for a request that many clients accept, and returns 409 to all others', async () => {
    const fleet = running();
    const subnet = await subnetWith(fleet);
    const { id } = await fleet.client.post('/requests/', { subnetId: subnet, comment: 'one of many' });
    const answers = await fleet.race(1, (client) => client.post(`/requests/${id}/accept/`));
    const { '200': won, ...lost } = tally(answers);
    expect([won, Object.keys(lost)]).to.deep.equal([1, ['409 The request is accepted: only open requests change']]);
    expect(await usedIn(fleet, subnet)).to.deep.equal(['10.6.0.1']);
  });

  it('never allocates for a refused request', async () => {
    const fleet = running();
    const subnet = await subnetWith(fleet);
    const ids: number[] = [];
    for (let n = 0; n < 10; n++) ids.push((await fleet.client.post('/requests/', { subnetId: subnet, comment: `no. ${n}` })).id);
    await fleet.race(1, (client, turn) => client.post(`/requests/${ids[turn % 10]}/${turn % 3 === 0 ? 'refuse' : 'accept'}/`));
    const requests = await fleet.client.list(`/subnets/${subnet}/requests/`);
    const accepted = requests.filter(({ state }) => state === 'accepted');
    expect(requests.every(({ state }) => state === 'accepted' || state === 'refused')).to.equal(true);
    expect((await usedIn(fleet, subnet)).sort()).to.deep.equal(accepted.map(({ results }) => results).sort());
  });

  it('allocates a requested address to only one of several requests', async () => {
    const fleet = running();
    const subnet = await subnetWith(fleet);
    const ids: number[] = [];
    for (let n = 0; n < 10; n++)
      ids.push((await fleet.client.post('/requests/', { subnetId: subnet, comment: `no. ${n}`, ip_addr: '10.6.0.9' })).id);
    const answers = await fleet.race(1, (client, turn) => client.post(`/requests/${ids[turn % 10]}/accept/`));
    expect(tally(answers)['200']).to.equal(1);
    expect(await usedIn(fleet, subnet)).to.deep.equal(['10.6.0.9']);
  });
}
