import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isFolder, nameOf } from '../../api/subnet-name';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { Empty, Loading } from '../../ui/page/card';
import { HoldBadge } from '../../ui/values/hold-badge';
import type { SubnetDetails } from './subnet-details';

export function Children({ details }: { details: SubnetDetails }) {
  const { children: subnets } = details;
  if (!subnets) return <Loading />;
  if (subnets.length === 0) return <NoChild details={details} />;
  return (
    <div style={{ padding: 6 }}>
      {subnets.map((child) => (
        <Link
          key={child.id}
          to="/subnets/$id"
          params={{ id: String(child.id) }}
          className="row-link"
          style={{
            gridTemplateColumns: 'minmax(min(60%, 300px), 1fr) minmax(0, 2fr)',
            fontSize: 'var(--mantine-font-size-sm)',
          }}
        >
          <span className="tree-cell">
            <span className={isFolder(child) ? 'cut' : 'mono cut'}>{nameOf(child)}</span>
            <HoldBadge until={child.heldUntil} />
          </span>
          <Text size="sm" className="quiet cut">
            {isFolder(child) ? t('subnet.folder') : child.description}
          </Text>
        </Link>
      ))}
    </div>
  );
}

const NoChild = ({ details: { isFolder: isInFolder, level, network, sectionId } }: { details: SubnetDetails }) => {
  const position = isInFolder ? { folderId: network.id } : { master: network };
  return (
    <Empty
      title={t(isInFolder ? 'subnet.folderEmpty' : 'subnet.childrenNone')}
      action={
        level >= 3 ? (
          <Button variant="light" onClick={() => openDialog({ dialog: 'subnet', sectionId, ...position })}>
            {t(isInFolder ? 'subnet.folderFirst' : 'subnet.childrenFirst')}
          </Button>
        ) : null
      }
    >
      {isInFolder ? undefined : t('subnet.childrenHelp')}
    </Empty>
  );
};
