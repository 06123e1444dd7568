import { ActionIcon } from '@mantine/core';
import { FileDirectoryIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { type AnyRecord, orNone, type Subnet, send } from '../../api/client';
import { isFolder, type KindDescription, labelOf, nameOf } from '../../api/kinds';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { PageLink } from '../../ui/page/links';
import type { OfferedColumn } from '../../ui/tables/column-choice';
import type { DataColumn } from '../../ui/tables/data-table';
import { HoldBadge } from '../../ui/values/hold-badge';
import { UsageBar } from '../../ui/values/usage-bar';
import { firstNetworkIn, gapText, sizeOf } from '../../values/gaps';
import { textOf } from '../../values/ip';
import { count, share } from '../../values/numbers';
import { isColumn } from '../records/record-columns';
import type { RecordColumn } from '../records/record-table';
import { Sparkline } from '../trends/usage-history';
import { type GapLine, isGap, type Line, type NetworkLine } from './lines';
import { Toggle } from './side-tree';

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

interface BranchProperties {
  readonly line: NetworkLine;
  readonly isClosed: boolean;
  readonly toggle: (id: string) => void;
}

export function Branch({ line: { subnet, depth, children }, isClosed, toggle }: BranchProperties) {
  return (
    <span className="tree-cell" style={{ paddingLeft: depth * 18 }}>
      {children > 0 ? (
        <Toggle name={nameOf(subnet)} isOpen={!isClosed} toggle={() => toggle(String(subnet.id))} />
      ) : (
        <span style={{ width: 20, flex: 'none' }} />
      )}
      {isFolder(subnet) ? (
        <span className="quiet" style={{ display: 'flex', flex: 'none' }}>
          <FileDirectoryIcon size={15} />
        </span>
      ) : null}
      <PageLink to="/subnets/$id" params={{ id: String(subnet.id) }} inherit className={isFolder(subnet) ? 'cut' : 'cut mono'}>
        {nameOf(subnet)}
      </PageLink>
      <HoldBadge until={subnet.heldUntil} />
    </span>
  );
}

/** With the right to create networks, a click opens the form with the first network of the gap. */
export function FreeBranch({ line, sectionId, mayAdd }: { line: GapLine; sectionId: number; mayAdd: boolean }) {
  const { parent, depth } = line;
  const { cidr, text } = useOffer(line);
  const master = { id: Number(parent.id), subnet: parent.subnet, mask: Number(parent.mask) };
  return (
    <span className="tree-cell free-line" style={{ paddingLeft: depth * 18 }}>
      {mayAdd && cidr ? (
        <ActionIcon
          size={20}
          aria-label={t('tree.fill', { cidr })}
          title={t('tree.fill', { cidr })}
          onClick={() => openDialog({ dialog: 'subnet', sectionId, master, cidr })}
        >
          <PlusIcon size={14} />
        </ActionIcon>
      ) : (
        <span style={{ width: 20, flex: 'none' }} />
      )}
      <span className="cut">{text}</span>
    </span>
  );
}

interface Offer {
  /** The network that can be created. Undefined if there is none, and until the service has answered. */
  readonly cidr: string | undefined;
  readonly text: string;
}

/** If the user may not see all networks, the service finds the first network, because hidden networks may be in the gap. */
function useOffer({ gap, parent, mask }: GapLine): Offer {
  const { seesAll } = useRights();
  const range = gapText(gap);
  const cidr = firstNetworkIn(gap, mask);
  const length = cidr.split('/')[1] ?? '';
  const ends = `from=${textOf(gap.first, gap.isVersion6)}&to=${textOf(gap.last, gap.isVersion6)}`;
  const { data: found } = useQuery({
    queryKey: ['register', 'subnets', String(parent.id), 'free between', range, length],
    queryFn: () => firstFree(`subnets/${parent.id}/first_subnet/${length}/?${ends}`),
    enabled: !seesAll,
  });
  if (seesAll) return { cidr, text: t('tree.free', { range, n: count(sizeOf(gap)) }) };
  if (found === undefined) return { cidr: undefined, text: range };
  if (found === null) return { cidr: undefined, text: t('tree.used', { range, length }) };
  return { cidr: found, text: t('tree.firstFree', { range, cidr: found }) };
}

/** @returns null if no network is free */
const firstFree = async (path: string): Promise<string | null> =>
  (await orNone<{ data: string | null }>(send('GET', path), { data: null })).data;
