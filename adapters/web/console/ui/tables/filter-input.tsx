import { TextInput, type TextInputProps } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';

interface Properties extends Pick<TextInputProps, 'w' | 'placeholder'> {
  readonly value: string;
  readonly change: (value: string) => void;
}

/** Where one writes what a list is to hold. */
export const FilterInput = ({ value, change, w = { base: 110, xs: 180 }, placeholder = 'Filter' }: Properties) => (
  <TextInput
    size="xs"
    aria-label="Filter"
    placeholder={placeholder}
    w={w}
    leftSection={<SearchIcon size={14} />}
    value={value}
    onChange={(event) => change(event.currentTarget.value)}
  />
);
