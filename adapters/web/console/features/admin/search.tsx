import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FilterInput } from '../../ui/tables/search-input';
import type { AdminSearch } from './admin-pages';

type Changes = { readonly [K in keyof AdminSearch]?: AdminSearch[K] | undefined };

export function useAdminSearch(): { readonly search: AdminSearch; readonly change: (changes: Changes) => void } {
  const search = useSearch({ from: '/admin/$part' });
  const navigate = useNavigate({ from: '/admin/$part' });
  const change = (changes: Changes) => {
    const all = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined);
    void navigate({ search: Object.fromEntries(all), replace: Object.hasOwn(changes, 'find') });
  };
  return { search, change };
}

/** The filter of a table, which is part of the URL. `includes` returns whether a text contains it. */
export function useFilter(): { readonly filter: ReactNode; readonly includes: (text: string) => boolean } {
  const { search, change } = useAdminSearch();
  const find = search.find ?? '';
  return {
    filter: <FilterInput value={find} change={(next) => change({ find: next || undefined })} />,
    includes: (text) => text.toLowerCase().includes(find.toLowerCase()),
  };
}
