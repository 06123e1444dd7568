import { ActionIcon, Button, Group, Table, Text } from '@mantine/core';
import { PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import type { AnyRecord } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { type RangeUsage, rangesQuery, rangeUsageQuery } from '../../api/queries';
import { t, textFor } from '../../texts/text';
import { type NetworkAt, openDialog } from '../../ui/dialogs/dialogs';
import { Empty, Failure, Loading } from '../../ui/page/card';
import { UsageBar } from '../../ui/values/usage-bar';
import { count } from '../../values/numbers';

interface Properties {
  readonly network: NetworkAt;
  readonly mayChange: boolean;
}

export function Ranges({ network, mayChange }: Properties) {
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

const Rows = ({ ranges, used, mayChange }: RowsProperties) => (
  <Table.ScrollContainer minWidth={640}>
    <Table>
      <Table.Thead>
        <Table.Tr>
          {['name', 'first', 'last', 'purpose', 'allocation'].map((name) => (
            <Table.Th key={name}>{labelOf(name, 'range')}</Table.Th>
          ))}
          <Table.Th>{t('range.use')}</Table.Th>
          <Table.Th />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ranges.map((range) => (
          <Row key={String(range.id)} range={range} usage={used.get(String(range.id))} mayChange={mayChange} />
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

function Row({ range, usage, mayChange }: { range: AnyRecord; usage: RangeUsage | undefined; mayChange: boolean }) {
  const name = String(range.name);
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td className="mono">{String(range.first)}</Table.Td>
      <Table.Td className="mono">{String(range.last)}</Table.Td>
      <Table.Td>{purposeName(range.purpose)}</Table.Td>
      <Table.Td>{textFor(`value.allocation.${String(range.allocation)}`, String(range.allocation))}</Table.Td>
      <Table.Td>
        {usage ? (
          <>
            <UsageBar used={usage.used} size={usage.maxhosts} threshold={0} />
            <Text size="xs" className="quiet">
              {t('range.usedOf', { used: count(usage.used), size: count(usage.maxhosts) })}
            </Text>
          </>
        ) : null}
      </Table.Td>
      <Table.Td>{mayChange ? <RowActions range={range} name={name} /> : null}</Table.Td>
    </Table.Tr>
  );
}

const RowActions = ({ range, name }: { range: AnyRecord; name: string }) => (
  <Group gap={4} wrap="nowrap" justify="flex-end">
    <ActionIcon
      size="sm"
      aria-label={t('range.edit', { name })}
      onClick={() => openDialog({ dialog: 'record', kind: 'range', record: range, fixed: { subnetId: String(range.subnetId) } })}
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

export const purposeName = (purpose: unknown): string => textFor(`value.purpose.${String(purpose)}`, String(purpose));

export function RangesInUse({ id }: { id: number }) {
  const { data = [] } = useQuery(rangeUsageQuery(id));
  return data.slice(0, shown).map((range) => (
    <Text key={String(range.id)} size="xs" className="quiet">
      {t('range.inUse', { name: range.name, used: count(range.used), size: count(range.maxhosts) })}
    </Text>
  ));
}

/** Number of ranges in the summary of a network; the tab has all of them. */
const shown = 8;
