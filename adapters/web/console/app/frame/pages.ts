import { useQuery } from '@tanstack/react-query';
import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { isListed } from '../../api/kinds';
import { useCanImport } from '../../api/may-import';
import { kindsQuery, sectionsQuery } from '../../api/queries';
import { headline } from '../../values/headline';

/** A page, and how one comes there. */
interface Page {
  readonly id: string;
  readonly label: string;
  readonly onClick: () => void;
}

/** The pages of the console that have a text in their names. */
export function usePages(text: string): readonly Page[] {
  const navigate = useNavigate();
  const mayBring = useCanImport();
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { data: sections = [] } = useQuery(sectionsQuery);
  const pages = [
    ...alwaysThere(navigate),
    ...(mayBring ? [{ id: 'bring', label: 'Bring data', onClick: () => void navigate({ to: '/bring' }) }] : []),
    ...sections.map(({ id, name }) => ({
      id: `section-${id}`,
      label: `Section ${name}`,
      onClick: () => void navigate({ to: '/sections/$id', params: { id: String(id) } }),
    })),
    ...kinds.filter(isListed).map(({ name, title }) => ({
      id: `kind-${name}`,
      label: headline(title),
      onClick: () => void navigate({ to: '/records/$kind', params: { kind: name } }),
    })),
  ];
  const wanted = text.trim().toLowerCase();
  return pages.filter(({ label }) => label.toLowerCase().includes(wanted));
}

const alwaysThere = (navigate: UseNavigateResult<string>): readonly Page[] => [
  { id: 'overview', label: 'Overview', onClick: () => void navigate({ to: '/' }) },
  { id: 'map', label: 'Space map', onClick: () => void navigate({ to: '/map' }) },
  { id: 'changes', label: 'Changes', onClick: () => void navigate({ to: '/changes' }) },
  { id: 'lookup-page', label: 'Look addresses up', onClick: () => void navigate({ to: '/lookup' }) },
];
