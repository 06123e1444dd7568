import type { TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { labelOf } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { LimitedInput } from './limited-text';

interface Properties extends Omit<TextInputProps, 'value' | 'onChange' | 'max' | 'label'> {
  readonly kind: string;
  readonly name: string;
  readonly value: string;
  readonly change: (value: string) => void;
}

export function KindText({ kind, name, change, ...others }: Properties) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const max = kinds.find((each) => each.name === kind)?.fields.find((field) => field.name === name)?.max;
  return (
    <LimitedInput {...others} label={labelOf(name, kind)} max={max} onChange={(event) => change(event.currentTarget.value)} />
  );
}
