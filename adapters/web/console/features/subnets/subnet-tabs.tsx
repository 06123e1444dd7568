import { Button, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isFolder, nameOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { Empty, Loading } from '../../ui/page/page';
import { PageTabs } from '../../ui/page/page-tabs';
import { HoldBadge } from '../../ui/values/hold-badge';
import { AddressTable } from '../addresses/address-table';
import { ChangeList } from '../changes/change-list';
import { UsageHistory } from '../trends/usage-history';
import { CellGrid } from './cell-grid';
import { FreeNetworks } from './free-networks';
import { Ranges } from './ranges';
import { asTab, type SubnetDetails, type SubnetTab, subnetTabs } from './subnet-details';

export function SubnetTabs({ details }: { details: SubnetDetails }) {
  const { network, children, hasChildren, isFolder: isOfFolder } = details;
  const tabs = subnetTabs.filter((tab) => fits(tab, details));
  const { tab: chosen } = useSearch({ from: '/subnets/$id' });
  const navigate = useNavigate();
  const tab = tabs.find((each) => each === chosen) ?? (hasChildren || isOfFolder ? 'subnets' : 'addresses');
  const params = { id: String(network.id) };
  const choose = (value: string | null) =>
    void navigate({ to: '/subnets/$id', params, search: { tab: asTab(value) ?? tab }, replace: true });
  const labelOf = (each: SubnetTab): string =>
    each === 'subnets' && hasChildren ? t('tab.subnetsCount', { n: children?.length ?? 0 }) : t(`tab.${each}`);
  const shown = tabs.map((name) => ({ name, label: labelOf(name), content: contents[name](details) }));
  return <PageTabs selected={tab} choose={choose} tabs={shown} />;
}

const contents: Readonly<Record<SubnetTab, (details: SubnetDetails) => ReactNode>> = {
  addresses: ({ network, level, hasChildren }) => (
    <AddressTable network={network} mayWrite={level >= 2} hasChildren={hasChildren} />
  ),
  grid: ({ subnet, network, level }) => (
    <CellGrid network={network} isPool={String(subnet.isPool) === '1'} mayWrite={level >= 2} />
  ),
  ranges: ({ network, level }) => <Ranges network={network} mayChange={level >= 3} />,
  subnets: (details) => <Children details={details} />,
  free: ({ network, children, sectionId, level }) => (
    <FreeNetworks network={network} subnets={children} sectionId={sectionId} mayAdd={level >= 3} />
  ),
  trend: ({ network }) => <UsageHistory owner={{ of: 'subnets', id: network.id }} />,
  changes: ({ network }) => <ChangeList conditions={{ subnet: String(network.id) }} empty={t('changes.none')} />,
};

function fits(tab: SubnetTab, { isFolder, hasChildren, hasRoom, network }: SubnetDetails): boolean {
  if (!hasRoom && ['subnets', 'free', 'ranges'].includes(tab)) return false;
  if (isFolder) return ['subnets', 'trend', 'changes'].includes(tab);
  const isSmall = network.mask >= (network.subnet.includes(':') ? 118 : 22);
  return tab === 'grid' ? isSmall && !hasChildren : true;
}

function Children({ details }: { details: SubnetDetails }) {
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
