import type { AnyRecord, Subnet } from '../../api/client';
import { type KindDescription, labelOf } from '../../api/kinds';
import { isFolder } from '../../api/names';
import { t } from '../../texts/text';
import type { OfferedColumn } from '../../ui/tables/column-choice';
import type { DataColumn } from '../../ui/tables/data-table';
import { UsageBar } from '../../ui/values/usage-bar';
import { share } from '../../values/numbers';
import { isColumn } from '../records/record-columns';
import type { RecordColumn } from '../records/record-table';
import { Sparkline } from '../trends/sparkline';
import { isGap, type Line } from './lines';

const derived = ['usage', 'trend'] as const;
export const usualTreeColumns: readonly string[] = ['description', 'usage', 'trend'];

/** Members of a network that the tree needs for any columns. */
const ofEveryTree: readonly string[] = [
  ...['id', 'subnet', 'mask', 'sectionId', 'masterSubnetId', 'description'],
  ...['isFolder', 'heldUntil', 'usage', 'threshold'],
];

/** The members of derived columns are always read. */
export const treeMembers = (columns: readonly string[]): readonly string[] => {
  const others = columns.filter((name) => name !== '' && name !== 'prefix' && !derived.some((each) => each === name));
  return [...new Set([...ofEveryTree, ...others.toSorted()])];
};

/** Fields in the first column, and fields with the same value in all networks of the section. */
const unoffered: readonly string[] = ['prefix', 'sectionId', 'masterSubnetId', 'isFolder'];

export const treeFields = (kind: KindDescription) =>
  kind.fields.filter((field) => isColumn(field) && !unoffered.includes(field.name));

export const offeredTreeColumns = (kind: KindDescription): readonly OfferedColumn[] => [
  ...treeFields(kind).map(({ name }) => ({ name, title: labelOf(name, kind.name) })),
  ...derived.map((name) => ({ name, title: derivedTitle(name) })),
];

const derivedTitle = (name: (typeof derived)[number]): string => (name === 'usage' ? labelOf('usage') : t('trend.weeks'));

interface Usage {
  readonly used: string;
  readonly maxhosts: string;
}

const usageOf = ({ usage }: Subnet): Usage | undefined => usage as Usage | undefined;

/** Undefined for folders. */
export function usedShare(subnet: Subnet): number | undefined {
  const usage = usageOf(subnet);
  return usage && share(usage.used, usage.maxhosts);
}

/** Rows of free space have no cells. */
export const ofLines = (column: RecordColumn): DataColumn<Line> & Pick<RecordColumn, 'title'> => {
  const recordOf = (line: Line): AnyRecord | undefined => (isGap(line) ? undefined : Object(line.subnet));
  const isDescription = column.name === 'description';
  const isHidden = (line: Line) => isDescription && !isGap(line) && isFolder(line.subnet); // the description is the name of the folder
  return {
    name: column.name,
    title: column.title,
    width: isDescription ? 'minmax(120px, 1fr)' : column.width,
    isMinor: true,
    ...(isDescription ? { look: 'quiet' } : {}),
    text: (line) => {
      const record = recordOf(line);
      return record && !isHidden(line) ? column.text(record) : '';
    },
    cell: (line) => {
      const record = recordOf(line);
      return record && !isHidden(line) ? column.cell?.(record) : null;
    },
  };
};

export const usageColumn = (): DataColumn<Line> & { readonly title: string } => ({
  name: 'usage',
  title: derivedTitle('usage'),
  width: 'minmax(100px, 200px)',
  cell: (line) => {
    const usage = isGap(line) ? undefined : usageOf(line.subnet);
    return usage && !isGap(line) ? (
      <UsageBar used={usage.used} size={usage.maxhosts} threshold={Number(line.subnet.threshold)} />
    ) : null;
  },
});

export const trendColumn = (
  recent: ReadonlyMap<string, readonly (number | null)[]> | undefined,
): DataColumn<Line> & { readonly title: string } => ({
  name: 'trend',
  title: derivedTitle('trend'),
  width: '96px',
  cell: (line) => {
    const percents = isGap(line) ? undefined : recent?.get(String(line.subnet.id));
    return percents ? <Sparkline percents={percents} /> : null;
  },
  isMinor: true,
});
