import { useQuery } from '@tanstack/react-query';
import type { AnyRecord } from './client';
import { type KindDescription, titleOf } from './kinds';
import { recordsQuery } from './queries';
import { useRights } from './session';

export type Titles = (kind: KindDescription, record: AnyRecord) => string;

/** Titles of records. VLANs have number, name and, with several L2 domains, the domain: 20 Servers (Campus). */
export function useTitles(kinds: readonly KindDescription[]): Titles {
  const isNeeded = useRights().reads('l2domain') && kinds.some(({ name }) => name === 'vlan');
  const { data: domains = [] } = useQuery({ ...recordsQuery('l2domains'), enabled: isNeeded });
  const domainTitles = new Map(domains.map((domain) => [String(domain.id), titleOf(domain)]));
  return ({ name }, record) => {
    if (name !== 'vlan') return titleOf(record);
    const domain = domainTitles.size > 1 ? domainTitles.get(String(record.domainId)) : undefined;
    return `${record.number} ${titleOf(record)}${domain ? ` (${domain})` : ''}`;
  };
}
