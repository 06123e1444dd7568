import type { ApiClient } from '../../support/api-client.js';
import { type Register, readRegister } from './naive-register.js';
import type { Operation } from './operations.js';

/** Sample records for the operations, by the names in braces of their paths. */
export type SampleWorld = Readonly<Record<string, string>>;

/** Deletes all sections and creates a world. */
export async function makeWorld(client: ApiClient): Promise<SampleWorld> {
  for (const { id } of await client.list('/sections/')) await client.delete(`/sections/${id}/`);
  const section = (await client.post('/sections/', { name: 'World', strictMode: 1, description: 'sample' })).id;
  await client.post('/sections/', { name: 'Child', masterSection: section });
  const network = (await client.post('/subnets/', { sectionId: section, subnet: '10.9.0.0', mask: 16 })).id;
  await client.post('/subnets/', { sectionId: section, subnet: '10.9.1.0', mask: 24, masterSubnetId: network });
  const subnet = (await client.post('/subnets/', { sectionId: section, subnet: '10.99.0.0', mask: 16, description: 'leaf' })).id;
  const folder = (await client.post('/subnets/', { sectionId: section, isFolder: 1, description: 'folder' })).id;
  await client.post('/subnets/', { sectionId: section, subnet: '2001:db8::', mask: 64, masterSubnetId: folder });
  const fields = { hostname: 'host.example.com', mac: '00:11:22:33:44:55', is_gateway: 1, note: 'a note' };
  const address = (await client.post('/addresses/', { subnetId: subnet, ip: '10.99.0.1', ...fields })).id;
  await client.post(`/addresses/first_free/${subnet}/`);
  const ids = { section, network_id: network, subnet, folder, address, tag: 2 };
  return {
    ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)])),
    name: 'World',
    ip: '10.99.0.1',
    mask: '28',
    network: '10.9.0.0',
    networkMask: '16',
    hostname: 'host.example.com',
    mac: '00:11:22:33:44:55',
  };
}

/** All records of the service, for comparisons. */
export const dump = (client: ApiClient): Promise<Register> => readRegister(client);

/** The path of an operation in a world. @param instead overrides values of the world */
export function pathOf({ path }: Operation, world: SampleWorld, instead: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => instead[name] ?? world[name] ?? '');
}

/** Valid parameters of an operation in a world. @param turn differs between requests that would conflict */
export function validParameters({ valid = {} }: Operation, world: SampleWorld, turn = 0): [string, unknown][] {
  const octets = `${100 + (turn >> 8)}.${turn & 255}`;
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, place: string) => (place === 'n' ? octets : (world[place] ?? '')));
  return Object.entries(valid).map(([name, value]) => [name, typeof value === 'string' ? fill(value) : value]);
}
