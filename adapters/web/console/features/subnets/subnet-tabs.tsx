import { Button, Tabs, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { isFolder, nameOf } from '../../api/subnet-name';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { Empty, Loading } from '../../ui/page/card';
import { TabList } from '../../ui/page/tab-list';
import { HoldBadge } from '../../ui/values/hold-badge';
import { AddressTable } from '../addresses/address-table';
import { ChangeList } from '../changes/change-list';
import { UsageHistory } from '../trends/usage-history';
import { CellGrid } from './cell-grid';
import { FreeNetworks } from './free-networks';
import { Ranges } from './ranges';
import type { SubnetDetails } from './subnet-details';
import { asTab, type SubnetTab, subnetTabs } from './tabs';

export function SubnetTabs({ details }: { details: SubnetDetails }) {
  const { children, hasChildren } = details;
  const tabs = subnetTabs.filter((tab) => fits(tab, details));
  const { tab, choose } = useTab(details, tabs);
  const labelOf = (each: SubnetTab): string =>
    each === 'subnets' && hasChildren ? t('tab.subnetsCount', { n: children?.length ?? 0 }) : t(`tab.${each}`);
  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <TabList selected={tab} labels={Object.fromEntries(tabs.map((each) => [each, labelOf(each)]))} />
      <Panels details={details} />
    </Tabs>
  );
}

function useTab({ network, isFolder, hasChildren }: SubnetDetails, tabs: readonly SubnetTab[]) {
  const { tab: chosen } = useSearch({ from: '/subnets/$id' });
  const navigate = useNavigate();
  const tab = tabs.find((each) => each === chosen) ?? (hasChildren || isFolder ? 'subnets' : 'addresses');
  const choose = (value: string | null) =>
    void navigate({
      to: '/subnets/$id',
      params: { id: String(network.id) },
      search: { tab: asTab(value) ?? tab },
      replace: true,
    });
  return { tab, choose };
}

function Panels({ details }: { details: SubnetDetails }) {
  const { subnet, network, children, sectionId, level, hasChildren } = details;
  const [mayWrite, mayAdd] = [level >= 2, level >= 3];
  return (
    <>
      <Tabs.Panel value="addresses">
        <AddressTable network={network} mayWrite={mayWrite} hasChildren={hasChildren} />
      </Tabs.Panel>
      <Tabs.Panel value="grid">
        <CellGrid network={network} isPool={String(subnet.isPool) === '1'} mayWrite={mayWrite} />
      </Tabs.Panel>
      <Tabs.Panel value="ranges">
        <Ranges network={network} mayChange={mayAdd} />
      </Tabs.Panel>
      <Tabs.Panel value="subnets">
        <Children details={details} />
      </Tabs.Panel>
      <Tabs.Panel value="free">
        <FreeNetworks network={network} subnets={children} sectionId={sectionId} mayAdd={mayAdd} />
      </Tabs.Panel>
      <Tabs.Panel value="trend">
        <UsageHistory owner={{ of: 'subnets', id: network.id }} />
      </Tabs.Panel>
      <Tabs.Panel value="changes">
        <History id={network.id} />
      </Tabs.Panel>
    </>
  );
}

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

const History = ({ id }: { id: number }) => <ChangeList conditions={{ subnet: String(id) }} empty={t('changes.none')} />;
