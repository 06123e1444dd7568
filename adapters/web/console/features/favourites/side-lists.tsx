import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/text';
import { PathLink, RecordPageLink } from '../../ui/page/links';
import { viewsQuery } from '../views/view-queries';
import { useFavourites } from './stored-records';

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
