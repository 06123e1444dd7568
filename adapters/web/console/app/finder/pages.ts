import { useQuery } from '@tanstack/react-query';
import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { isListed, kindTitle } from '../../api/kinds';
import { useCanImport } from '../../api/may-import';
import { kindsQuery, sectionsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { adminPages, isAdminPageOpen } from '../../features/admin/admin-pages';
import { t } from '../../texts/text';
import { type Hit, hasWords, isExactly } from './hits';

type Page = Pick<Hit, 'id' | 'label' | 'open'>;

export function usePages(text: string): readonly Hit[] {
  const navigate = useNavigate();
  const canImport = useCanImport();
  const rights = useRights();
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { data: sections = [] } = useQuery(sectionsQuery);
  if (text === '') return [];
  const pages: readonly Page[] = [
    ...alwaysThere(navigate),
    ...(canImport ? [{ id: 'import', label: t('nav.import'), open: () => void navigate({ to: '/import' }) }] : []),
    ...sections.map(({ id, name }) => ({
      id: `section-${id}`,
      label: t('search.section', { name }),
      open: () => void navigate({ to: '/sections/$id', params: { id: String(id) } }),
    })),
    ...kinds
      .filter((kind) => isListed(kind) && rights.reads(kind.name))
      .map((kind) => ({
        id: `kind-${kind.name}`,
        label: kindTitle(kind),
        open: () => void navigate({ to: '/records/$kind', params: { kind: kind.name }, search: {} }),
      })),
    ...adminPages
      .filter((page) => isAdminPageOpen(page, rights))
      .map((page) => ({
        id: `admin-${page}`,
        label: t(`admin.${page}`),
        open: () => void navigate({ to: '/admin/$part', params: { part: page } }),
      })),
  ];
  return pages
    .filter(({ label }) => hasWords(label, text))
    .map((page) => ({ ...page, description: '', sort: t('search.page'), isExact: isExactly(text, page.label) }));
}

const alwaysThere = (navigate: UseNavigateResult<string>): readonly Page[] => [
  { id: 'overview', label: t('nav.overview'), open: () => void navigate({ to: '/' }) },
  { id: 'map', label: t('nav.map'), open: () => void navigate({ to: '/map' }) },
  { id: 'changes', label: t('nav.changes'), open: () => void navigate({ to: '/changes' }) },
  { id: 'requests', label: t('nav.requests'), open: () => void navigate({ to: '/requests' }) },
  { id: 'reports', label: t('nav.reports'), open: () => void navigate({ to: '/reports' }) },
  { id: 'lookup-page', label: t('nav.lookup'), open: () => void navigate({ to: '/lookup' }) },
  { id: 'account', label: t('user.account'), open: () => void navigate({ to: '/account' }) },
];
