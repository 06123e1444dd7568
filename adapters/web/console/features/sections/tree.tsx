import { ActionIcon, Button, Group, Title } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon, FileDirectoryIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Subnet } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { subnetsOfSectionQuery } from '../../api/queries';
import { isFolder, nameOf } from '../../api/subnet-name';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { Empty, Ready } from '../../ui/page/card';
import { PageLink } from '../../ui/page/links';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { FilterInput } from '../../ui/tables/filter-input';
import { HoldBadge } from '../../ui/values/hold-badge';
import { UsageBar } from '../../ui/values/usage-bar';
import { DownloadButton } from '../export/download-button';
import { networkFile } from '../export/files';
import { recentUsageQuery } from '../trends/queries';
import { Sparkline } from '../trends/sparkline';
import { type Line, linesOf } from './lines';

export function Tree({ id, mayAdd }: { id: number; mayAdd: boolean }) {
  const subnets = useQuery(subnetsOfSectionQuery(id));
  const none = (
    <Empty
      title={t('section.empty')}
      action={
        mayAdd ? (
          <Button onClick={() => openDialog({ dialog: 'subnet', sectionId: id })}>{t('section.emptyAction')}</Button>
        ) : null
      }
    >
      {t('section.emptyHelp')}
    </Empty>
  );
  return (
    <Ready of={subnets} lines={9}>
      {(all) => (all.length === 0 ? none : <Lines id={id} subnets={all} />)}
    </Ready>
  );
}

function Lines({ id, subnets }: { id: number; subnets: readonly Subnet[] }) {
  const { find = '' } = useSearch({ from: '/sections/$id' });
  const navigate = useNavigate({ from: '/sections/$id' });
  const recent = useQuery(recentUsageQuery(id));
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => linesOf(subnets, closed, find.trim().toLowerCase()), [subnets, closed, find]);
  const look = (text: string) => void navigate({ search: text ? { find: text } : {}, replace: true });
  const toggle = (subnet: string) => {
    const next = new Set(closed);
    if (!next.delete(subnet)) next.add(subnet);
    setClosed(next);
  };
  const first: DataColumn<Line> = {
    name: 'network',
    title: t('one.subnet'),
    width: 'minmax(190px, 1.2fr)',
    text: ({ subnet }) => nameOf(subnet),
    cell: (line) => <Branch line={line} isClosed={closed.has(String(line.subnet.id))} toggle={toggle} />,
  };
  return (
    <>
      <div className="card-head">
        <Title order={2}>{t('count.subnet', { n: subnets.length })}</Title>
        <Group gap={6}>
          <FilterInput value={find} change={look} />
          <DownloadButton label={t('export.subnets')} name={`networks-${id}`} make={(queries) => networkFile(queries, id)} />
        </Group>
      </div>
      <DataTable
        label={t('kind.subnet')}
        columns={[first, ...columns(), trendColumn(recent.data)]}
        items={lines}
        keyOf={({ subnet }) => String(subnet.id)}
        empty={<Empty title={t('common.noMatch')}>{t('common.noMatchHelp', { n: subnets.length })}</Empty>}
      />
    </>
  );
}

const columns = (): readonly DataColumn<Line>[] => [
  {
    name: 'description',
    title: labelOf('description'),
    width: 'minmax(120px, 1fr)',
    look: 'quiet',
    text: ({ subnet }) => (isFolder(subnet) ? '' : (subnet.description ?? '')),
    isMinor: true,
  },
  {
    name: 'usage',
    title: labelOf('usage'),
    width: 'minmax(100px, 200px)',
    cell: ({ subnet: { usage, threshold } }) => {
      const filled = usage as { used: string; maxhosts: string } | undefined;
      return filled ? <UsageBar used={filled.used} size={filled.maxhosts} threshold={Number(threshold)} /> : null;
    },
  },
];

const trendColumn = (recent: ReadonlyMap<string, readonly (number | null)[]> | undefined): DataColumn<Line> => ({
  name: 'trend',
  title: t('trend.weeks'),
  width: '96px',
  cell: ({ subnet }) => {
    const percents = recent?.get(String(subnet.id));
    return percents ? <Sparkline percents={percents} /> : null;
  },
  isMinor: true,
});

interface BranchProperties {
  readonly line: Line;
  readonly isClosed: boolean;
  readonly toggle: (id: string) => void;
}

function Branch({ line: { subnet, depth, children }, isClosed, toggle }: BranchProperties) {
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
