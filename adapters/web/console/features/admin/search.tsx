import { TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../texts/text';
import type { AdminSearch } from './admin-pages';

export function useAdminSearch() {
  const search = useSearch({ from: '/admin/$part' });
  const navigate = useNavigate({ from: '/admin/$part' });
  /** Changes some members of the URL; undefined removes a member. */
  const change = (changes: Partial<AdminSearch>) =>
    void navigate({ search: { ...search, ...changes }, replace: Object.hasOwn(changes, 'find') });
  return { search, change };
}

/** The filter of a table, which is part of the URL. `includes` returns whether a text contains it. */
export function useFilter(): { readonly filter: ReactNode; readonly includes: (text: string) => boolean } {
  const { search, change } = useAdminSearch();
  const find = search.find ?? '';
  return {
    filter: (
      <TextInput
        size="xs"
        aria-label={t('common.filter')}
        placeholder={t('common.filter')}
        w={{ base: 110, xs: 180 }}
        leftSection={<SearchIcon size={14} />}
        value={find}
        onChange={(event) => change({ find: event.currentTarget.value || undefined })}
      />
    ),
    includes: (text) => text.toLowerCase().includes(find.toLowerCase()),
  };
}
