import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { type AnyRecord, send } from '../../api/client';
import { type KindDescription, kindTitle, titleOf } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { otherRecords } from '../../features/records/other-records';
import { t } from '../../texts/text';

/** What the service has found, by the list that it is in; of sorts without a list of their own below `kinds`. */
type SearchResults = Readonly<Record<string, { readonly data: readonly AnyRecord[] | string }>>;

/** What the service finds for a text, in groups to choose from, and how far it has come. */
export function useSearchResults(wanted: string) {
  const navigate = useNavigate();
  const { data: kinds = [] } = useQuery(kindsQuery);
  const {
    data: found = {},
    isFetching,
    error,
  } = useQuery({
    queryKey: ['register', 'find', wanted],
    queryFn: () => find(wanted),
    enabled: wanted.length > 1,
    retry: false,
    placeholderData: (previous) => (wanted.length > 1 ? previous : undefined),
  });
  const groups = [...groupsOfLists(found, wanted, navigate), ...groupsOfKinds(found, kinds, navigate)];
  return { groups, isFetching, error };
}

async function find(wanted: string): Promise<SearchResults> {
  const path = wanted.split('/', 2).map(encodeURIComponent).join('/');
  return (await send<{ data?: SearchResults }>('GET', `search/${path}/?vlan=1&vrf=1&kinds=1&links=false`)).data ?? {};
}

type Navigate = UseNavigateResult<string>;

/** How a record is shown, and what opens where it is chosen. */
type Show = (
  record: AnyRecord,
  navigate: Navigate,
) => { readonly label: string; readonly description: string; readonly onClick: () => void };

const lists: Readonly<Record<string, Show>> = {
  subnets: (record, navigate) => ({
    label: String(record.isFolder) === '1' ? String(record.description) : `${record.subnet}/${record.mask}`,
    description: String(record.description ?? ''),
    onClick: () => void navigate({ to: '/subnets/$id', params: { id: String(record.id) }, search: {} }),
  }),
  addresses: (record, navigate) => ({
    label: String(record.ip),
    description: [record.hostname, record.mac, record.description].filter(Boolean).join(' · '),
    onClick: () =>
      void navigate({
        to: '/subnets/$id',
        params: { id: String(record.subnetId) },
        search: { tab: 'addresses', find: String(record.ip) },
      }),
  }),
  vlan: (record, navigate) => ({
    label: `${t('one.vlan')} ${record.number} ${record.name}`,
    description: String(record.description ?? ''),
    onClick: () => openRecords(navigate, 'vlan', String(record.number)),
  }),
  vrf: (record, navigate) => ({
    label: `${t('one.vrf')} ${record.name}`,
    description: String(record.rd ?? ''),
    onClick: () => openRecords(navigate, 'vrf', String(record.name)),
  }),
};

const openRecords = (navigate: Navigate, kind: string, find: string): void =>
  void navigate({ to: '/records/$kind', params: { kind }, search: { find } });

const groupNames: Readonly<Record<string, () => string>> = {
  subnets: () => t('kind.subnet'),
  addresses: () => t('kind.address'),
  vlan: () => t('kind.vlan'),
  vrf: () => t('kind.vrf'),
};

/** Records of each list that are shown. */
const shown = 8;

const groupsOfLists = (found: SearchResults, wanted: string, navigate: Navigate): SpotlightActionGroupData[] =>
  Object.entries(found).flatMap(([name, { data: records }]) => {
    const show = lists[name];
    if (!show || !Array.isArray(records)) return [];
    const actions = records
      .slice(0, shown)
      .map((record, index) => ({ id: `${name}-${index}`, keywords: [wanted], ...show(record, navigate) }));
    return [{ group: groupNames[name]?.() ?? name, actions }];
  });

const groupsOfKinds = (found: SearchResults, kinds: readonly KindDescription[], navigate: Navigate): SpotlightActionGroupData[] =>
  otherRecords(kinds, found.kinds ?? {}).map(({ kind, records }) => ({
    group: kindTitle(kind),
    actions: records.map((record) => ({
      id: `${kind.name}-${record[kind.idName]}`,
      label: titleOf(record),
      description: String(record.description ?? ''),
      onClick: () => openRecords(navigate, kind.name, titleOf(record)),
    })),
  }));
