import { GraphIcon, HistoryIcon, HomeIcon, InboxIcon, TableIcon, TelescopeIcon, UploadIcon } from '@primer/octicons-react';
import { useCanImport } from '../api/queries';

/** The pages at the top of the navigation, which the search also finds. */
const pages = [
  { to: '/', textKey: 'nav.overview', Picture: HomeIcon },
  { to: '/map', textKey: 'nav.map', Picture: TableIcon },
  { to: '/changes', textKey: 'nav.changes', Picture: HistoryIcon },
  { to: '/requests', textKey: 'nav.requests', Picture: InboxIcon },
  { to: '/reports', textKey: 'nav.reports', Picture: GraphIcon },
  { to: '/lookup', textKey: 'nav.lookup', Picture: TelescopeIcon },
  { to: '/import', textKey: 'nav.import', Picture: UploadIcon },
] as const;

/** Returns the pages that the user may open. */
export function usePages(): readonly (typeof pages)[number][] {
  const canImport = useCanImport();
  return pages.filter(({ to }) => to !== '/import' || canImport);
}
