import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AnyRecord } from '../../api/client';
import { addressesIn, maxHits } from '../../api/find';
import { isListed, type KindDescription, kindTitle, titleOf, useTitles } from '../../api/kinds';
import { kindsQuery, sectionsQuery, useSectionsAt } from '../../api/queries';
import { useRights } from '../../api/session';
import { adminPages, isAdminPageOpen } from '../../features/admin/admin-pages';
import { useFavourites, useRecent } from '../../features/bookmarks/favourites';
import { t, textFor } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { useOpenRecord } from '../../ui/page/links';
import { macOfBeginning } from '../../values/ip';
import { usePages } from '../pages';
import { type Found, find } from './found';

export interface Hit {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** The type of the result: Address, Page, Action. */
  readonly sort: string;
  readonly isExact: boolean;
  readonly open: () => void;
}

const ranked = (hits: readonly Hit[]): readonly Hit[] => [
  ...hits.filter(({ isExact }) => isExact),
  ...hits.filter(({ isExact }) => !isExact),
];

const isExactly = (typed: string, ...texts: readonly unknown[]): boolean =>
  texts.some((text) => String(text ?? '').toLowerCase() === typed.toLowerCase());

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

/** Pages and actions, which the browser knows. */
function useLocalHits(text: string): readonly Hit[] {
  const navigate = useNavigate();
  const mainPages = usePages();
  const rights = useRights();
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { data: sections = [] } = useQuery(sectionsQuery);
  const [section] = useSectionsAt(3);
  if (text === '') return [];
  const pages: readonly Target[] = [
    ...mainPages.map(({ to, textKey }) => ({ id: to, label: t(textKey), open: () => void navigate({ to }) })),
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
  return [...hitsAmong(pages, text, t('search.page')), ...hitsAmong(actions, text, t('search.action'))];
}

/** Milliseconds without typing before the search request. */
const pauseMs = 120;
const maxPages = 8;

interface Hits {
  readonly hits: readonly Hit[];
  /** Whether the results are those of the current text. */
  readonly isSettled: boolean;
  /** Whether more records of a kind may match than the results contain. */
  readonly isCut: boolean;
  readonly error: Error | null;
}

/** Returns the search results for a text. If the text is empty, returns the favourites and the recently opened records. */
export function useHits(typed: string): Hits {
  const text = typed.trim();
  const rights = useRights();
  const [debouncedText] = useDebouncedValue(text, pauseMs);
  const lookup = useLookup(text);
  const isAsked = text.length > 1 && lookup.length === 0;
  const { data, isFetching, error } = useQuery({
    queryKey: ['register', 'find', debouncedText],
    queryFn: () => find(debouncedText, rights),
    enabled: isAsked && debouncedText.length > 1,
    retry: false,
  });
  const known = useKnown(text === '');
  const pages = useLocalHits(text).slice(0, maxPages);
  const hitsOf = useRecordHits(text);
  if (text === '') return { hits: known, isSettled: true, isCut: false, error: null };
  if (!isAsked) return { hits: [...lookup, ...ranked(pages)], isSettled: true, isCut: false, error: null };
  const isSettled = debouncedText === text && !isFetching && (data !== undefined || error !== null);
  if (!isSettled) return { hits: [], isSettled: false, isCut: false, error: null };
  return { hits: ranked([...(data ? hitsOf(data) : []), ...pages]), isSettled, isCut: data ? isFull(data) : false, error };
}

/** Whether the results have `maxHits` records of one kind, so that more may exist. */
const isFull = ({ records }: Found): boolean =>
  [...Map.groupBy(records, ({ kind }) => kind).values()].some((ofKind) => ofKind.length >= maxHits);

function useKnown(isOpen: boolean): readonly Hit[] {
  const { favourites } = useFavourites();
  const { recent } = useRecent();
  const open = useOpenRecord();
  if (!isOpen) return [];
  const hitOf =
    (list: 'favourite' | 'recent') =>
    (record: (typeof recent)[number]): Hit => ({
      id: `${list} ${record.kind} ${record.id}`,
      label: record.label,
      description: t(`search.${list}`),
      sort: textFor(`one.${record.kind}`, record.kind),
      isExact: false,
      open: () => open(record.kind, record.id),
    });
  const others = recent.filter((each) => !favourites.some(({ kind, id }) => kind === each.kind && id === each.id));
  return [...favourites.map(hitOf('favourite')), ...others.map(hitOf('recent'))];
}

/** Offers a lookup for a text with several addresses. */
function useLookup(text: string): readonly Hit[] {
  const navigate = useNavigate();
  const ips = addressesIn(text);
  if (ips.length < 2) return [];
  const open = () => void navigate({ to: '/lookup', search: { ips: ips.join() } });
  return [
    {
      id: 'lookup',
      label: t('search.lookup', { n: ips.length }),
      description: '',
      sort: t('search.action'),
      isExact: true,
      open,
    },
  ];
}

function useRecordHits(text: string): (found: Found) => readonly Hit[] {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const titles = useTitles(kinds);
  const open = useOpenRecord();
  return ({ records, free }) => [
    ...(free ? [freeHit(free)] : []),
    ...records.flatMap(({ kind: name, record }) => {
      const kind = kinds.find((each) => each.name === name);
      if (!kind) return [];
      const id = String(record[kind.idName] ?? record.id);
      const { label, description, exact } = wordsOf(kind, record, titles(kind, record), text);
      const sort = textFor(`one.${name === 'subnet' && isFolder(record) ? 'folder' : name}`, name);
      return [{ id: `${name} ${id}`, label, description, sort, isExact: exact, open: () => open(name, id) }];
    }),
  ];
}

function freeHit({ ip, network }: NonNullable<Found['free']>): Hit {
  const { id, subnet, mask, description } = network;
  const networkAt = { id: Number(id), subnet: String(subnet), mask: Number(mask) };
  return {
    id: 'free',
    label: t('search.free', { ip, network: `${subnet}/${mask}` }),
    description: String(description ?? ''),
    sort: t('search.action'),
    isExact: true,
    open: () => openDialog({ dialog: 'address', subnet: networkAt, ip }),
  };
}

const isFolder = ({ isFolder: flag }: AnyRecord): boolean => String(flag) === '1';

function wordsOf({ name: kind }: KindDescription, record: AnyRecord, title: string, text: string) {
  const description = String(record.description ?? '');
  if (kind === 'subnet') {
    const label = isFolder(record) ? description : `${record.subnet}/${record.mask}`;
    return { label, description: isFolder(record) ? '' : description, exact: isExactly(text, label, description) };
  }
  if (kind === 'address') {
    const details = [record.hostname, record.mac, description].filter(Boolean).join(' · ');
    const isMac = record.mac !== null && macOfBeginning(text) === record.mac;
    return { label: String(record.ip), description: details, exact: isMac || isExactly(text, record.ip, record.hostname) };
  }
  const label = kind === 'vlan' ? `${t('one.vlan')} ${title}` : title;
  const isNumber = kind === 'vlan' && isExactly(text.replace(/^vlan\s*#?/i, ''), record.number);
  return { label, description, exact: isNumber || isExactly(text, titleOf(record), label) };
}
