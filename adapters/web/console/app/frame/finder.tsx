import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { SearchIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { addressesIn } from '../../api/lookup';
import { t } from '../../texts/text';
import { finderStore, setFinderText, useFinderText } from './finder-store';
import { usePages } from './pages';
import { useSearchResults } from './search-results';

/** Pages that are shown. */
const shown = 12;

/** Finds addresses, networks, VLANs, VRFs and pages while one types; by keyboard alone where one likes. */
export function Finder() {
  const text = useFinderText();
  const [wanted] = useDebouncedValue(text.trim(), 150);
  const pages = usePages(text);
  const { groups, isFetching, error } = useSearchResults(wanted);
  const lookup = useLookup(text);
  return (
    <Spotlight
      store={finderStore}
      actions={[...lookup, ...groups, ...(pages.length > 0 ? [{ group: t('app.pages'), actions: pages.slice(0, shown) }] : [])]}
      query={text}
      onQueryChange={setFinderText}
      filter={(_query, actions) => actions}
      shortcut={null}
      scrollable
      maxHeight={420}
      nothingFound={isFetching ? t('search.searching') : (error?.message ?? t('common.noMatch'))}
      searchProps={{ leftSection: <SearchIcon size={18} />, placeholder: t('search.placeholder') }}
    />
  );
}

/** Offers to look several addresses up, where a text has so many. */
function useLookup(text: string): readonly SpotlightActionGroupData[] {
  const navigate = useNavigate();
  const ips = addressesIn(text);
  if (ips.length < 2) return [];
  const lookup = {
    id: 'lookup',
    label: t('search.lookup', { n: ips.length }),
    onClick: () => void navigate({ to: '/lookup', search: { ips: ips.join() } }),
  };
  return [{ group: t('kind.address'), actions: [lookup] }];
}
