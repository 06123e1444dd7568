import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isListed, kindTitle } from '../../api/kinds';
import { kindsQuery, sectionsQuery } from '../../api/queries';
import { useSectionsAt } from '../../api/sections';
import { useRights } from '../../api/session';
import { adminPages, isAdminPageOpen } from '../../features/admin/admin-pages';
import { t, textFor } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { usePages } from '../pages';

export interface Hit {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** The type of the result: Address, Page, Action. */
  readonly sort: string;
  readonly isExact: boolean;
  readonly open: () => void;
}

export const ranked = (hits: readonly Hit[]): readonly Hit[] => [
  ...hits.filter(({ isExact }) => isExact),
  ...hits.filter(({ isExact }) => !isExact),
];

export const isExactly = (typed: string, ...texts: readonly unknown[]): boolean =>
  texts.some((text) => String(text ?? '').toLowerCase() === typed.toLowerCase());

/** Pages and actions, which the browser knows. */
export const useLocalHits = (text: string): readonly Hit[] => [...usePageHits(text), ...useActionHits(text)];

type Target = Pick<Hit, 'id' | 'label' | 'open'>;

const hitsAmong = (targets: readonly Target[], text: string, sort: string): readonly Hit[] =>
  targets
    .filter(({ label }) => hasWords(label, text))
    .map((target) => ({ ...target, description: '', sort, isExact: isExactly(text, target.label) }));

/** Whether each word of a text is the beginning of a word in a label. */
function hasWords(label: string, text: string): boolean {
  const words = label.toLowerCase().split(/[\s/]+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((typedWord) => words.some((word) => word.startsWith(typedWord)));
}

function usePageHits(text: string): readonly Hit[] {
  const navigate = useNavigate();
  const mainPages = usePages();
  const rights = useRights();
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { data: sections = [] } = useQuery(sectionsQuery);
  if (text === '') return [];
  const pages: readonly Target[] = [
    ...mainPages.map(({ to, label }) => ({ id: to, label: t(label), open: () => void navigate({ to }) })),
    { id: 'account', label: t('user.account'), open: () => void navigate({ to: '/account' }) },
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
  return hitsAmong(pages, text, t('search.page'));
}

function useActionHits(text: string): readonly Hit[] {
  const rights = useRights();
  const { data: kinds = [] } = useQuery(kindsQuery);
  const [section] = useSectionsAt(3);
  if (text === '') return [];
  const actions: readonly Target[] = [
    ...(section
      ? [
          {
            id: 'create-subnet',
            label: t('create.subnet'),
            open: () => openDialog({ dialog: 'subnet', sectionId: Number(section.id), isAnySection: true }),
          },
        ]
      : []),
    ...(rights.all ? [{ id: 'create-section', label: t('create.section'), open: () => openDialog({ dialog: 'section' }) }] : []),
    ...kinds
      .filter((kind) => isListed(kind) && kind.name !== 'range' && rights.writes(kind.name))
      .map(({ name }) => ({
        id: `create-${name}`,
        label: textFor(`create.${name}`, t('common.create')),
        open: () => openDialog({ dialog: 'record', kind: name }),
      })),
    { id: 'shortcuts', label: t('dialog.shortcuts'), open: () => openDialog({ dialog: 'shortcuts' }) },
  ];
  return hitsAmong(actions, text, t('search.action'));
}
