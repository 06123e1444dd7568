import { Select } from '@mantine/core';
import { t } from '../../texts/text';
import { inUnit } from '../../values/numbers';

const lengths = [
  { seconds: 600, value: 10, unit: 'minute' },
  { seconds: 3600, value: 1, unit: 'hour' },
  { seconds: 86_400, value: 1, unit: 'day' },
  { seconds: 604_800, value: 7, unit: 'day' },
  { seconds: 2_592_000, value: 30, unit: 'day' },
] as const;

const choices = () => lengths.map(({ seconds, value, unit }) => ({ value: String(seconds), label: inUnit(value, unit, 'long') }));

export const shortest = '600';

/** The shortest choice above a number of seconds, as a text; the longest one if there is none. */
export const choiceAbove = (least: number): string =>
  String((lengths.find(({ seconds }) => seconds > least) ?? lengths[lengths.length - 1] ?? lengths[0]).seconds);

interface Properties {
  readonly label: string;
  /** Seconds; empty for no hold. */
  readonly value: string;
  readonly onChange: (seconds: string) => void;
  readonly mayStay?: boolean;
}

export const HoldChoice = ({ label, value, onChange, mayStay = false }: Properties) => (
  <Select
    label={label}
    data={mayStay ? [{ value: '', label: t('hold.none') }, ...choices()] : choices()}
    value={value}
    onChange={(seconds) => onChange(seconds ?? '')}
    allowDeselect={false}
  />
);
