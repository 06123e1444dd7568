import { TextInput, type TextInputProps, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { t } from '../../texts/text';

interface Properties {
  readonly value: string;
  readonly change: (find: string) => void;
  readonly label: string;
  readonly help?: string;
}

export function SearchInput({ value, change, label, help }: Properties) {
  const [text, setText] = useState(value);
  const changeLater = useDebouncedCallback(change, 250);
  useEffect(() => setText(value), [value]);
  return (
    <Tooltip label={help} disabled={help === undefined}>
      <TextInput
        size="xs"
        w={150}
        aria-label={label}
        placeholder={t('common.filter')}
        leftSection={<SearchIcon size={14} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          changeLater(event.currentTarget.value);
        }}
      />
    </Tooltip>
  );
}

interface FilterInputProperties extends Pick<TextInputProps, 'w' | 'placeholder'> {
  readonly value: string;
  readonly change: (value: string) => void;
}

export const FilterInput = ({
  value,
  change,
  w = { base: 110, xs: 180 },
  placeholder = t('common.filter'),
}: FilterInputProperties) => (
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
