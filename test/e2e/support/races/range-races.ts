import { expect } from 'chai';
import { created, dataOf, type Fleet, tally } from './fleet.js';

/** Consecutive addresses. */
const run = (first: number, count: number): string[] => Array.from({ length: count }, (_, index) => `10.5.0.${first + index}`);

/** Tests of ranges during concurrent allocation. */
export function describeRangeRaces(running: () => Fleet): void {
  const add = async (subnetId: number, name: string, [first, last]: readonly [number, number], allocation: string) =>
    running().client.post('/ranges/', { subnetId, name, first: `10.5.0.${first}`, last: `10.5.0.${last}`, allocation });

  it('allocates no address of an excluded range, fills a named range exactly, and starts with the preferred range', async () => {
    const fleet = running();
    const subnet = await fleet.network(await fleet.section(), '10.5.0.0/24');
    await add(subnet, 'kept', [10, 59], 'never');
    await add(subnet, 'printers', [100, 139], 'named');
    await add(subnet, 'servers', [200, 229], 'first');
    const answers = await fleet.race(4, (client, turn) =>
      client.post(`/addresses/first_free/${subnet}/`, turn % 2 === 0 ? { range: 'printers' } : {}),
    );
    const named = answers.filter((_, turn) => turn % 2 === 0);
    const others = answers.filter((_, turn) => turn % 2 === 1);
    expect(tally(named)).to.deep.equal({ '201': 40, '404 No free addresses found': 60 });
    expect(dataOf(created(named)).sort()).to.deep.equal(run(100, 40).sort());
    expect(tally(others)).to.deep.equal({ '201': 100 });
    expect(dataOf(others).sort()).to.deep.equal([...run(200, 30), ...run(1, 9), ...run(60, 40), ...run(140, 21)].sort());
  });

  it('allocates no address of an excluded range after its creation, and none twice', async () => {
    const fleet = running();
    const subnet = await fleet.network(await fleet.section(), '10.5.0.0/24');
    let isThere = false;
    const late: string[] = [];
    const [answers] = await Promise.all([
      fleet.race(4, async (client) => {
        const wasThere = isThere;
        const answer = await client.post(`/addresses/first_free/${subnet}/`);
        if (wasThere) late.push(String(answer.envelope.data));
        return answer;
      }),
      (async () => {
        for (const [index, first] of [20, 60, 100, 140].entries()) {
          await add(subnet, `range ${index}`, [first, first + 19], index % 2 === 0 ? 'never' : 'first');
        }
        isThere = true;
      })(),
    ]);
    const taken = dataOf(created(answers));
    expect(new Set(taken)).to.have.property('size', taken.length);
    expect(late.filter((ip) => [...run(20, 20), ...run(100, 20)].includes(ip))).to.deep.equal([]);
  });

  it('accepts one of several overlapping ranges', async () => {
    const fleet = running();
    const subnet = await fleet.network(await fleet.section(), '10.5.0.0/24');
    const answers = await fleet.race(1, (client, turn) =>
      client.post('/ranges/', { subnetId: subnet, name: `range ${turn}`, first: `10.5.0.${10 + turn}`, last: '10.5.0.100' }),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array<number>(49).fill(409)]);
  });
}
