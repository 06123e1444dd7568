import { ActionIcon } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon, FileDirectoryIcon, PlusIcon } from '@primer/octicons-react';
import { isFolder, nameOf } from '../../api/subnet-name';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { PageLink } from '../../ui/page/links';
import { HoldBadge } from '../../ui/values/hold-badge';
import type { GapLine, NetworkLine } from './lines';
import { useOffer } from './use-offer';

interface BranchProperties {
  readonly line: NetworkLine;
  readonly isClosed: boolean;
  readonly toggle: (id: string) => void;
}

export function Branch({ line: { subnet, depth, children }, isClosed, toggle }: BranchProperties) {
  const Arrow = isClosed ? ChevronRightIcon : ChevronDownIcon;
  return (
    <span className="tree-cell" style={{ paddingLeft: depth * 18 }}>
      {children > 0 ? (
        <ActionIcon
          size={20}
          aria-label={t(isClosed ? 'tree.open' : 'tree.close', { name: nameOf(subnet) })}
          aria-expanded={!isClosed}
          onClick={() => toggle(String(subnet.id))}
        >
          <Arrow size={14} />
        </ActionIcon>
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

interface FreeProperties {
  readonly line: GapLine;
  readonly sectionId: number;
  readonly mayAdd: boolean;
}

/** With the right to create networks, a click opens the form with the first network of the gap. */
export function FreeBranch({ line, sectionId, mayAdd }: FreeProperties) {
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
