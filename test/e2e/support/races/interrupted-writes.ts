/** Writes that the end of the service interrupts, and checks of their effects. */
import type { Answer, ApiClient, WireRecord } from '../../../support/api-client.js';
import { cidrOf, overlaps, type Register, spanOf } from '../naive-register.js';
import { Randomness } from '../randomness.js';

/** One write. */
export interface Write {
  readonly send: (client: ApiClient) => Promise<Answer>;
  /** Missing and unexpected records of a register. @param answer undefined for an unanswered write */
  readonly faults: (register: Register, answer: Answer | undefined) => string[];
}

/** The networks and writes of a round. */
export interface Site {
  /** Ids of the networks for allocations of the next free address or network. */
  readonly addressPool: number;
  readonly subnetPool: number;
  /** Writes of one or two rows. */
  readonly short: readonly Write[];
  /** Writes of more than a hundred rows. */
  readonly long: readonly Write[];
  /** Returns another short write. */
  readonly more: () => Write;
}

const fault = (isFault: boolean, text: string): string[] => (isFault ? [text] : []);

/** Creates the records and the writes of a round. */
export async function prepareWrites(client: ApiClient, round: number): Promise<Site> {
  const sectionId = await newSection(client, `round ${round}`);
  const network = (cidr: string) => newNetwork(client, sectionId, cidr);
  const addressPool = await network(`10.${round}.128.0/17`);
  const subnetPool = await network(`10.${round}.8.0/21`);
  const chosen = await network(`10.${round}.16.0/24`);
  const old = await fillNetwork(client, await network(`10.${round}.17.0/24`), 24);
  const splits = await Promise.all(
    [32, 33, 34, 35].map((octet) => prepareSplit(client, sectionId, `10.${round}.${octet}.0/25`, octet % 2 === 0)),
  );
  const deletions = await Promise.all(
    [0, 1, 2].map((index) => prepareDeletion(client, `round ${round} doomed ${index}`, `10.${round}.64.0/25`)),
  );
  const short = [
    ...Array.from({ length: 60 }, () => takeAddress(addressPool)),
    ...Array.from({ length: 40 }, (_, index) => createAddress(chosen, `10.${round}.16.${index + 1}`)),
    ...Array.from({ length: 40 }, () => takeNetwork(subnetPool)),
    ...old.map((address, index) => (index % 2 === 0 ? changeAddress(address) : deleteAddress(address))),
  ];
  const random = new Randomness(round);
  const long = random.shuffled([...splits, ...deletions]);
  return { addressPool, subnetPool, short: random.shuffled(short), long, more: () => takeAddress(addressPool) };
}

async function newSection(client: ApiClient, name: string): Promise<number> {
  return (await client.post('/sections/', { name, strictMode: 1 })).id;
}

async function newNetwork(client: ApiClient, sectionId: number, cidr: string): Promise<number> {
  const [subnet, mask] = cidr.split('/');
  return (await client.post('/subnets/', { sectionId, subnet, mask })).id;
}

async function fillNetwork(client: ApiClient, subnet: number, count: number): Promise<WireRecord[]> {
  for (let index = 0; index < count; index++) await client.post(`/addresses/first_free/${subnet}/`, { description: 'before' });
  return [...(await client.list(`/subnets/${subnet}/addresses/`))];
}

const takeAddress = (subnet: number): Write => ({
  send: (client) => client.post(`/addresses/first_free/${subnet}/`),
  faults: ({ addresses }, answer) => {
    if (!answer) return [];
    const stored = addresses.some(
      ({ id, ip, subnetId }) => id === String(answer.id) && ip === answer.envelope.data && subnetId === String(subnet),
    );
    return fault(!stored, `the address ${answer.envelope.data} that was taken is not there`);
  },
});

const createAddress = (subnet: number, wanted: string): Write => ({
  send: (client) => client.post('/addresses/', { subnetId: subnet, ip: wanted }),
  faults: ({ addresses }, answer) => {
    const stored = addresses.some(
      ({ id, ip, subnetId }) => id === String(answer?.id) && ip === wanted && subnetId === String(subnet),
    );
    return fault(answer !== undefined && !stored, `the address ${wanted} that was created is not there`);
  },
});

