import { useLocalStorage } from '@mantine/hooks';
import { StarFillIcon, StarIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sessionQuery } from '../../api/session';
import { t } from '../../texts/text';
import { IconButton } from '../../ui/page/icon-button';
import { PathLink, RecordPageLink } from '../../ui/page/links';
import { viewsQuery } from './views';

export function FavouriteButton({ record }: { record: StoredRecord }) {
  const { favourites, toggle } = useFavourites();
  const isOne = favourites.some((each) => isSame(each, record));
  return (
    <IconButton
      size="sm"
      label={t(isOne ? 'favourite.remove' : 'favourite.add')}
      Picture={isOne ? StarFillIcon : StarIcon}
      pictureSize={14}
      isPressed={isOne}
      onClick={() => toggle(record)}
    />
  );
}

export function useVisit({ kind, id, label }: StoredRecord): void {
  const { visit } = useRecent();
  const note = useRef(visit);
  note.current = visit;
  useEffect(() => note.current({ kind, id, label }), [kind, id, label]);
}

interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
}

const maxRecent = 8;
const maxFavourites = 50;

const isSame = (one: StoredRecord, other: StoredRecord): boolean => one.kind === other.kind && one.id === other.id;

/** Returns a list of records that this browser stores for the signed-in user. */
function useStoredRecords(name: 'recent' | 'favourites') {
  const { data } = useQuery(sessionQuery);
  const [stored, store] = useLocalStorage<readonly StoredRecord[]>({
    key: `hexipam-${name}-${data?.user?.username ?? ''}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const records = Array.isArray(stored) ? stored.filter(isStoredRecord) : [];
  return { records, store };
}

const isStoredRecord = (value: unknown): value is StoredRecord => {
  const { kind, id, label }: { readonly [name: string]: unknown } = Object(value);
  return [kind, id, label].every((text) => typeof text === 'string');
};

export function useRecent() {
  const { records: stored, store } = useStoredRecords('recent');
  const visit = (record: StoredRecord) =>
    store((before) =>
      [record, ...(Array.isArray(before) ? before : []).filter((each) => !isSame(each, record))].slice(0, maxRecent),
    );
  return { recent: stored, visit };
}

export function useFavourites() {
  const { records: stored, store } = useStoredRecords('favourites');
  const toggle = (record: StoredRecord) =>
    store(
      stored.some((each) => isSame(each, record))
        ? stored.filter((each) => !isSame(each, record))
        : [...stored, record].slice(-maxFavourites),
    );
  return { favourites: stored, toggle };
}

const maxShown = 12;

export function SideLists() {
  const { favourites } = useFavourites();
  const { data: views = [] } = useQuery(viewsQuery);
  if (favourites.length + views.length === 0) return null;
  return (
    <>
      <div className="nav-title">{t('nav.favourites')}</div>
      <ul className="nav-list" aria-label={t('nav.favourites')}>
        {favourites.slice(0, maxShown).map(({ kind, id, label }) => (
          <li key={`${kind} ${id}`}>
            <RecordPageLink kind={kind} id={id} className="nav-link cut">
              {label}
            </RecordPageLink>
          </li>
        ))}
        {views.slice(0, maxShown).map(({ id, name, path }) => (
          <li key={`view ${id}`}>
            <PathLink path={path} className="nav-link cut">
              {name}
            </PathLink>
          </li>
        ))}
      </ul>
    </>
  );
}
