import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput, useComputedColorScheme } from '@mantine/core';
import { ArrowUpIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { labelOf } from '../../api/kinds';
import { mapQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { IconButton } from '../../ui/page/icon-button';
import { RecordPageLink } from '../../ui/page/links';
import { Card, Empty, Failure, Heading, Loading } from '../../ui/page/page';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { UsageBar } from '../../ui/values/usage-bar';
import { percent } from '../../values/numbers';
import { type Block, blocksIn, startIn } from './blocks';
import { MapCanvas, MiniMap } from './canvas';
import { colorsOf, fillOf } from './draw';
import { MapInspector } from './map-inspector';
import { type Found, readView, Space, type SpaceMap, type View } from './space';
import { Treemap } from './treemap';

/** IPv4 is drawn on a Hilbert curve, on which close addresses are near each other. IPv6 is drawn as a treemap. */
export function MapPage() {
  const { at: input, as } = useSearch({ from: '/map' });
  const at = useStart(input);
  const map = useMap(at);
  const ways = useMapNavigation();
  return (
    <Stack gap={12}>
      <Group justify="space-between">
        <MapPath map={map} ways={ways} />
        <Group gap={6}>
          <FormChoice isList={as === 'list'} change={ways.showAs} />
          <Where key={at} at={at} go={ways.go} />
        </Group>
      </Group>
      {map.error ? <Failure error={map.error} retry={map.again} /> : null}
      {map.isCut ? <Alert color="orange">{t('map.cut')}</Alert> : null}
      <div className={map.isVersion6 || as === 'list' ? '' : 'map-grid'}>
        <Card>
          {as === 'list' ? <List map={map} ways={ways} /> : <Picture map={map} ways={ways} />}
          {as === 'list' ? null : <MapLegend />}
        </Card>
        {map.isVersion6 || as === 'list' ? null : (
          <Stack gap={12}>
            {map.shown && map.view.mask > 0 ? <MiniMap space={map.shown} go={ways.go} /> : null}
            <Card title={t('map.details')}>
              <MapInspector found={ways.target} view={map.view} go={ways.go} />
            </Card>
          </Stack>
        )}
      </div>
    </Stack>
  );
}

/** The prefix of the URL, otherwise the used part of the address space. */
function useStart(text: string | undefined): string {
  const { data } = useQuery({ ...mapQuery(whole.subnet, whole.mask), enabled: text === undefined });
  return text ?? (data ? startIn(whole, data) : '0.0.0.0/0');
}

const whole = { subnet: '0.0.0.0', mask: 0 };

const FormChoice = ({ isList, change }: { isList: boolean; change: (form: 'list' | undefined) => void }) => (
  <SegmentedControl
    size="xs"
    aria-label={t('map.form')}
    value={isList ? 'list' : 'map'}
    onChange={(form) => change(form === 'list' ? 'list' : undefined)}
    data={[
      { value: 'map', label: t('map.asMap') },
      { value: 'list', label: t('map.asList') },
    ]}
  />
);

const List = ({ map: { shown }, ways: { go } }: Properties) =>
  shown ? <MapList view={shown.view} map={shown.map} go={go} /> : <Loading lines={8} />;

interface Properties {
  readonly map: ReadMap;
  readonly ways: MapNavigation;
}

const MapPath = ({ map: { view, shown }, ways: { go } }: Properties) => (
  <Group gap="xs">
    <Heading>{t('nav.map')}</Heading>
    <IconButton
      label={t('map.zoomOut')}
      Picture={ArrowUpIcon}
      pictureSize={18}
      onClick={() => go(shown?.out())}
      disabled={view.mask === 0}
    />
    <Text className="mono quiet">
      {view.subnet}/{view.mask}
    </Text>
  </Group>
);

function Picture({ map: { shown, isVersion6, isFetching }, ways: { inspect, choose, go, open } }: Properties) {
  if (!shown) return <div className="map" />;
  if (isVersion6) return <Treemap view={shown.view} map={shown.map} open={open} go={go} />;
  return <MapCanvas space={shown} inspect={inspect} choose={choose} go={go} busy={isFetching} />;
}

function Where({ at, go }: { at: string; go: (prefix: string) => void }) {
  const [text, setText] = useState(at);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        go(text.trim());
      }}
    >
      <Group gap={6}>
        {['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '2000::/4'].map((prefix) => (
          <Button key={prefix} variant="default" size="compact-xs" className="mono" onClick={() => go(prefix)} visibleFrom="sm">
            {prefix}
          </Button>
        ))}
        <TextInput
          size="xs"
          aria-label={t('map.goTo')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          classNames={{ input: 'mono' }}
          w={170}
        />
      </Group>
    </form>
  );
}

