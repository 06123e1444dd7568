import { Button, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { PlusIcon, XIcon } from '@primer/octicons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type FieldDescription, type KindDescription, labelOf, useNames } from '../../api/kinds';
import { t, textFor } from '../../texts/text';
import { Field } from '../../ui/forms/field';
import { Quiet } from '../../ui/page/page';
import { ColumnChoice, type OfferedColumn } from '../../ui/tables/column-choice';
import { SearchInput } from '../../ui/tables/search-input';
import { SelectedRows } from './bulk-dialog';
import {
  type Condition,
  conditionText,
  isFilterable,
  type Operator,
  operatorsOf,
  operatorText,
  printCondition,
} from './conditions';
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

interface ConditionProperties {
  readonly kind: KindDescription;
  readonly add: (condition: Condition) => void;
}

function AddCondition({ kind, add }: ConditionProperties) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={260}
      withArrow
      shadow="md"
      trapFocus
      closeOnClickOutside={false} // lists of options are outside of the form
    >
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<PlusIcon size={12} />} onClick={() => setOpen(!isOpen)}>
          {t('table.condition')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ConditionForm
          kind={kind}
          add={(condition) => {
            add(condition);
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

const byLabel = (kind: KindDescription, fields: readonly FieldDescription[]) =>
  fields
    .map(({ name }) => ({ value: name, label: labelOf(name, kind.name) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));

function ConditionForm({ kind, add }: ConditionProperties) {
  const fields = kind.fields.filter(isFilterable);
  const [name, setName] = useState(fields[0]?.name ?? '');
  const [operator, setOperator] = useState<string>();
  const [value, setValue] = useState('');
  const field = fields.find((each) => each.name === name);
  if (!field) return null;
  const offered = operatorChoices(field);
  const chosen = offered.find((each) => each.value === operator) ?? offered[0];
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (chosen) add({ field: name, operator: chosen.operator, value: chosen.operand ?? (value || defaultOf(field)) });
  };
  return (
    <form onSubmit={send}>
      <Stack gap={8}>
        <NativeSelect
          label={t('table.field')}
          data={byLabel(kind, fields)}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setValue('');
          }}
        />
        <NativeSelect
          label={t('table.operator')}
          data={offered.map(({ value: each, label }) => ({ value: each, label }))}
          value={chosen?.value ?? ''}
          onChange={(event) => setOperator(event.currentTarget.value)}
        />
        {chosen?.operand === undefined ? <Value kind={kind.name} field={field} value={value} change={setValue} /> : null}
        <Button type="submit">{t('table.addCondition')}</Button>
      </Stack>
    </form>
  );
}

interface OperatorChoice {
  readonly value: string;
  readonly label: string;
  readonly operator: Operator;
  /** The value, if the operator needs no user input. */
  readonly operand?: string;
}

const operatorChoices = (field: FieldDescription): readonly OperatorChoice[] =>
  operatorsOf(field).flatMap((operator): readonly OperatorChoice[] =>
    operator === 'null'
      ? [
          { value: 'empty', label: t('table.operator.empty'), operator, operand: '1' },
          { value: 'set', label: t('table.operator.set'), operator, operand: '0' },
        ]
      : [{ value: operator, label: operatorText(operator), operator }],
  );

const defaultOf = ({ type }: FieldDescription): string => (type === 'flag' ? '1' : '');

interface ValueProperties {
  readonly kind: string;
  readonly field: FieldDescription;
  readonly value: string;
  readonly change: (value: string) => void;
}

function Value({ kind, field, value, change }: ValueProperties) {
  if (field.type === 'flag')
    return (
      <NativeSelect
        label={t('table.value')}
        data={[
          { value: '1', label: t('common.yes') },
          { value: '0', label: t('common.no') },
        ]}
        value={value || '1'}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  if (field.type === 'reference' || field.type === 'enum')
    return <Field kind={kind} field={{ ...field, isRequired: true, comment: '' }} value={value} onChange={change} />;
  return (
    <TextInput
      label={t('table.value')}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      {...(field.type === 'date' ? { type: 'date' } : {})}
    />
  );
}
