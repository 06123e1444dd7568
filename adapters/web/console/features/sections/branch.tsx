import { ActionIcon } from '@mantine/core';
import { FileDirectoryIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { orNone, send } from '../../api/client';
import { isFolder, nameOf } from '../../api/names';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { PageLink } from '../../ui/page/links';
import { HoldBadge } from '../../ui/values/hold-badge';
import { firstNetworkIn, gapText, sizeOf } from '../../values/gaps';
import { textOf } from '../../values/ip';
import { count } from '../../values/numbers';
import type { GapLine, NetworkLine } from './lines';
import { Toggle } from './side-tree';

interface BranchProperties {
  readonly line: NetworkLine;
  readonly isClosed: boolean;
  readonly toggle: (id: string) => void;
}

export function Branch({ line: { subnet, depth, children }, isClosed, toggle }: BranchProperties) {
  return (
    <span className="tree-cell" style={{ paddingLeft: depth * 18 }}>
      {children > 0 ? (
        <Toggle name={nameOf(subnet)} isOpen={!isClosed} toggle={() => toggle(String(subnet.id))} />
      ) : (
        <span style={{ width: 20, flex: 'none' }} />
      )}
      {isFolder(subnet) ? (
        <span className="quiet" style={{ display: 'flex', flex: 'none' }}>
          <FileDirectoryIcon size={15} />
        </span>
      ) : null}
      <PageLink to="/subnets/$id" params={{ id: String(subnet.id) }} inherit className={isFolder(subnet) ? 'cut' : 'cut mono'}>
        {nameOf(subnet)}
      </PageLink>
      <HoldBadge until={subnet.heldUntil} />
    </span>
  );
}

/** With the right to create networks, a click opens the form with the first network of the gap. */
export function FreeBranch({ line, sectionId, mayAdd }: { line: GapLine; sectionId: number; mayAdd: boolean }) {
  const { parent, depth } = line;
  const { cidr, text } = useOffer(line);
  const master = { id: Number(parent.id), subnet: parent.subnet, mask: Number(parent.mask) };
  return (
    <span className="tree-cell free-line" style={{ paddingLeft: depth * 18 }}>
      {mayAdd && cidr ? (
        <ActionIcon
          size={20}
          aria-label={t('tree.fill', { cidr })}
          title={t('tree.fill', { cidr })}
          onClick={() => openDialog({ dialog: 'subnet', sectionId, master, cidr })}
        >
          <PlusIcon size={14} />
        </ActionIcon>
      ) : (
        <span style={{ width: 20, flex: 'none' }} />
      )}
      <span className="cut">{text}</span>
    </span>
  );
}

interface Offer {
  /** The network that can be created. Undefined if there is none, and until the service has answered. */
  readonly cidr: string | undefined;
  readonly text: string;
}

/** If the user may not see all networks, the service finds the first network, because hidden networks may be in the gap. */
function useOffer({ gap, parent, mask }: GapLine): Offer {
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
