import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { kindsQuery } from '../../api/queries';
import { headline } from '../../values/headline';
import type { ChangeSearch } from './change-search';

/** Asks whose changes are shown, of what, and of which days; the answer stands in the address of the page. */
export function ChangeFilter({ search }: { search: ChangeSearch }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const navigate = useNavigate();
  const change = (next: ChangeSearch) => void navigate({ to: '/changes', search: { ...search, ...next }, replace: true });
  const later = useDebouncedCallback(change, 300);
  const text = (name: 'by' | 'objectId' | 'from' | 'to', label: string, type: string, width: number) => (
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
    <Group gap={6}>
      <Select
        aria-label="Of what"
        placeholder="Of everything"
        size="xs"
        w={140}
        clearable
        data={kinds.map(({ name, title }) => ({ value: name, label: headline(title) }))}
        value={search.kind ?? null}
        onChange={(kind) => change({ kind: kind ?? '' })}
      />
      {text('objectId', 'Id', 'text', 70)}
      {text('by', 'User', 'text', 110)}
      {text('from', 'Since', 'date', 158)}
      {text('to', 'Until', 'date', 158)}
      {Object.keys(search).length > 0 ? (
        <Button size="compact-xs" variant="subtle" onClick={() => void navigate({ to: '/changes', search: {} })}>
          All
        </Button>
      ) : null}
    </Group>
  );
}