const takeNetwork = (master: number): Write => ({
  send: (client) => client.post(`/subnets/${master}/first_subnet/28/`),
  faults: ({ subnets }, answer) => {
    if (!answer) return [];
    const stored = subnets.find(({ id }) => id === String(answer.id));
    return fault(
      !stored || cidrOf(stored) !== answer.envelope.data,
      `the network ${answer.envelope.data} that was taken is not there`,
    );
  },
});

const changeAddress = ({ id, ip }: WireRecord): Write => ({
  send: (client) => client.patch(`/addresses/${id}/`, { description: 'after', note: 'after' }),
  faults: ({ addresses }, answer) => {
    const stored = addresses.find((address) => address.id === id);
    const isWhole = (stored?.description === 'after') === (stored?.note === 'after');
    return [
      ...fault(!isWhole, `${ip} is changed by half`),
      ...fault(answer !== undefined && stored?.note !== 'after', `the change of ${ip} is lost`),
    ];
  },
});

const deleteAddress = ({ id, ip }: WireRecord): Write => ({
  send: (client) => client.delete(`/addresses/${id}/`),
  faults: ({ addresses }, answer) =>
    fault(answer !== undefined && addresses.some((address) => address.id === id), `the deleted ${ip} is there again`),
});

/** A split into 128 networks, in place of the network or below it. Some of them have addresses. */
async function prepareSplit(client: ApiClient, sectionId: number, cidr: string, inPlace: boolean): Promise<Write> {
  const subnet = await newNetwork(client, sectionId, cidr);
  const prefix = cidr.replace(/0\/25$/, '');
  const ips = Array.from({ length: 16 }, (_, index) => `${prefix}${index * 8 + 5}`);
  await Promise.all(ips.map((ip) => client.post('/addresses/', { subnetId: subnet, ip })));
  const parts = Array.from({ length: 128 }, (_, index) => `${prefix}${index}/32`);
  const untouched = [cidr, ...ips.map((ip) => `${ip} in ${cidr}`)].sort().join();
  const split = [...(inPlace ? [] : [cidr]), ...parts, ...ips.map((ip) => `${ip} in ${ip}/32`)].sort().join();
  return {
    send: (by) => by.patch(`/subnets/${subnet}/split/`, { number: 128, group: inPlace ? 'no' : 'yes' }),
    faults: ({ subnets, addresses }, answer) => {
      const there = subnets.filter((other) => overlaps(spanOf(cidrOf(other)), spanOf(cidr))).map(cidrOf);
      const holders = new Map(subnets.map((other) => [other.id, cidrOf(other)]));
      const held = addresses
        .filter(({ ip }) => String(ip).startsWith(prefix))
        .map(({ ip, subnetId }) => `${ip} in ${holders.get(subnetId)}`);
      const found = [...there, ...held].sort().join();
      if (found === split || (!answer && found === untouched)) return [];
      return [
        `the split of ${cidr} is ${found === untouched ? 'lost' : `done by half: ${there.length} networks, ${held.length} addresses`}`,
      ];
    },
  };
}

/** The deletion of a section with more than a hundred networks and some addresses. */
async function prepareDeletion(client: ApiClient, name: string, cidr: string): Promise<Write> {
  const sectionId = await newSection(client, name);
  const subnet = await newNetwork(client, sectionId, cidr);
  await client.patch(`/subnets/${subnet}/split/`, { number: 128 });
  const parts = (await client.list(`/subnets/${subnet}/slaves/`)).slice(0, 16);
  await Promise.all(parts.map(({ id }) => client.post(`/addresses/first_free/${id}/`)));
  const rows = ({ sections, subnets, addresses }: Register): number => {
    const own = new Set(subnets.filter((other) => other.sectionId === String(sectionId)).map(({ id }) => id));
    const found = sections.filter(({ id }) => id === String(sectionId)).length;
    return found + own.size + addresses.filter(({ subnetId }) => own.has(subnetId)).length;
  };
  const all = 1 + 1 + 128 + 16;
  return {
    send: (by) => by.delete(`/sections/${sectionId}/`),
    faults: (register, answer) => {
      const left = rows(register);
      return fault(left !== 0 && (answer !== undefined || left !== all), `${left} of ${all} rows of section ${name} are left`);
    },
  };
}
