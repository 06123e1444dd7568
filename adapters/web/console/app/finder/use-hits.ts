import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AnyRecord } from '../../api/client';
import { maxHits } from '../../api/find';
import { type KindDescription, titleOf } from '../../api/kinds';
import { addressesIn } from '../../api/lookup';
import { kindsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { useTitles } from '../../api/use-titles';
import { useFavourites, useRecent } from '../../features/favourites/favourites';
import { t, textFor } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { useOpenRecord } from '../../ui/page/use-open-record';
import { macOfBeginning } from '../../values/ip-texts';
import { type Found, find } from './found';
import { type Hit, isExactly, ranked, useLocalHits } from './hits';

/** Milliseconds without typing before the search request. */
const pauseMs = 120;
const maxPages = 8;

export interface Hits {
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

interface Words {
  readonly label: string;
  readonly description: string;
  readonly exact: boolean;
}

function wordsOf({ name: kind }: KindDescription, record: AnyRecord, title: string, text: string): Words {
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