type ReadMap = ReturnType<typeof useMap>;

/** The previous map remains visible until the next is loaded. @param at the prefix in the page's URL */
function useMap(at: string) {
  const view = useMemo(() => readView(at), [at]);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...mapQuery(view.subnet, view.mask),
    placeholderData: (former) => former,
  });
  const space = useMemo(() => (data && !isPlaceholderData ? new Space(view, data) : undefined), [data, view, isPlaceholderData]);
  const shown = useLast(space);
  return {
    view,
    shown,
    isVersion6: view.subnet.includes(':'),
    isCut: data?.isCut,
    error,
    isFetching,
    again: () => void refetch(),
  };
}

function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

type MapNavigation = ReturnType<typeof useMapNavigation>;

function useMapNavigation() {
  const navigate = useNavigate();
  const [pointed, setPointed] = useState<Found>();
  const [chosen, setChosen] = useState<Found>();
  const open = (id: string) => void navigate({ to: '/subnets/$id', params: { id } });
  return {
    /** The selected target, otherwise the one under the pointer. */
    target: chosen ?? pointed,
    inspect: (found: Found) => {
      setPointed(found);
      if (found.cell !== chosen?.cell) setChosen(undefined);
    },
    choose: (found: Found) => {
      if (found.network?.isLeaf) open(String(found.network.id));
      else setChosen(found);
    },
    go: (prefix: string | undefined) => {
      if (!prefix) return;
      setChosen(undefined);
      void navigate({ to: '/map', search: (former) => ({ ...(former.as ? { as: former.as } : {}), at: prefix }) });
    },
    open,
    showAs: (form: 'list' | undefined) =>
      void navigate({
        to: '/map',
        search: ({ at }) => ({ ...(at ? { at } : {}), ...(form ? { as: form } : {}) }),
        replace: true,
      }),
  };
}

const shares = [0, 0.25, 0.5, 0.75, 1];

function MapLegend() {
  const isDark = useComputedColorScheme('light') === 'dark';
  const { free, parent } = colorsOf(isDark);
  return (
    <div className="map-legend">
      <span>
        <i style={{ background: free }} /> {t('map.legendFree')}
      </span>
      <span>
        <i style={{ background: parent }} /> {t('map.legendParent')}
      </span>
      <span>
        {percent(0)}
        <i data-scale style={{ background: `linear-gradient(to right, ${shares.map((each) => fillOf(each, isDark)).join()})` }} />
        {percent(1)} {t('map.legendUsed')}
      </span>
    </div>
  );
}

const descriptionOf = ({ network, many }: Block): string =>
  network ? (network.description ?? '') : t('count.subnet', { n: many });

const columnsOf = (go: (prefix: string) => void): readonly DataColumn<Block>[] => [
  {
    name: 'prefix',
    title: t('one.subnet'),
    width: 'minmax(150px, 1fr)',
    text: ({ prefix }) => prefix,
    cell: ({ prefix, network }) =>
      network ? (
        <RecordPageLink kind="subnet" id={String(network.id)} className="mono cut">
          {prefix}
        </RecordPageLink>
      ) : (
        <button type="button" className="edit-cell mono" onClick={() => go(prefix)}>
          {prefix}
        </button>
      ),
  },
  { name: 'description', title: labelOf('description'), width: 'minmax(110px, 1.4fr)', look: 'quiet', text: descriptionOf },
  {
    name: 'used',
    title: labelOf('usage'),
    width: 'minmax(100px, 200px)',
    cell: ({ used, size }) => <UsageBar used={used} size={size} />,
  },
];

const MapList = ({ view, map, go }: { view: View; map: SpaceMap; go: (prefix: string) => void }) => (
  <DataTable
    label={t('nav.map')}
    columns={columnsOf(go)}
    items={blocksIn(view, map).toSorted((one, other) => (one.first < other.first ? -1 : Number(one.first > other.first)))}
    keyOf={({ prefix, network }) => `${prefix} ${network?.id}`}
    empty={<Empty title={t('map.nothing', { prefix: `${view.subnet}/${view.mask}` })}>{t('map.nothingHelp')}</Empty>}
  />
);
