import { useQuery } from '@tanstack/react-query';
import type { AnyRecord } from './client';
import { type KindDescription, titleOf } from './kinds';
import { recordsQuery } from './queries';

/** What the records of a sort are called where one of them is chosen or named. */
export type Titles = (kind: KindDescription, record: AnyRecord) => string;

/** How records are called: VLANs by number, name and, where there are several, L2 domain: 20 Servers (Campus). */
export function useTitles(kinds: readonly KindDescription[]): Titles {
  const { data: domains = [] } = useQuery({ ...recordsQuery('l2domains'), enabled: kinds.some(({ name }) => name === 'vlan') });
  const named = new Map(domains.map((domain) => [String(domain.id), titleOf(domain)]));
  return ({ name }, record) => {
    if (name !== 'vlan') return titleOf(record);
    const domain = named.size > 1 ? named.get(String(record.domainId)) : undefined;
    return `${record.number} ${titleOf(record)}${domain ? ` (${domain})` : ''}`;
  };
}
