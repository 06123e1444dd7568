import { z } from 'zod';
import { type AddTool, bounded, dataResult, ipAddress, maxRecords, toolOf } from './tool.js';

const network = z.string().max(100).describe('A network such as 10.0.0.0/24 or 2001:db8::/64, or its id');
const max = z.number().int().min(1).max(maxRecords).default(20).describe('Maximum number of records in the answer');
const address = ipAddress.describe('An IP address');

const readTool = toolOf({ readOnlyHint: true, openWorldHint: false });

export const readTools: readonly AddTool[] = [
  readTool(
    'find',
    'Find records',
    'Finds networks, addresses, VLANs, VRFs and other records by an IP address, a network, a host name, a MAC address or a word.',
    { text: z.string().min(1).max(200), max },
    async (register, { text, max }) => {
      const found = await register.read(`/search/${encodeURIComponent(text)}/`, { vlan: 1, vrf: 1, kinds: 1 });
      return dataResult(foundLists(found, max));
    },
  ),
  readTool(
    'describe_network',
    'Describe a network',
    'Returns a network with its fields, its utilization, its direct child networks and its ranges.',
    { network, max },
    async (register, { network, max }) => {
      const record = await register.network(network);
      const [usage, children, ranges] = await Promise.all([
        register.read(`/subnets/${record.id}/usage/`),
        register.list(`/subnets/${record.id}/slaves/`, { limit: max + 1 }),
        register.list(`/subnets/${record.id}/ranges/`, { limit: max + 1 }),
      ]);
      return dataResult({ network: record, usage, children: bounded(children, max), ranges: bounded(ranges, max) });
    },
  ),
  readTool(
    'free_space',
    'Free space of a network',
    'Returns the utilization of a network, its lowest free address, and with `mask` the free networks of that prefix length.',
    {
      network,
      mask: z.number().int().min(1).max(128).optional().describe('Prefix length of the requested free networks'),
      max,
    },
    async (register, { network, mask, max }) => {
      const { id, subnet, mask: length } = await register.network(network);
      const [usage, address, networks] = await Promise.all([
        register.read(`/subnets/${id}/usage/`),
        register.read(`/subnets/${id}/first_free/`).catch((error: Error) => error.message),
        mask === undefined ? undefined : register.list(`/subnets/${id}/all_subnets/${mask}/`, { limit: max + 1 }),
      ]);
      const networksFree = networks === undefined ? {} : { freeNetworks: bounded(networks, max) };
      return dataResult({ network: `${subnet}/${length}`, usage, lowestFreeAddress: address ?? 'none', ...networksFree });
    },
  ),
  readTool(
    'who_has',
    'Owner of an address',
    'Returns the records of an IP address, and the networks that contain it, the narrowest first.',
    { address },
    async (register, { address }) => {
      const [records, networks] = await Promise.all([
        register.list(`/addresses/search/${encodeURIComponent(address)}/`, { limit: maxRecords + 1 }),
        register.list(`/subnets/containing/${encodeURIComponent(address)}/`, { sort: '-mask', limit: maxRecords + 1 }),
      ]);
      return dataResult({ records: bounded(records), networks: bounded(networks) });
    },
  ),
  readTool(
    'history',
    'Changes of a network',
    'Returns the latest changes of a network with its addresses and ranges: time, author, application, values before and after. A key needs the scope feed.',
    { network, max },
    async (register, { network, max }) => {
      const { id } = await register.network(network);
      return dataResult(await register.read('/changes/', { subnet: id, before: 'now', limit: max }));
    },
  ),
  readTool(
    'utilization',
    'Utilization of a network over time',
    'Returns the utilization of a network now, its recorded utilization by week, and a forecast of the day on which no address is free.',
    { network },
    async (register, { network }) => {
      const { id } = await register.network(network);
      const [usage, history] = await Promise.all([
        register.read(`/subnets/${id}/usage/`),
        register.read(`/subnets/${id}/usage/history/`, { resolution: 'week' }),
      ]);
      return dataResult({ usage, history });
    },
  ),
  readTool(
    'explain_allocation',
    'Explain an allocation',
    'Returns the address that the next allocation of a network would get, and the skipped ranges with their reasons. Allocates nothing.',
    { network },
    async (register, { network }) => {
      const { id } = await register.network(network);
      return dataResult(await register.explain(`/subnets/${id}/first_free/`));
    },
  ),
];

function foundLists(found: unknown, max: number): unknown {
  if (typeof found !== 'object' || found === null) return { found: 'nothing' };
  const lists = Object.entries(found).map(([name, part]: [string, unknown]) => {
    if (name === 'kinds') return [name, foundLists(part, max)];
    const data = typeof part === 'object' && part !== null && 'data' in part ? part.data : part;
    return [name, Array.isArray(data) ? bounded(data, max) : 'nothing found'];
  });
  return Object.fromEntries(lists);
}
