import { NumberInput } from '@mantine/core';
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
