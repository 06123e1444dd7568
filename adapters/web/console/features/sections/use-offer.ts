import { useQuery } from '@tanstack/react-query';
import { orNone, send } from '../../api/client';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { firstNetworkIn, gapText, sizeOf } from '../../values/gaps';
import { textOf } from '../../values/ip';
import { count } from '../../values/numbers';
import type { GapLine } from './lines';

export interface Offer {
  /** The network that can be created. Undefined if there is none, and until the service has answered. */
  readonly cidr: string | undefined;
  readonly text: string;
}

/** If the user may not see all networks, the service finds the first network, because hidden networks may be in the gap. */
export function useOffer({ gap, parent, mask }: GapLine): Offer {
  const { seesAll } = useRights();
  const range = gapText(gap);
  const cidr = firstNetworkIn(gap, mask);
  const length = cidr.split('/')[1] ?? '';
  const ends = `from=${textOf(gap.first, gap.isVersion6)}&to=${textOf(gap.last, gap.isVersion6)}`;
  const { data: found } = useQuery({
    queryKey: ['register', 'subnets', String(parent.id), 'free between', range, length],
    queryFn: () => firstFree(`subnets/${parent.id}/first_subnet/${length}/?${ends}`),
    enabled: !seesAll,
  });
  if (seesAll) return { cidr, text: t('tree.free', { range, n: count(sizeOf(gap)) }) };
  if (found === undefined) return { cidr: undefined, text: range };
  if (found === null) return { cidr: undefined, text: t('tree.used', { range, length }) };
  return { cidr: found, text: t('tree.firstFree', { range, cidr: found }) };
}

/** @returns null if no network is free */
const firstFree = async (path: string): Promise<string | null> =>
  (await orNone<{ data: string | null }>(send('GET', path), { data: null })).data;
