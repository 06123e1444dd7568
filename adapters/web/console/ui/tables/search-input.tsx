import { TextInput, Tooltip } from '@mantine/core';
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
