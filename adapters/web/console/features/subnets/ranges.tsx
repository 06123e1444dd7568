import { ActionIcon, Button, Group } from '@mantine/core';
import { PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import type { AnyRecord } from '../../api/client';
import { type RangeUsage, rangesQuery, rangeUsageQuery } from '../../api/queries';
import { t, textFor } from '../../texts/text';
import { type NetworkAt, openDialog } from '../../ui/dialogs/dialogs';
import { Empty, Failure, Loading, Quiet } from '../../ui/page/page';
import { type DataColumn, DataTable, fieldColumns } from '../../ui/tables/data-table';
import { UsageBar } from '../../ui/values/usage-bar';
import { count } from '../../values/numbers';

export function Ranges({ network, mayChange }: { network: NetworkAt; mayChange: boolean }) {
  const { data: ranges, error } = useQuery(rangesQuery(network.id));
  const { data: usage = [] } = useQuery(rangeUsageQuery(network.id));
  if (error) return <Failure error={error} />;
  if (!ranges) return <Loading />;
  const used = new Map(usage.map((each) => [String(each.id), each]));
  return (
    <>
      {mayChange ? (
        <Group p="sm">
          <Button
            size="xs"
            leftSection={<PlusIcon size={14} />}
            onClick={() => openDialog({ dialog: 'record', kind: 'range', fixed: { subnetId: String(network.id) } })}
          >
            {t('create.range')}
          </Button>
        </Group>
      ) : null}
      {ranges.length === 0 ? (
        <Empty title={t('empty.range')}>{t('purpose.range')}</Empty>
      ) : (
        <Rows ranges={ranges} used={used} mayChange={mayChange} />
      )}
    </>
  );
}

interface RowsProperties {
  readonly ranges: readonly AnyRecord[];
  readonly used: ReadonlyMap<string, RangeUsage>;
  readonly mayChange: boolean;
}

function Rows({ ranges, used, mayChange }: RowsProperties) {
  const column = fieldColumns('range');
  const width = 'minmax(110px, 1.2fr)';
  const columns: readonly DataColumn<AnyRecord>[] = [
    column('name', 'minmax(118px, 1.6fr)', { look: 'strong' }),
    column('first', width, { look: 'mono' }),
    column('last', width, { look: 'mono', isMinor: true }),
    column('purpose', '70px', { text: ({ purpose }) => textFor(`value.purpose.${purpose}`, String(purpose)), isMinor: true }),
    column('allocation', width, {
      text: ({ allocation }) => textFor(`value.allocation.${allocation}`, String(allocation)),
      isMinor: true,
    }),
    {
      name: 'use',
      title: t('range.use'),
      width: 'minmax(110px, 1fr)',
      cell: ({ id }) => <Use usage={used.get(String(id))} />,
      isMinor: true,
    },
    ...(mayChange ? [{ name: 'menu', title: '', width: '56px', cell: (range: AnyRecord) => <RowActions range={range} /> }] : []),
  ];
  return (
    <DataTable
      label={t('kind.range')}
      columns={columns}
      items={ranges}
      keyOf={({ id }) => String(id)}
      rowHeight={46}
      empty={null}
    />
  );
}

const Use = ({ usage }: { usage: RangeUsage | undefined }) =>
  usage ? (
    <>
      <UsageBar used={usage.used} size={usage.maxhosts} threshold={0} />
      <Quiet size="xs">{t('range.usedOf', { used: count(usage.used), size: count(usage.maxhosts) })}</Quiet>
    </>
  ) : null;

function RowActions({ range }: { range: AnyRecord }) {
  const name = String(range.name);
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ActionIcon
        size="sm"
        aria-label={t('range.edit', { name })}
        onClick={() =>
          openDialog({ dialog: 'record', kind: 'range', record: range, fixed: { subnetId: String(range.subnetId) } })
        }
      >
        <PencilIcon size={14} />
      </ActionIcon>
      <ActionIcon
        size="sm"
        aria-label={t('range.delete', { name })}
        onClick={() => openDialog({ dialog: 'delete', path: `ranges/${range.id}/`, name })}
      >
        <TrashIcon size={14} />
      </ActionIcon>
    </Group>
  );
}

export function RangesInUse({ id }: { id: number }) {
  const { data = [] } = useQuery(rangeUsageQuery(id));
  return data.slice(0, shown).map((range) => (
    <Quiet key={String(range.id)} size="xs">
      {t('range.inUse', { name: range.name, used: count(range.used), size: count(range.maxhosts) })}
    </Quiet>
  ));
}

/** Number of ranges in the summary of a network; the tab has all of them. */
const shown = 8;
