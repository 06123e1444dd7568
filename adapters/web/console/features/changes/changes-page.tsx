import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { kindTitle } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { Card, Heading } from '../../ui/page/page';
import { type ChangeConditions, ChangeList } from './change-list';

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

type ChangeSearch = Partial<Record<'kind' | 'objectId' | 'subnet' | 'by' | 'app' | 'from' | 'to', string>>;

function ChangeFilter({ search }: { search: ChangeSearch }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const navigate = useNavigate();
  const change = (next: ChangeSearch) => void navigate({ to: '/changes', search: { ...search, ...next }, replace: true });
  const later = useDebouncedCallback(change, 300);
  const text = (name: 'by' | 'app' | 'objectId' | 'from' | 'to', label: string, type: string, width: number) => (
    <TextInput
      key={search[name] === undefined ? `no ${name}` : name}
      size="xs"
      w={width}
      type={type}
      aria-label={label}
      placeholder={label}
      title={label}
      {...(type === 'date' ? { leftSection: <span className="since">{label}</span>, leftSectionWidth: 44 } : {})}
      defaultValue={search[name] ?? ''}
      onChange={(event) => later({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Group gap={6} className="filters">
      <Select
        aria-label={t('changes.of')}
        placeholder={t('changes.ofAll')}
        size="xs"
        w={140}
        clearable
        data={kinds.map((kind) => ({ value: kind.name, label: kindTitle(kind) }))}
        value={search.kind ?? null}
        onChange={(kind) => change({ kind: kind ?? '' })}
      />
      {text('objectId', t('changes.id'), 'text', 110)}
      {text('by', t('changes.user'), 'text', 110)}
      {text('app', t('one.app'), 'text', 100)}
      {text('from', t('changes.from'), 'date', 158)}
      {text('to', t('changes.to'), 'date', 158)}
      {Object.keys(search).length > 0 ? (
        <Button size="compact-xs" variant="subtle" onClick={() => void navigate({ to: '/changes', search: {} })}>
          {t('common.all')}
        </Button>
      ) : null}
    </Group>
  );
}
