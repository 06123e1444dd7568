import { Button, Group } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import type { FieldDescription, KindDescription } from '../../api/kinds';
import { useNames } from '../../api/names';
import { t, textFor } from '../../texts/text';
import { Quiet } from '../../ui/page/page';
import { ColumnChoice, type OfferedColumn } from '../../ui/tables/column-choice';
import { SearchInput } from '../../ui/tables/search-input';
import { AddCondition } from './add-condition';
import { SelectedRows } from './bulk-dialog';
import { type Condition, conditionText, printCondition } from './conditions';
import type { ChosenColumns } from './record-columns';
import type { TableSearch } from './table-search';

interface Properties {
  readonly kind: KindDescription;
  readonly search: TableSearch;
  /** Changes some members of the URL; undefined removes a member. */
  readonly change: (search: Partial<TableSearch>) => void;
  readonly conditions: readonly Condition[];
  readonly columns: ChosenColumns;
  readonly offered: readonly OfferedColumn[];
  readonly count: string;
  readonly selection?: Selection | undefined;
  readonly children?: ReactNode;
}

interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly whenDone: () => void;
}

export function TableBar({ kind, search, change, conditions, columns, offered, count, selection, children }: Properties) {
  const setConditions = (next: readonly Condition[]) => change({ where: next.length > 0 ? next.map(printCondition) : undefined });
  return (
    <Group px={14} py={8} gap={6}>
      <SearchInput value={search.find ?? ''} change={(find) => change({ find: find || undefined })} label={t('common.filter')} />
      {conditions.map((condition) => (
        <Chip
          key={printCondition(condition)}
          kind={kind}
          condition={condition}
          remove={() => setConditions(conditions.filter((each) => each !== condition))}
        />
      ))}
      <AddCondition kind={kind} add={(condition) => setConditions([...conditions, condition])} />
      <Quiet size="xs" role="status">
        {count}
      </Quiet>
      <Group gap={6} ml="auto">
        {selection && selection.ids.size > 0 ? (
          <SelectedRows
            kind={kind.name}
            number={selection.ids.size}
            readIds={async () => [...selection.ids]}
            whenDone={selection.whenDone}
          />
        ) : null}
        {children}
        <ColumnChoice offered={offered} {...columns} />
      </Group>
    </Group>
  );
}

function Chip({ kind, condition, remove }: { kind: KindDescription; condition: Condition; remove: () => void }) {
  const { value } = condition;
  const field = kind.fields.find(({ name }) => name === condition.field);
  const names = useNames(field ? [{ kind: field.refersTo, id: value }] : []).get(field?.refersTo ?? '');
  if (!field) return null;
  const text = conditionText(condition, kind.name, names?.get(value) ?? valueText(field, value));
  return (
    <Button
      size="compact-xs"
      variant="light"
      rightSection={<XIcon size={12} />}
      maw={320}
      title={text}
      aria-label={t('table.removeCondition', { condition: text })}
      onClick={remove}
    >
      {text}
    </Button>
  );
}

function valueText({ name, type }: FieldDescription, value: string): string {
  if (type === 'flag') return t(value === '1' ? 'common.yes' : 'common.no');
  return type === 'enum' ? textFor(`value.${name}.${value}`, value) : value;
}
