import { NumberInput, Select } from '@mantine/core';
import { useSectionsAt } from '../../api/queries';
import { t } from '../../texts/text';
import { bitsOf } from '../../values/ip';

interface Properties {
  readonly label: string;
  readonly value: number;
  readonly change: (mask: number) => void;
  readonly min: number;
  /** An address of the network. Its family determines the maximum length. */
  readonly address: string;
}

export const PrefixLength = ({ label, value, change, min, address }: Properties) => (
  <NumberInput
    label={label}
    value={value}
    onChange={(mask) => change(Number(mask))}
    min={min}
    max={bitsOf(address)}
    allowDecimal={false}
    allowNegative={false}
    data-autofocus
  />
);

export const SectionChoice = ({ value, change }: { value: number; change: (section: number) => void }) => (
  <Select
    label={t('section.one')}
    data={useSectionsAt(3).map(({ id, name }) => ({ value: String(id), label: name }))}
    value={String(value)}
    onChange={(section) => change(Number(section ?? value))}
    allowDeselect={false}
  />
);
