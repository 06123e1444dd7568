import { Button } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import { type FieldDescription, type KindDescription, labelOf } from '../../api/kinds';
import { t, textFor } from '../../texts/text';
import { type Condition, conditionText } from './conditions';
import { useReferenceNames } from './references';

interface Properties {
  readonly kind: KindDescription;
  readonly conditions: readonly Condition[];
  readonly remove: (condition: Condition) => void;
}

export const ConditionChips = ({ kind, conditions, remove }: Properties) =>
  conditions.map((condition) => {
    const field = kind.fields.find(({ name }) => name === condition.field);
    return field ? (
      <Chip
        key={`${condition.field} ${condition.operator} ${condition.value}`}
        kind={kind.name}
        field={field}
        condition={condition}
        remove={() => remove(condition)}
      />
    ) : null;
  });

interface ChipProperties {
  readonly kind: string;
  readonly field: FieldDescription;
  readonly condition: Condition;
  readonly remove: () => void;
}

function Chip({ kind, field, condition, remove }: ChipProperties) {
  const { value } = condition;
  const nameOf = useReferenceNames(field.refersTo ?? '', field.refersTo ? [value] : []);
  const text = conditionText(condition, kind, nameOf(value) ?? valueText(field, value));
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

export const byLabel = (kind: KindDescription, fields: readonly FieldDescription[]) =>
  fields
    .map(({ name }) => ({ value: name, label: labelOf(name, kind.name) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
