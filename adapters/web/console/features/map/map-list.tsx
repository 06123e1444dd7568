import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { Empty } from '../../ui/page/card';
import { RecordPageLink } from '../../ui/page/record-page-link';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { UsageBar } from '../../ui/values/usage-bar';
import { bitsOf, numberOf } from '../../values/ip';
import { around, type MapNetwork, type SpaceMap, type View } from './space';

interface Row {
  readonly prefix: string;
  readonly network: MapNetwork | undefined;
  readonly text: string;
  readonly used: string;
  readonly size: string;
}

const columnsOf = (go: (prefix: string) => void): readonly DataColumn<Row>[] => [
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
  { name: 'description', title: labelOf('description'), width: 'minmax(110px, 1.4fr)', look: 'quiet', text: ({ text }) => text },
  {
    name: 'used',
    title: labelOf('usage'),
    width: 'minmax(100px, 200px)',
    cell: ({ used, size }) => <UsageBar used={used} size={size} />,
  },
];

interface Properties {
  readonly view: View;
  readonly map: SpaceMap;
  readonly go: (prefix: string) => void;
}

export const MapList = ({ view, map, go }: Properties) => (
  <DataTable
    label={t('nav.map')}
    columns={columnsOf(go)}
    items={rowsOf(view, map)}
    keyOf={({ prefix, network }) => `${prefix} ${network?.id}`}
    empty={<Empty title={t('map.nothing', { prefix: `${view.subnet}/${view.mask}` })}>{t('map.nothingHelp')}</Empty>}
  />
);

function rowsOf(view: View, { networks, cells, cellLength }: SpaceMap): readonly Row[] {
  const bits = bitsOf(view.subnet);
  const shift = BigInt(bits - Number(cellLength));
  const whole = networks.map(
    (network): Row => ({
      prefix: `${network.subnet}/${network.mask}`,
      network,
      text: network.description ?? '',
      used: String(network.used),
      size: String(network.maxhosts),
    }),
  );
  const small = cells.map(
    ([index, number, used, size]): Row => ({
      prefix: around(numberOf(view.subnet) + (BigInt(Number(index)) << shift), Number(cellLength), bits),
      network: undefined,
      text: t('count.subnet', { n: Number(number) }),
      used: String(used),
      size: String(size),
    }),
  );
  const startOf = ({ prefix }: Row) => numberOf(prefix.split('/')[0] ?? '');
  return [...whole, ...small].toSorted((one, other) =>
    startOf(one) < startOf(other) ? -1 : startOf(one) > startOf(other) ? 1 : 0,
  );
}
