import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { labelOf } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { t } from '../../texts/text';

/** The share of the maximum length from which the number of characters is shown. */
const shownFrom = 0.75;

function limitOf(value: string, input: Limit['max']) {
  const [length, max] = [[...value].length, Number(input ?? 0)];
  if (!max || length < max * shownFrom) return {};
  const text = t('field.length', { n: length, max });
  return length > max ? { error: text } : { description: text, inputWrapperOrder: order };
}

/** The counter is below the input, so that the input does not move. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface Limit {
  readonly value: string;
  /** The maximum length in characters; null without a limit. */
  readonly max?: number | string | null | undefined;
}

export const LimitedInput = ({ max, ...others }: Limit & Omit<TextInputProps, 'value' | 'max'>) => (
  <TextInput {...others} {...limitOf(others.value, max)} />
);

export const LimitedTextarea = ({ max, ...others }: Limit & Omit<TextareaProps, 'value'>) => (
  <Textarea {...others} {...limitOf(others.value, max)} />
);

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
