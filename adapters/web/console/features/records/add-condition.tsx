import { Button, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { type FormEvent, useState } from 'react';
import { type FieldDescription, type KindDescription, labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { Field } from '../../ui/forms/field';
import { type Condition, isFilterable, type Operator, operatorsOf, operatorText } from './conditions';

interface Properties {
  readonly kind: KindDescription;
  readonly add: (condition: Condition) => void;
}

export function AddCondition({ kind, add }: Properties) {
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

function ConditionForm({ kind, add }: Properties) {
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
