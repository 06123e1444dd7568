import { Button, Code, Group, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Change, failureOf } from '../../api/client';
import { labelOf, useNames } from '../../api/kinds';
import { changesPage, useKind } from '../../api/queries';
import { t } from '../../texts/text';
import { RecordPageLink } from '../../ui/page/links';
import { Empty, Failure, Loading, Quiet } from '../../ui/page/page';
import { MoreRows } from '../../ui/tables/data-table';
import { useServiceZone } from '../../ui/values/timestamp';
import { instantOf, localTime } from '../../values/time';
import { ChangeLine, type ChangeNames, OwnChangeLine, useChangeNames } from './change-line';

export type ChangeConditions = Readonly<Record<string, string>>;

interface ListProperties {
  readonly conditions: ChangeConditions;
  readonly empty: string;
  /** Changes per request. */
  readonly size?: number;
  /** Whether all changes belong to one record, whose name the page shows. */
  readonly isOfOne?: boolean;
}

export function ChangeList({ conditions, empty, size = 60, isOfOne = false }: ListProperties) {
  const { data, error, fetchNextPage, hasNextPage, isFetching, refetch } = useInfiniteQuery({
    queryKey: ['register', 'changes', 'all', conditions],
    queryFn: ({ pageParam }) => changesPage(pageParam, size, conditions),
    initialPageParam: 'now',
    getNextPageParam: (page) => ('before' in page ? (page.before ?? undefined) : undefined),
  });
  const changes = data?.pages.flatMap((page) => page.changes);
  const names = useChangeNames(changes ?? []);
  const failure = failureOf({ data, error });
  if (failure) return <Failure error={failure} retry={() => void refetch()} />;
  if (!changes) return <Loading lines={10} />;
  if (changes.length === 0 && !hasNextPage) return <Empty title={empty}>{isOfOne ? t('changes.noneOfOneHelp') : null}</Empty>;
  return (
    <>
      <div className="lines">
        {changes.map((change) => (
          <Entry key={change.id} change={change} names={names} isOfOne={isOfOne} />
        ))}
      </div>
      {hasNextPage ? <MoreRows label={t('changes.older')} busy={isFetching} read={() => void fetchNextPage()} /> : null}
    </>
  );
}

function Entry({ change, names, isOfOne }: { change: Change; names: ChangeNames; isOfOne: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Group gap={0} wrap="nowrap">
        <div style={{ flex: 1, minWidth: 0 }}>
          {isOfOne ? <OwnChangeLine change={change} /> : <ChangeLine change={change} names={names} />}
        </div>
        <Button variant="subtle" color="gray" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'changes.less' : 'changes.values')}
        </Button>
      </Group>
      {isOpen ? <ChangeValues change={change} /> : null}
    </div>
  );
}

function ChangeValues({ change: { kind, before, after } }: { change: Change }) {
  const zone = useServiceZone();
  const fields = new Map(useKind(kind)?.fields.map((field) => [field.name, field]));
  const values: Record<'before' | 'after', Readonly<Record<string, unknown>>> = { before: before ?? {}, after: after ?? {} };
  const names = [...new Set([...Object.keys(values.before), ...Object.keys(values.after)])];
  const records = useNames(names.map((name) => ({ kind: fields.get(name)?.refersTo ?? null })));
  const print = (name: string, value: unknown) => {
    const text = value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
    const { type, refersTo } = fields.get(name) ?? { type: 'text', refersTo: null };
    if (type === 'flag' && text !== '') return t(/^(?:1|true)$/.test(text) ? 'common.yes' : 'common.no');
    if (type === 'timestamp') return timeText(text, zone);
    return records.get(refersTo ?? '')?.get(text) ?? text;
  };
  const link = (name: string, value: unknown) => {
    const { refersTo } = fields.get(name) ?? { refersTo: null };
    const isKnown = refersTo && /^[1-9]\d*$/.test(String(value)) && records.get(refersTo)?.has(String(value));
    return isKnown ? { kind: refersTo, id: String(value) } : undefined;
  };
  return (
    <Table withRowBorders={false} ml={22} mb="xs" w="auto" verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('values.field')}</Table.Th>
          <Table.Th>{t('values.before')}</Table.Th>
          <Table.Th>{t('values.after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Td>
              <Quiet>{labelOf(name, kind)}</Quiet>
            </Table.Td>
            <Value text={print(name, values.before[name])} to={link(name, values.before[name])} />
            <Value text={print(name, values.after[name])} to={link(name, values.after[name])} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function timeText(text: string, zone: string): string {
  const instant = instantOf(text, zone);
  return instant === undefined ? '' : localTime(instant);
}

const Value = ({ text, to }: { text: string; to: { readonly kind: string; readonly id: string } | undefined }) => (
  <Table.Td>{text ? <Code>{to ? <RecordPageLink {...to}>{text}</RecordPageLink> : text}</Code> : null}</Table.Td>
);
