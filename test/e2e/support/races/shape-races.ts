import { expect } from 'chai';
import type { Answer, ApiClient, WireRecord } from '../../../support/api-client.js';
import { cidrOf, faultsOf, overlapsAmong, readRegister } from '../naive-register.js';
import { Randomness, randomNetwork } from '../randomness.js';
import type { Fleet } from './fleet.js';

/** Context of the random moves. `known` contains the ids of the created networks. */
interface Race {
  readonly random: Randomness;
  readonly sectionIds: readonly number[];
  readonly known: number[];
}

type Move = (client: ApiClient, race: Race) => Promise<Answer>;

const anyOf = ({ random, known }: Race): number => random.oneOf(known);

/** Creates a random network: a root, or a child of a network that may be too small. */
const create: Move = (client, race) => {
  const { random, sectionIds } = race;
  const [subnet, mask] = randomNetwork(random, 14 + random.below(11)).split('/');
  const masterSubnetId = random.below(3) === 0 ? 0 : anyOf(race);
  return client.post('/subnets/', { sectionId: random.oneOf(sectionIds), subnet, mask, masterSubnetId });
};

const allocate: Move = (client, race) =>
  client.post(`/subnets/${anyOf(race)}/${race.random.oneOf(['first', 'last'])}_subnet/${18 + race.random.below(9)}/`);

const move: Move = (client, race) =>
  client.patch(`/subnets/${anyOf(race)}/`, {
    masterSubnetId: race.random.below(4) === 0 ? 0 : anyOf(race),
    sectionId: race.random.oneOf(race.sectionIds),
  });

const resize: Move = (client, race) => client.patch(`/subnets/${anyOf(race)}/resize/`, { mask: 13 + race.random.below(12) });

const split: Move = (client, race) =>
  client.patch(`/subnets/${anyOf(race)}/split/`, { number: race.random.oneOf([2, 4]), group: race.random.oneOf(['yes', 'no']) });

const remove: Move = (client, race) => client.delete(`/subnets/${anyOf(race)}/`);

const takeAddress: Move = (client, race) =>
  client.post(`/addresses/first_free/${anyOf(race)}/`, { is_gateway: race.random.below(2) });

const chooseAddress: Move = (client, race) =>
  client.post('/addresses/', {
    subnetId: anyOf(race),
    ip: randomNetwork(race.random, 32).replace('/32', ''),
    is_gateway: race.random.below(2),
  });

const truncate: Move = (client, race) => client.delete(`/subnets/${anyOf(race)}/truncate/`);

const changeSection: Move = (client, race) =>
  client.patch(`/sections/${race.random.oneOf(race.sectionIds)}/`, { description: 'changed' });

/** Moves, weighted by repetition. */
const moves: readonly Move[] = [
  ...[create, create, create, create, allocate, allocate, allocate, resize, resize, split, move, move, remove],
  ...[takeAddress, takeAddress, chooseAddress, truncate, changeSection],
];

/** Tests of concurrent creation, moves, resizes, splits and deletions of networks. */
export function describeShapeRaces(running: () => Fleet): void {
  it('leaves no overlap, duplicate or lost record in strict sections after concurrent changes of networks', async () => {
    const fleet = running();
    for (const { id } of await fleet.client.list('/sections/')) await fleet.client.delete(`/sections/${id}/`);
    const sectionIds = [await fleet.section({ strictMode: 1 }), await fleet.section({ strictMode: 1 })];
    const known = await Promise.all(
      ['10.0.0.0/14', '10.4.0.0/14', '10.8.0.0/13'].map((cidr) => fleet.network(sectionIds[0] ?? 0, cidr)),
    );
    const random = new Randomness(11);
    const answers = await fleet.race(20, async (client) => {
      const answer = await random.oneOf(moves)(client, { random, sectionIds, known });
      if (answer.status === 201 && answer.envelope.message === 'Subnet created') known.push(answer.id);
      return answer;
    });
    const statuses = [...new Set(answers.map(({ status }) => status))].sort();
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).to.deep.equal([]);
    expect(statuses).to.deep.equal([200, 201, 400, 404, 409]);
    const [register, other] = await Promise.all(fleet.clients.slice(0, 2).map(readRegister));
    expect(register && faultsOf(register)).to.deep.equal([]);
    expect(other, 'every process tells the same').to.deep.equal(register);
    expect(register?.subnets, 'networks to judge').not.to.have.lengthOf(0);
  });

  it('moves sections and networks below each other without errors or cycles', async () => {
    const fleet = running();
    const sectionIds = await Promise.all([1, 0, 0, 0].map((strictMode) => fleet.section({ strictMode })));
    const [strict = 0] = sectionIds;
    const known = await Promise.all([8, 9, 10, 11, 12, 13].map((mask) => fleet.network(sectionIds[1] ?? 0, `10.0.0.0/${mask}`)));
    const random = new Randomness(13);
    const answers = await fleet.race(8, (client) => {
      if (random.below(3) > 0) return move(client, { random, sectionIds, known });
      return client.patch(`/sections/${random.oneOf(sectionIds)}/`, { masterSection: random.oneOf([0, ...sectionIds]) });
    });
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).to.deep.equal([]);
    expect(answers.filter(({ status }) => status === 200)).to.not.have.lengthOf(0);
    const { sections, subnets } = await readRegister(fleet.client);
    const inStrict = subnets
      .filter(({ sectionId, masterSubnetId }) => sectionId === String(strict) && masterSubnetId === '0')
      .map(cidrOf);
    expect(overlapsAmong(inStrict)).to.deep.equal([]);
    expect(circlesAmong(subnets, 'masterSubnetId')).to.deep.equal([]);
    expect(circlesAmong(sections, 'masterSection')).to.deep.equal([]);
  });
}

/** The ids of the records that are their own descendants. */
function circlesAmong(records: readonly WireRecord[], master: 'masterSubnetId' | 'masterSection'): unknown[] {
  const masterOf = new Map(records.map((record) => [record.id, record[master]]));
  const isBelowItself = ({ id }: WireRecord): boolean => {
    let above = masterOf.get(id);
    for (let steps = 0; steps < records.length && above !== '0' && above !== id; steps++) above = masterOf.get(above);
    return above === id;
  };
  return records.filter(isBelowItself).map(({ id }) => id);
}
