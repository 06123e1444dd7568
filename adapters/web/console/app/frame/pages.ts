import { useQuery } from '@tanstack/react-query';
import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { isListed, kindTitle } from '../../api/kinds';
import { useCanImport } from '../../api/may-import';
import { kindsQuery, sectionsQuery } from '../../api/queries';
import { t } from '../../texts/text';

interface Page {
  readonly id: string;
  readonly label: string;
  readonly onClick: () => void;
}

/** The pages whose names contain the text. */
export function usePages(text: string): readonly Page[] {
  const navigate = useNavigate();
  const canImport = useCanImport();
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { data: sections = [] } = useQuery(sectionsQuery);
  const pages = [
    ...alwaysThere(navigate),
    ...(canImport ? [{ id: 'import', label: t('nav.import'), onClick: () => void navigate({ to: '/import' }) }] : []),
    ...sections.map(({ id, name }) => ({
      id: `section-${id}`,
      label: t('search.section', { name }),
      onClick: () => void navigate({ to: '/sections/$id', params: { id: String(id) } }),
    })),
    ...kinds.filter(isListed).map((kind) => ({
      id: `kind-${kind.name}`,
      label: kindTitle(kind),
      onClick: () => void navigate({ to: '/records/$kind', params: { kind: kind.name } }),
    })),
  ];
  const wanted = text.trim().toLowerCase();
  return pages.filter(({ label }) => label.toLowerCase().includes(wanted));
}

const alwaysThere = (navigate: UseNavigateResult<string>): readonly Page[] => [
  { id: 'overview', label: t('nav.overview'), onClick: () => void navigate({ to: '/' }) },
  { id: 'map', label: t('nav.map'), onClick: () => void navigate({ to: '/map' }) },
  { id: 'changes', label: t('nav.changes'), onClick: () => void navigate({ to: '/changes' }) },
  { id: 'requests', label: t('nav.requests'), onClick: () => void navigate({ to: '/requests' }) },
  { id: 'reports', label: t('nav.reports'), onClick: () => void navigate({ to: '/reports' }) },
  { id: 'lookup-page', label: t('nav.lookup'), onClick: () => void navigate({ to: '/lookup' }) },
];
