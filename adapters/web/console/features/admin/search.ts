import { useNavigate, useSearch } from '@tanstack/react-router';
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
