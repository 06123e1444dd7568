import { networkOfBeginning, readIp } from '../values/ip';
import type { AnyRecord } from './client';
import { listPage, type Parameters } from './lists';
import type { NamedById } from './names';

/** Maximum number of records of a list in the results. */
export const maxHits = 8;

/** @throws ApiError */
export const firstOf = async (path: string, where: Parameters): Promise<readonly AnyRecord[]> =>
  (await listPage(path, { limit: maxHits, where })).rows;

/**
 * Returns the text if it is a network (`10.0.4.0/24`), or the network of all addresses that begin with the text (`10.0.4`).
 * Undefined for other texts.
 */
export function networkIn(text: string): string | undefined {
  const [, address = '', length] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(text) ?? [];
  if (length !== undefined && readIp(address) !== undefined) return text;
  return networkOfBeginning(text);
}

/** Returns the filters for subnets or addresses that contain a text, in their address or their name. */
export function findConditions(kind: string, text: string): Parameters {
  const network = readIp(text.trim()) ?? networkIn(text.trim());
  if (kind === 'subnet') return [network ? ['filter[subnet][within]', network] : ['filter[description][contains]', text]];
  return [network ? ['filter[ip][within]', network] : ['filter[hostname][contains]', text]];
}

/** Objects within a network are ordered by address. */
export function findObjects(kind: NamedById, text: string): Promise<readonly AnyRecord[]> {
  const conditions = findConditions(kind, text);
  const isWithin = conditions.some(([name]) => name.endsWith('[within]'));
  const path = kind === 'subnet' ? 'subnets' : 'addresses';
  return firstOf(path, isWithin ? [...conditions, ['sort', kind === 'subnet' ? 'subnet' : 'ip']] : conditions);
}
