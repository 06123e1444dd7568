import { expect } from 'chai';
import type { Answer, ApiClient } from '../../../support/api-client.js';
import { faultsOf, readRegister } from '../naive-register.js';
import type { Fleet } from './fleet.js';

/** The records of a pair of requests: their ids, and the second octet of all their networks. */
interface Scene {
  readonly fleet: Fleet;
  readonly sectionId: number;
  readonly octet: number;
  readonly ids: readonly number[];
}

type Request = (client: ApiClient, scene: Scene) => Promise<Answer>;

/** Two conflicting requests. Exactly one succeeds, or both if one is a deletion. */
interface Pair {
  readonly title: string;
  /** Creates the records for the requests. @returns their ids */
  readonly prepare: (scene: Omit<Scene, 'ids'>) => Promise<number[]>;
  readonly one: Request;
  readonly other: Request;
}

const network = ({ fleet, sectionId, octet }: Omit<Scene, 'ids'>, cidr: string, fields: object = {}): Promise<number> =>
  fleet.network(sectionId, `10.${octet}.${cidr}`, { ...fields });

const folder = async ({ fleet, sectionId }: Omit<Scene, 'ids'>): Promise<number> =>
  (await fleet.client.post('/subnets/', { sectionId, isFolder: 1 })).id;

const place =
  (cidr: string, isBelow: boolean): Request =>
  (client, { sectionId, octet, ids }) => {
    const [subnet, mask] = `10.${octet}.${cidr}`.split('/');
    return client.post('/subnets/', { sectionId, subnet, mask, masterSubnetId: isBelow ? ids[0] : 0 });
  };

const putAddress =
  (ip: string): Request =>
  (client, { octet, ids }) =>
    client.post('/addresses/', { subnetId: ids[0], ip: `10.${octet}.${ip}` });

const change =
  (which: number, fields: (scene: Scene) => object): Request =>
  (client, scene) =>
    client.patch(`/subnets/${scene.ids[which]}/`, fields(scene));

const resize =
  (mask: number): Request =>
  (client, { ids }) =>
    client.patch(`/subnets/${ids[0]}/resize/`, { mask });

const split =
  (group: 'yes' | 'no'): Request =>
  (client, { ids }) =>
    client.patch(`/subnets/${ids[0]}/split/`, { number: 4, group });

const below = (which: number) => change(1 - which, ({ ids }) => ({ masterSubnetId: ids[which] }));

const pairs: readonly Pair[] = [
  {
    title: 'growing a root network and creating a root in its new range',
    prepare: async (scene) => [await network(scene, '0.0/24')],
    one: resize(23),
    other: place('1.0/24', false),
  },
  {
    title: 'growing a network and creating a sibling in its new range',
    prepare: async (scene) => {
      const master = await network(scene, '0.0/16');
      return [master, await network(scene, '0.0/24', { masterSubnetId: master })];
    },
    one: (client, { ids }) => client.patch(`/subnets/${ids[1]}/resize/`, { mask: 22 }),
    other: place('2.0/24', true),
  },
  {
    title: 'splitting a network and creating a network below it',
    prepare: async (scene) => [await network(scene, '0.0/24')],
    one: split('yes'),
    other: place('0.64/27', true),
  },
  {
    title: 'splitting a network in place and creating a network below it',
    prepare: async (scene) => [await network(scene, '0.0/24')],
    one: split('no'),
    other: place('0.0/25', true),
  },
  {
    title: 'splitting a network in place and creating an address that would be lost',
    prepare: async (scene) => [await network(scene, '0.0/24')],
    one: split('no'),
    other: putAddress('0.64'),
  },
  {
    title: 'shrinking a network and creating an address outside its new range',
    prepare: async (scene) => [await network(scene, '0.0/24')],
    one: resize(25),
    other: putAddress('0.200'),
  },
  {
    title: 'shrinking a network and creating a child outside its new range',
    prepare: async (scene) => [await network(scene, '0.0/24')],
    one: resize(25),
    other: place('0.192/26', true),
  },
  {
    title: 'moving a network below another and creating one there that overlaps it',
    prepare: async (scene) => {
      const master = await network(scene, '0.0/16');
      return [master, await network(scene, '1.0/24', { masterSubnetId: await folder(scene) })];
    },
    one: below(0),
    other: place('1.0/25', true),
  },
  {
    title: 'moving a network to the roots of a section and creating a root there that overlaps it',
    prepare: async (scene) => [await folder(scene), await network(scene, '1.0/24', { masterSubnetId: await folder(scene) })],
    one: change(1, () => ({ masterSubnetId: 0 })),
    other: place('0.0/22', false),
  },
  {
    title: 'moving a root network to a strict section and creating a root there that overlaps it',
    prepare: async (scene) => [await network({ ...scene, sectionId: await scene.fleet.section() }, '1.0/24')],
    one: change(0, ({ sectionId }) => ({ sectionId })),
    other: place('1.0/25', false),
  },
  {
    title: 'moving two folders below each other',
    prepare: async (scene) => [await folder(scene), await folder(scene)],
    one: below(0),
    other: below(1),
  },
  {
    title: 'clearing the pool flag and creating the first address of the network',
    prepare: async (scene) => [await network(scene, '0.0/24', { isPool: 1 })],
    one: change(0, () => ({ isPool: 0 })),
    other: putAddress('0.0'),
  },
  {
    title: 'deleting a network and creating one below it',
    prepare: async (scene) => [await network(scene, '0.0/24')],
    one: (client, { ids }) => client.delete(`/subnets/${ids[0]}/`),
    other: place('0.0/25', true),
  },
];

