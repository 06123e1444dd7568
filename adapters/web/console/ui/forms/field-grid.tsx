import { SimpleGrid } from '@mantine/core';
import type { FieldDescription } from '../../api/kinds';
import { Field } from './field';

interface Properties {
  readonly kind: string;
  readonly fields: readonly FieldDescription[];
  readonly valueIn: (field: FieldDescription) => string;
  readonly change: (field: FieldDescription, value: string) => void;
}

/** Whether the field is a text input. A select input would open its list on focus. */
const isWritten = ({ type }: FieldDescription): boolean => !['flag', 'enum', 'reference'].includes(type);

export const FieldGrid = ({ kind, fields, valueIn, change }: Properties) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="xs">
    {fields.map((field) => (
      <Field
        key={field.name}
        kind={kind}
        field={field}
        value={valueIn(field)}
        onChange={(value) => change(field, value)}
        isFirst={field === fields.find(isWritten)}
      />
    ))}
  </SimpleGrid>
);
