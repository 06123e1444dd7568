import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { SearchIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type AnyRecord, send } from '../../api/client';
import { addressesIn } from '../../api/lookup';
import { kindsQuery, sectionsQuery } from '../../api/queries';
import { useMayBring } from '../frame/may-bring';
import { headline } from '../frame/navigation';
import { titleOf } from '../records/kinds';
import { otherRecords } from '../records/other-records';
import { finderStore, setFinderText, useFinderText } from './finder-store';

type Found = Readonly<Record<string, { readonly data: readonly AnyRecord[] | string }>>;

/** Finds addresses, networks, VLANs, VRFs and pages while one types; by keyboard alone where one likes. */
export function Finder() {
  const navigate = useNavigate();
  const text = useFinderText();
  const [wanted] = useDebouncedValue(text.trim(), 150);
  const mayBring = useMayBring();
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { data: sections = [] } = useQuery(sectionsQuery);
  const {
    data: found = {},
    isFetching,
    error,
  } = useQuery({
    queryKey: ['register', 'find', wanted],
    queryFn: async (): Promise<Found> => {
      const path = wanted.split('/', 2).map(encodeURIComponent).join('/');
      return (await send<{ data?: Found }>('GET', `search/${path}/?vlan=1&vrf=1&kinds=1&links=false`)).data ?? {};
    },
    enabled: wanted.length > 1,
    retry: false,
    placeholderData: (previous) => (wanted.length > 1 ? previous : undefined),
  });
  const toSubnet = (id: unknown, find?: string) => () =>
    void navigate({ to: '/subnets/$id', params: { id: String(id) }, search: find ? { tab: 'addresses', find } : {} });
  const lists: Readonly<Record<string, (record: AnyRecord) => { label: string; description: string; onClick: () => void }>> = {
    subnets: (record) => ({
      label: String(record.isFolder) === '1' ? String(record.description) : `${record.subnet}/${record.mask}`,
      description: String(record.description ?? ''),
      onClick: toSubnet(record.id),
    }),
    addresses: (record) => ({
      label: String(record.ip),
      description: [record.hostname, record.mac, record.description].filter(Boolean).join(' · '),
      onClick: toSubnet(record.subnetId, String(record.ip)),
    }),
    vlan: (record) => ({
      label: `VLAN ${record.number} ${record.name}`,
      description: String(record.description ?? ''),
      onClick: () => void navigate({ to: '/records/$kind', params: { kind: 'vlan' }, search: { find: String(record.number) } }),
    }),
    vrf: (record) => ({
      label: `VRF ${record.name}`,
      description: String(record.rd ?? ''),
      onClick: () => void navigate({ to: '/records/$kind', params: { kind: 'vrf' }, search: { find: String(record.name) } }),
    }),
  };
  const groups: SpotlightActionGroupData[] = Object.entries(found).flatMap(([name, side]) => {
    const show = lists[name];
    const records = side.data;
    if (!show || !Array.isArray(records)) return [];
    return [
      {
        group: headline(name),
        actions: records.slice(0, 8).map((record, index) => ({ id: `${name}-${index}`, keywords: [wanted], ...show(record) })),
      },
    ];
  });
  const plain = text.trim().toLowerCase();
  const others = otherRecords(kinds, found.kinds ?? {});
  const ips = addressesIn(text);
  const pages = [
    { id: 'overview', label: 'Overview', onClick: () => void navigate({ to: '/' }) },
    { id: 'map', label: 'Space map', onClick: () => void navigate({ to: '/map' }) },
    { id: 'changes', label: 'Changes', onClick: () => void navigate({ to: '/changes' }) },
    { id: 'lookup-page', label: 'Look addresses up', onClick: () => void navigate({ to: '/lookup' }) },
    ...(mayBring ? [{ id: 'bring', label: 'Bring data', onClick: () => void navigate({ to: '/bring' }) }] : []),
    ...sections.map(({ id, name }) => ({
      id: `section-${id}`,
      label: `Section ${name}`,
      onClick: () => void navigate({ to: '/sections/$id', params: { id: String(id) } }),
    })),
    ...kinds
      .filter(({ name }) => !['section', 'subnet', 'address'].includes(name))
      .map(({ name, title }) => ({
        id: `kind-${name}`,
        label: headline(title),
        onClick: () => void navigate({ to: '/records/$kind', params: { kind: name } }),
      })),
  ].filter(({ label }) => label.toLowerCase().includes(plain));
  return (
    <Spotlight
      store={finderStore}
      actions={[
        ...(ips.length > 1
          ? [
              {
                group: 'Addresses',
                actions: [
                  {
                    id: 'lookup',
                    label: `Look up ${ips.length} addresses as a table`,
                    onClick: () => void navigate({ to: '/lookup', search: { ips: ips.join() } }),
                  },
                ],
              },
            ]
          : []),
        ...groups,
        ...others.map(({ kind, records }) => ({
          group: headline(kind.title),
          actions: records.map((record) => ({
            id: `${kind.name}-${record[kind.idName]}`,
            label: titleOf(record),
            description: String(record.description ?? ''),
            onClick: () =>
              void navigate({ to: '/records/$kind', params: { kind: kind.name }, search: { find: titleOf(record) } }),
          })),
        })),
        ...(pages.length > 0 ? [{ group: 'Pages', actions: pages.slice(0, 12) }] : []),
      ]}
      query={text}
      onQueryChange={setFinderText}
      filter={(_query, actions) => actions}
      shortcut={null}
      scrollable
      maxHeight={420}
      nothingFound={isFetching ? 'Looking…' : (error?.message ?? 'Nothing was found')}
      searchProps={{ leftSection: <SearchIcon size={18} />, placeholder: 'IP, host name, MAC, CIDR, VLAN, description…' }}
    />
  );
}