/** Number of concurrent pairs. Each request has its own client. */
const pairCount = 25;

/** One request succeeds and the other is refused. Both succeed when a deletion includes the new record. */
function faultOf({ title }: Pair, [one, other]: readonly [Answer, Answer]): string[] {
  const isDeletion = title.startsWith('deleting');
  const done = [one, other].filter(({ status }) => status < 300).length;
  const isRefused = [one, other].every(({ status }) => status < 300 || (status >= 400 && status < 500));
  return isRefused && (done === 1 || (isDeletion && done === 2)) ? [] : [`${one.summary} and ${other.summary}`];
}

/** Tests of concurrent requests that conflict. */
export function describePairRaces(running: () => Fleet): void {
  for (const pair of pairs) {
    it(`accepts one of two conflicting requests: ${pair.title}`, async () => {
      const fleet = running();
      for (const { id } of await fleet.client.list('/sections/')) await fleet.client.delete(`/sections/${id}/`);
      const sectionId = await fleet.section({ strictMode: 1 });
      const scenes = await Promise.all(
        Array.from({ length: pairCount }, async (_, octet): Promise<Scene> => {
          const scene = { fleet, sectionId, octet };
          return { ...scene, ids: await pair.prepare(scene) };
        }),
      );
      const answers = await Promise.all(
        scenes.map(async (scene, index) => {
          const [client, another] = fleet.clients.slice(2 * index, 2 * index + 2) as [ApiClient, ApiClient];
          return Promise.all([pair.one(client, scene), pair.other(another, scene)]);
        }),
      );
      expect(answers.flatMap((both) => faultOf(pair, both))).to.deep.equal([]);
      expect(faultsOf(await readRegister(fleet.client))).to.deep.equal([]);
    });
  }

  it('loses no address that is allocated during the split of its network', async () => {
    const fleet = running();
    const sectionId = await fleet.section({ strictMode: 1 });
    const networks = await Promise.all(Array.from({ length: 5 }, (_, index) => fleet.network(sectionId, `172.16.${index}.0/24`)));
    const answers = await fleet.race(1, (client, turn) => {
      const network = networks[turn % 5];
      if (turn < 20 || turn > 24) return client.post(`/addresses/first_free/${network}/`);
      return client.patch(`/subnets/${network}/split/`, { number: 2, group: 'no' });
    });
    const taken = answers.filter(({ status }) => status === 201).map(({ envelope }) => envelope.data);
    const { addresses } = await readRegister(fleet.client);
    const remaining = addresses.map(({ ip }) => ip).filter((ip) => String(ip).startsWith('172.16.'));
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(5);
    expect([...remaining].sort()).to.deep.equal([...taken].sort());
  });
}
