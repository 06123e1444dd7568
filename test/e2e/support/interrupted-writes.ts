/** Writes that are cut short by the end of the service, and what of them must be found afterwards. */
import type { Answer, ApiClient, WireRecord } from '../../support/api-client.js';
import { cidrOf, overlaps, type Register, spanOf } from './naive-register.js';
import { Randomness } from './randomness.js';

/** One write. */
export interface Write {
  readonly send: (client: ApiClient) => Promise<Answer>;
  /** What a register lacks or has too much of. @param answer undefined when none came */
  readonly faults: (register: Register, answer: Answer | undefined) => string[];
}

/** Where a round of writes happens. */
export interface Site {
  readonly sectionId: number;
  /** Networks in which the next free address or network is taken. */
  readonly addressPool: number;
  readonly subnetPool: number;
  readonly writes: readonly Write[];
}

const fault = (isFault: boolean, text: string): string[] => (isFault ? [text] : []);

/** Makes what the writes of a round need, and the writes, in an order that the round decides. */
export async function prepareWrites(client: ApiClient, round: number): Promise<Site> {
  const sectionId = await newSection(client, `round ${round}`);
  const network = (cidr: string) => newNetwork(client, { sectionId }, cidr);
  const addressPool = await network(`10.${round}.0.0/22`);
  const subnetPool = await network(`10.${round}.8.0/21`);
  const chosen = await network(`10.${round}.16.0/24`);
  const old = await network(`10.${round}.17.0/24`);
  const oldAddresses = await fillNetwork(client, old, 24);
  const splits: Write[] = [];
  for (let index = 0; index < 8; index++)
    splits.push(await prepareSplit(client, sectionId, `10.${round}.${32 + index}.0/24`, index % 2 === 0));
  const deletions: Write[] = [];
  for (let index = 0; index < 4; index++)
    deletions.push(await prepareDeletion(client, `round ${round} doomed ${index}`, `10.${round}.64.0/20`));
  const writes = [
    ...Array.from({ length: 60 }, () => takeAddress(addressPool)),
    ...Array.from({ length: 40 }, (_, index) => createAddress(chosen, `10.${round}.16.${index + 1}`)),
    ...Array.from({ length: 40 }, () => takeNetwork(subnetPool)),
    ...oldAddresses.map((address, index) => (index % 2 === 0 ? changeAddress(address) : deleteAddress(address))),
    ...splits,
    ...deletions,
  ];
  return { sectionId, addressPool, subnetPool, writes: new Randomness(round).shuffled(writes) };
}

async function newSection(client: ApiClient, name: string): Promise<number> {
  return (await client.post('/sections/', { name, strictMode: 1 })).id;
}

async function newNetwork(client: ApiClient, place: { readonly sectionId: number }, cidr: string): Promise<number> {
  const [subnet, mask] = cidr.split('/');
  return (await client.post('/subnets/', { ...place, subnet, mask })).id;
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

/** A split in 16 parts, in the place of the network or below it, with an address in every part. */
async function prepareSplit(client: ApiClient, sectionId: number, cidr: string, inPlace: boolean): Promise<Write> {
  const subnet = await newNetwork(client, { sectionId }, cidr);
  const prefix = cidr.replace(/0\/24$/, '');
  const ips = Array.from({ length: 16 }, (_, index) => `${prefix}${index * 16 + 5}`);
  for (const ip of ips) await client.post('/addresses/', { subnetId: subnet, ip });
  const splitOnce = ips.map((_, index) => `${prefix}${index * 16}/28`);
  const send = (by: ApiClient) => by.patch(`/subnets/${subnet}/split/`, { number: 16, group: inPlace ? 'no' : 'yes' });
  return {
    send,
    faults: ({ subnets, addresses }, answer) => {
      const there = subnets.filter((other) => overlaps(spanOf(cidrOf(other)), spanOf(cidr))).map(cidrOf);
      const holders = new Map(subnets.map((other) => [other.id, cidrOf(other)]));
      const held = addresses
        .filter(({ ip }) => String(ip).startsWith(prefix))
        .map(({ ip, subnetId }) => `${ip} in ${holders.get(subnetId)}`);
      const before = [cidr, ...ips.map((ip) => `${ip} in ${cidr}`)];
      const after = [...(inPlace ? [] : [cidr]), ...splitOnce, ...ips.map((ip, index) => `${ip} in ${splitOnce[index]}`)];
      const found = [...there, ...held].sort().join();
      if (found === after.sort().join()) return [];
      return fault(
        answer !== undefined || found !== before.sort().join(),
        `the split of ${cidr} is ${answer ? 'lost' : 'done by half'}: ${found}`,
      );
    },
  };
}

/** The deletion of a section with some 80 networks and as many addresses. */
async function prepareDeletion(client: ApiClient, name: string, cidr: string): Promise<Write> {
  const sectionId = await newSection(client, name);
  const subnet = await newNetwork(client, { sectionId }, cidr);
  for (let index = 0; index < 64; index++)
    await client.post('/addresses/', { subnetId: subnet, ip: cidr.replace('.0/20', `.${index * 4 + 1}`) });
  await client.patch(`/subnets/${subnet}/split/`, { number: 16 });
  const [first] = await client.list(`/subnets/${subnet}/slaves/`);
  await client.patch(`/subnets/${first?.id}/split/`, { number: 64 });
  const rows = ({ sections, subnets, addresses }: Register): number => {
    const own = new Set(subnets.filter((other) => other.sectionId === String(sectionId)).map(({ id }) => id));
    const found = sections.filter(({ id }) => id === String(sectionId)).length;
    return found + own.size + addresses.filter(({ subnetId }) => own.has(subnetId)).length;
  };
  return {
    send: (by) => by.delete(`/sections/${sectionId}/`),
    faults: (register, answer) => {
      const left = rows(register);
      return left === 0
        ? []
        : fault(answer !== undefined || left !== 1 + 1 + 16 + 64 + 64, `${left} rows of section ${name} are left`);
    },
  };
}
