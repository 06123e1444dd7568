import { GraphIcon, HistoryIcon, HomeIcon, InboxIcon, TableIcon, TelescopeIcon, UploadIcon } from '@primer/octicons-react';
import { useCanImport } from '../api/queries';

/** The pages at the top of the navigation, which the search also finds. */
const pages = [
  { to: '/', titleKey: 'nav.overview', Picture: HomeIcon },
  { to: '/map', titleKey: 'nav.map', Picture: TableIcon },
  { to: '/changes', titleKey: 'nav.changes', Picture: HistoryIcon },
  { to: '/requests', titleKey: 'nav.requests', Picture: InboxIcon },
  { to: '/reports', titleKey: 'nav.reports', Picture: GraphIcon },
  { to: '/lookup', titleKey: 'nav.lookup', Picture: TelescopeIcon },
  { to: '/import', titleKey: 'nav.import', Picture: UploadIcon },
] as const;

/** Returns the pages that the user may open. */
export function usePages(): readonly (typeof pages)[number][] {
  const canImport = useCanImport();
  return pages.filter(({ to }) => to !== '/import' || canImport);
}
