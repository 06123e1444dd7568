import { Code, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Change } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { useNames } from '../../api/use-names';
import { t } from '../../texts/text';
import { RecordPageLink } from '../../ui/page/links';
import { Quiet } from '../../ui/page/quiet';
import { useServiceZone } from '../../ui/values/timestamp';
import { instantOf, localTime } from '../../values/time';

export function ChangeValues({ change: { kind, before, after } }: { change: Change }) {
  const zone = useServiceZone();
  const { data: kinds = [] } = useQuery(kindsQuery);
  const fields = new Map((kinds.find(({ name }) => name === kind)?.fields ?? []).map((field) => [field.name, field]));
  const values: Record<'before' | 'after', Readonly<Record<string, unknown>>> = { before: before ?? {}, after: after ?? {} };
  const names = [...new Set([...Object.keys(values.before), ...Object.keys(values.after)])];
  const records = useNames(names.flatMap((name) => fields.get(name) ?? []));
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

interface ValueProperties {
  readonly text: string;
  readonly to: { readonly kind: string; readonly id: string } | undefined;
}

const Value = ({ text, to }: ValueProperties) => (
  <Table.Td>{text ? <Code>{to ? <RecordPageLink {...to}>{text}</RecordPageLink> : text}</Code> : null}</Table.Td>
);
