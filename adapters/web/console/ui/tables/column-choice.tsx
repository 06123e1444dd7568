import { ActionIcon, Button, Checkbox, Popover, Stack, Tooltip } from '@mantine/core';
import { ColumnsIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { t } from '../../texts/text';

export interface OfferedColumn {
  readonly name: string;
  readonly title: string;
}

interface Properties {
  /** The selectable columns, without the first one, which is always visible. */
  readonly offered: readonly OfferedColumn[];
  readonly shown: readonly string[];
  readonly choose: (names: readonly string[]) => void;
  readonly reset: () => void;
}

export function ColumnChoice({ offered, shown, choose, reset }: Properties) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover position="bottom-end" withArrow shadow="md" trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Tooltip label={t('addresses.columns')} disabled={isOpen}>
          <ActionIcon aria-label={t('addresses.columns')} size="sm" onClick={() => setOpen(!isOpen)}>
            <ColumnsIcon size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown mah="min(440px, calc(100dvh - 120px))" style={{ overflow: 'auto' }}>
        <Stack gap={6}>
          {offered.map(({ name, title }) => (
            <Checkbox
              key={name}
              size="xs"
              label={title}
              checked={shown.includes(name)}
              onChange={(event) => choose(event.currentTarget.checked ? [...shown, name] : shown.filter((each) => each !== name))}
            />
          ))}
          <Button size="compact-xs" variant="subtle" onClick={reset}>
            {t('addresses.columnsReset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
