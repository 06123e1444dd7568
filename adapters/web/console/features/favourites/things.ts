import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session';

/** A record with a page, as stored in the browser. */
export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
}

const maxRecent = 8;
const maxFavourites = 50;

export const isSame = (one: StoredRecord, other: StoredRecord): boolean => one.kind === other.kind && one.id === other.id;

/** Returns a list of records that this browser stores for the signed-in user. */
function useThings(name: 'recent' | 'favourites') {
  const { data } = useQuery(sessionQuery);
  const [stored, store] = useLocalStorage<readonly StoredRecord[]>({
    key: `hexipam-${name}-${data?.user?.username ?? ''}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const things = Array.isArray(stored) ? stored.filter(isThing) : [];
  return { things, store };
}

const isThing = (value: unknown): value is StoredRecord => {
  const { kind, id, label }: { readonly [name: string]: unknown } = Object(value);
  return [kind, id, label].every((text) => typeof text === 'string');
};

/** Returns the recently opened records, newest first. */
export function useRecent() {
  const { things, store } = useThings('recent');
  const visit = (thing: StoredRecord) =>
    store((before) =>
      [thing, ...(Array.isArray(before) ? before : []).filter((each) => !isSame(each, thing))].slice(0, maxRecent),
    );
  return { recent: things, visit };
}

export function useFavourites() {
  const { things, store } = useThings('favourites');
  const toggle = (thing: StoredRecord) =>
    store(
      things.some((each) => isSame(each, thing))
        ? things.filter((each) => !isSame(each, thing))
        : [...things, thing].slice(-maxFavourites),
    );
  return { favourites: things, toggle };
}
