import { expect } from 'chai';
import { cidrOf, overlaps, overlapsAmong, spanOf } from '../naive-register.js';
import { Randomness, randomNetwork } from '../randomness.js';
import { created, dataOf, type Fleet, tally } from './fleet.js';

const sorted = (cidrs: readonly string[]): string[] =>
  [...cidrs].sort((one, other) => (spanOf(one).first < spanOf(other).first ? -1 : 1));

/** Tests of concurrent allocation of the next free networks. */
export function describeFreeSubnetRaces(running: () => Fleet): void {
  for (const { master, mask, strictMode, count } of [
    { master: '10.5.0.0/24', mask: 29, strictMode: 1, count: 32 },
    { master: '10.5.0.0/24', mask: 29, strictMode: 0, count: 32 },
    { master: '2001:db8:5::/48', mask: 52, strictMode: 0, count: 16 },
  ]) {
    const kind = strictMode ? 'strict' : 'non-strict';
    it(`allocates exactly the ${count} networks /${mask} of ${master} in a ${kind} section, then returns 404`, async () => {
      const fleet = running();
      const id = await fleet.network(await fleet.section({ strictMode }), master);
      const answers = await fleet.race(1, (client) => client.post(`/subnets/${id}/first_subnet/${mask}/`));
      const taken = dataOf(created(answers));
      const { first } = spanOf(master);
      const step = 2n ** BigInt((master.includes(':') ? 128 : 32) - mask);
      expect(tally(answers)).to.deep.equal({ '201': count, '404 No subnets found': 50 - count });
      expect(taken.map((cidr) => spanOf(cidr).first).sort((a, b) => (a < b ? -1 : 1))).to.deep.equal(
        Array.from({ length: count }, (_, index) => first + BigInt(index) * step),
      );
      expect((await fleet.client.list(`/subnets/${id}/slaves/`)).map(cidrOf)).to.deep.equal(sorted(taken));
    });
  }

  it('allocates networks of several sizes from both ends without overlaps in a non-strict section', async () => {
    const fleet = running();
    const id = await fleet.network(await fleet.section({ strictMode: 0 }), '10.6.0.0/22');
    const answers = await fleet.race(3, (client, turn) => {
      const end = turn % 2 === 0 ? 'first' : 'last';
      return client.post(`/subnets/${id}/${end}_subnet/${26 + (turn % 5)}/`);
    });
    const taken = dataOf(created(answers));
    expect(Object.keys(tally(answers)).sort()).to.deep.equal(['201', '404 No subnets found']);
    expect(overlapsAmong(taken)).to.deep.equal([]);
    expect((await fleet.client.list(`/subnets/${id}/slaves/`)).map(cidrOf)).to.deep.equal(sorted(taken));
    expect((await fleet.client.get(`/subnets/${id}/first_subnet/30/`)).status, 'a /30 is free as long as something is').to.equal(
      taken.reduce((free, cidr) => free - 2 ** (32 - Number(cidr.split('/')[1])), 1024) > 0 ? 200 : 404,
    );
  });
}

/** Tests of concurrent creation of records that conflict. */
export function describeOverlapRaces(running: () => Fleet): void {
  it('accepts exactly one of several identical roots in a strict section', async () => {
    const fleet = running();
    const sectionId = await fleet.section({ strictMode: 1 });
    const answers = await fleet.race(4, (client, turn) =>
      client.post('/subnets/', { sectionId, subnet: `10.${turn % 4}.0.0`, mask: 16, description: 'x' }),
    );
    expect(created(answers)).to.have.lengthOf(4);
    expect(answers.filter(({ status }) => status === 409)).to.have.lengthOf(196);
    const taken = (await fleet.client.list(`/sections/${sectionId}/subnets/`)).map(cidrOf);
    expect(taken).to.deep.equal(['10.0.0.0/16', '10.1.0.0/16', '10.2.0.0/16', '10.3.0.0/16']);
  });

  for (const below of ['root networks of a strict section', 'networks below a master in a strict section'] as const) {
    it(`accepts no overlaps among random ${below}, and refuses only overlapping networks`, async () => {
      const fleet = running();
      const sectionId = await fleet.section({ strictMode: 1 });
      const place = below.startsWith('root')
        ? { sectionId }
        : { sectionId, masterSubnetId: await fleet.network(sectionId, '10.0.0.0/8') };
      const random = new Randomness(7);
      const wanted = Array.from({ length: 300 }, () => randomNetwork(random, 16 + random.below(9)));
      const answers = await fleet.race(6, (client, turn) => {
        const [subnet, mask] = (wanted[turn] ?? '').split('/');
        return client.post('/subnets/', { ...place, subnet, mask });
      });
      const taken = dataOf(created(answers));
      const refused = wanted.filter((_, turn) => answers[turn]?.status === 409);
      expect(taken.length + refused.length, 'nothing but 201 and 409').to.equal(300);
      expect(overlapsAmong(taken)).to.deep.equal([]);
      expect(refused.filter((cidr) => !taken.some((other) => overlaps(spanOf(cidr), spanOf(other))))).to.deep.equal([]);
      const stored = (await fleet.client.list('/subnets/'))
        .filter((subnet) => subnet.sectionId === String(sectionId))
        .map(cidrOf);
      expect(sorted(stored.filter((cidr) => cidr !== '10.0.0.0/8'))).to.deep.equal(sorted(taken));
    });
  }

  it('accepts exactly one of several sections with the same name', async () => {
    const fleet = running();
    const answers = await fleet.race(2, (client, turn) =>
      client.post('/sections/', { name: turn % 2 === 0 ? 'Only One' : 'ONLY one' }),
    );
    expect(created(answers)).to.have.lengthOf(1);
    expect(answers.filter(({ status }) => status === 409)).to.have.lengthOf(99);
    expect((await fleet.client.list('/sections/')).filter(({ name }) => /^only one$/i.test(String(name)))).to.have.lengthOf(1);
  });
}
