import type { ApiClient } from '../../../../support/api-client.js';
import type { KnownSubnet, StormEvent, StormRequest } from '../history/history.js';
import { type Members, RovingClient } from '../roving-client.js';
import { type Ground, StormWorld } from '../storm-world.js';
import { send } from './storm-clients.js';

/** Creates a strict and a non-strict section, each with root networks for the storm. */
export async function prepareWorld(fleet: Members, origin: ApiClient, log: StormEvent[]): Promise<StormWorld> {
  const [member] = fleet.members;
  if (!member) throw new Error('no process runs');
  const client = new RovingClient(origin);
  const root = async (sectionId: number, cidr: string): Promise<KnownSubnet> => {
    const request: StormRequest = { kind: 'create subnet', sectionId, master: undefined, cidr };
    const { answer } = await send(client, member, log, { mark: `root-${sectionId}-${log.length}`, request });
    if (answer?.status !== 201) throw new Error(`${cidr} was not created: ${answer?.message}`);
    return { id: answer.id ?? 0, sectionId, cidr };
  };
  const roots = async (sectionId: number, ...cidrs: readonly string[]): Promise<KnownSubnet[]> => {
    const made: KnownSubnet[] = [];
    for (const cidr of cidrs) made.push(await root(sectionId, cidr));
    return made;
  };
  const grounds: Ground[] = [];
  for (const strictMode of [1, 0]) {
    const { id } = await origin.post('/sections/', { name: `storm ${strictMode}`, strictMode });
    grounds.push({
      sectionId: id,
      calmPools: await roots(id, '10.1.0.0/16', '2001:db8:1::/64'),
      calmMasters: await roots(id, '10.2.0.0/15', '2001:db8:4000::/34'),
      wildMasters: await roots(id, '10.16.0.0/12', '2001:db8:8000::/34'),
    });
  }
  client.close();
  return new StormWorld(grounds);
}
