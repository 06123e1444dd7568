import { Group, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { t } from '../../texts/text';
import { Card } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { ChangeFilter } from './change-filter';
import { ChangeList } from './change-list';
import type { ChangeConditions } from './use-changes';

export function ChangesPage() {
  const search = useSearch({ from: '/changes' });
  const conditions = filterOf(search);
  const empty = Object.keys(conditions).length > 0 ? 'changes.noMatch' : 'changes.none';
  return (
    <Stack gap={12}>
      <Group justify="space-between">
        <Heading>{t('nav.changes')}</Heading>
        <ChangeFilter search={search} />
      </Group>
      <Card>
        <ChangeList conditions={conditions} empty={t(empty)} />
      </Card>
    </Stack>
  );
}

/** Days are in the browser's time zone and include the last day. */
function filterOf(search: Readonly<Record<string, string | undefined>>): ChangeConditions {
  const instant = (day: string, time: string) => {
    const at = new Date(`${day}T${time}`);
    return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined;
  };
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => {
      if (!value) return [];
      if (name !== 'from' && name !== 'to') return [[name, value]];
      const at = instant(value, name === 'from' ? '00:00:00' : '23:59:59');
      return at ? [[name, at]] : [];
    }),
  );
}
