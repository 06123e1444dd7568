import { GraphIcon, HistoryIcon, HomeIcon, InboxIcon, TableIcon, TelescopeIcon, UploadIcon } from '@primer/octicons-react';
import { useCanImport } from '../api/queries';

/** The pages at the top of the navigation, which the search also finds. */
const pages = [
  { to: '/', label: 'nav.overview', Picture: HomeIcon },
  { to: '/map', label: 'nav.map', Picture: TableIcon },
  { to: '/changes', label: 'nav.changes', Picture: HistoryIcon },
  { to: '/requests', label: 'nav.requests', Picture: InboxIcon },
  { to: '/reports', label: 'nav.reports', Picture: GraphIcon },
  { to: '/lookup', label: 'nav.lookup', Picture: TelescopeIcon },
  { to: '/import', label: 'nav.import', Picture: UploadIcon },
] as const;

/** Returns the pages that the user may open. */
export function usePages(): readonly (typeof pages)[number][] {
  const canImport = useCanImport();
  return pages.filter(({ to }) => to !== '/import' || canImport);
}
