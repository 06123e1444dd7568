import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { RecordPageLink } from '../../ui/page/links';
import { Empty } from '../../ui/page/page';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { UsageBar } from '../../ui/values/usage-bar';
import { type Block, blocksIn } from './blocks';
import type { SpaceMap, View } from './space';

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

export const MapList = ({ view, map, go }: { view: View; map: SpaceMap; go: (prefix: string) => void }) => (
  <DataTable
    label={t('nav.map')}
    columns={columnsOf(go)}
    items={blocksIn(view, map).toSorted((one, other) => (one.first < other.first ? -1 : Number(one.first > other.first)))}
    keyOf={({ prefix, network }) => `${prefix} ${network?.id}`}
    empty={<Empty title={t('map.nothing', { prefix: `${view.subnet}/${view.mask}` })}>{t('map.nothingHelp')}</Empty>}
  />
);
