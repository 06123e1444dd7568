import { readIp } from '../values/ip';
import { networkBegunBy } from '../values/ip-texts';
import type { AnyRecord } from './client';
import { send } from './client';
import type { NamedById } from './use-names-by-id';

/** Most records of a list among the results. */
export const maxHits = 8;

/** The first records of a list that meet conditions. @param where pairs of name and value @throws ApiError */
export async function firstOf(path: string, where: readonly (readonly [string, string])[]): Promise<readonly AnyRecord[]> {
  const query = new URLSearchParams([
    ['links', 'false'],
    ['limit', String(maxHits)],
    ...where.map(([name, value]) => [name, value]),
  ]);
  return (await send<{ data: readonly AnyRecord[] }>('GET', `${path}/?${query}`)).data;
}

/** The first networks and addresses inside a network. */
export async function findWithin(network: string) {
  const [subnets, addresses] = await Promise.all([
    firstOf('subnets', [
      ['filter[subnet][within]', network],
      ['sort', 'subnet'],
    ]),
    firstOf('addresses', [
      ['filter[ip][within]', network],
      ['sort', 'ip'],
    ]),
  ]);
  return { subnets, addresses };
}

/** The network in a text: `10.0.4.0/24`, or the one that all its addresses begin with, `10.0.4`. */
export function networkIn(text: string): string | undefined {
  const [, address = '', length] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(text) ?? [];
  if (length !== undefined && readIp(address) !== undefined) return text;
  return networkBegunBy(text);
}

/** Subnets or addresses for a choice: by address, or by a part of their name. */
export async function findObjects(kind: NamedById, text: string): Promise<readonly AnyRecord[]> {
  const ip = readIp(text);
  const network = ip ?? networkIn(text);
  if (kind === 'subnet')
    return network
      ? firstOf('subnets', [
          ['filter[subnet][within]', network],
          ['sort', 'subnet'],
        ])
      : firstOf('subnets', [['filter[description][contains]', text]]);
  return network
    ? firstOf('addresses', [
        ['filter[ip][within]', network],
        ['sort', 'ip'],
      ])
    : firstOf('addresses', [['filter[hostname][contains]', text]]);
}
