import { TextInput, type TextInputProps } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { t } from '../../texts/text';

interface Properties extends Pick<TextInputProps, 'w' | 'placeholder'> {
  readonly value: string;
  readonly change: (value: string) => void;
}

/** Where one writes what a list is to hold. */
export const FilterInput = ({ value, change, w = { base: 110, xs: 180 }, placeholder = t('common.filter') }: Properties) => (
  <TextInput
    size="xs"
    aria-label={t('common.filter')}
    placeholder={placeholder}
    w={w}
    leftSection={<SearchIcon size={14} />}
    value={value}
    onChange={(event) => change(event.currentTarget.value)}
  />
);
