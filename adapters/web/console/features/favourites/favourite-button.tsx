import { ActionIcon, Tooltip } from '@mantine/core';
import { StarFillIcon, StarIcon } from '@primer/octicons-react';
import { useEffect, useRef } from 'react';
import { t } from '../../texts/text';
import { isSame, type StoredRecord, useFavourites, useRecent } from './stored-records';

export function FavouriteButton({ record }: { record: StoredRecord }) {
  const { favourites, toggle } = useFavourites();
  const isOne = favourites.some((each) => isSame(each, record));
  const Star = isOne ? StarFillIcon : StarIcon;
  const label = t(isOne ? 'favourite.remove' : 'favourite.add');
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} aria-pressed={isOne} onClick={() => toggle(record)}>
        <Star size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

export function useVisit({ kind, id, label }: StoredRecord): void {
  const { visit } = useRecent();
  const note = useRef(visit);
  note.current = visit;
  useEffect(() => note.current({ kind, id, label }), [kind, id, label]);
}
