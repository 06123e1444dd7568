import { Group, Tooltip } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Address, type AnyRecord, send } from '../../api/client';
import { addressesQuery, rangesQuery, useTags } from '../../api/queries';
import { t } from '../../texts/text';
import { type NetworkAt, openDialog } from '../../ui/dialogs/dialogs';
import { useOpenRecord } from '../../ui/page/links';
import { notifyDone } from '../../ui/page/notices';
import { Quiet, Ready } from '../../ui/page/page';
import { stateColor } from '../../ui/values/color-swatch';
import { bitsOf, numberOf, textOf } from '../../values/ip';

/** A click on a free address opens the allocation dialog. A click with Shift allocates the address immediately. */
export function CellGrid({ network, isPool, mayWrite }: { network: NetworkAt; isPool: boolean; mayWrite: boolean }) {
  const { data, error } = useQuery(addressesQuery(network.id));
  const states = statesOf(useTags());
  const { data: stored = [] } = useQuery(rangesQuery(network.id));
  const press = usePress(network, mayWrite);
  const cells = cellsIn(network, isPool);
  const ranges = coloredRanges(stored);
  const cellsOf = (taken: ReadonlyMap<string, Address>) =>
    cells.map(({ ip, edge }) => {
      const address = taken.get(ip);
      const state = address && states.get(String(address.tag));
      return <Cell key={ip} {...{ ip, address, edge, state, press }} range={rangeAt(ranges, ip)} />;
    });
  return (
    <Ready of={{ data, error }}>
      {(addresses) => (
        <div style={{ padding: 14 }}>
          <Legend states={states} ranges={ranges} mayWrite={mayWrite} />
          <div className="cells" data-many={cells.length >= 64 || undefined}>
            {cellsOf(new Map(addresses.map((address) => [address.ip, address])))}
          </div>
        </div>
      )}
    </Ready>
  );
}

type Press = (ip: string, address: Address | undefined, isAtOnce: boolean) => void;

function usePress(network: NetworkAt, mayWrite: boolean): Press {
  const open = useOpenRecord();
  const take = useMutation({
    mutationFn: (ip: string) => send('POST', 'addresses/', { subnetId: network.id, ip, description: '' }),
    onSuccess: (_answer, ip) => notifyDone(t('address.added', { ip })),
  });
  return (ip, address, isAtOnce) => {
    if (address) open('address', String(address.id));
    else if (!mayWrite) return;
    else if (isAtOnce) take.mutate(ip);
    else openDialog({ dialog: 'address', subnet: network, ip });
  };
}

function cellsIn({ subnet, mask }: NetworkAt, isPool: boolean) {
  const bits = bitsOf(subnet);
  const first = numberOf(subnet);
  const size = 2 ** (bits - mask);
  const hasEdges = bits === 32 && mask < 31 && !isPool;
  const edges = { 0: t('subnet.cellNetwork'), [size - 1]: t('subnet.cellBroadcast') };
  return Array.from({ length: size }, (_, index) => ({
    ip: textOf(first + BigInt(index), bits === 128),
    edge: hasEdges ? edges[index] : undefined,
  }));
}

const Legend = ({ states, ranges, mayWrite }: { states: States; ranges: readonly ColoredRange[]; mayWrite: boolean }) => (
  <Group gap={14} mb={10}>
    <Quiet size="xs">{t(mayWrite ? 'subnet.cellsHelpWrite' : 'subnet.cellsHelp')}</Quiet>
    <Named name={t('subnet.legendFree')}>
      <span className="swatch" data-state="free" />
    </Named>
    {[...states].map(([id, { name, color, mark }]) => (
      <Named key={id} name={name}>
        <span className="swatch" style={{ background: color }}>
          {mark}
        </span>
      </Named>
    ))}
    {ranges.map(({ name, color }) => (
      <Named key={name} name={name}>
        <span className="swatch" data-state="range" style={{ borderColor: color }} />
      </Named>
    ))}
  </Group>
);

const Named = ({ name, children }: { name: string; children: ReactNode }) => (
  <Group gap={5} wrap="nowrap">
    {children}
    <Quiet size="xs">{name}</Quiet>
  </Group>
);

interface CellProperties {
  readonly ip: string;
  readonly address: Address | undefined;
  readonly edge: string | undefined;
  readonly state: CellState | undefined;
  readonly range: ColoredRange | undefined;
  readonly press: Press;
}

function Cell({ ip, address, edge, state, range, press }: CellProperties) {
  const named = address && [address.hostname, address.description, state?.mark && state.name].filter(Boolean).join(' · ');
  const own = named ?? edge ?? t('subnet.cellFree');
  const description = range ? t('range.cell', { about: own, name: range.name }) : own;
  return (
    <Tooltip label={`${ip} ${description}`}>
      <button
        type="button"
        className="cell"
        data-state={address ? 'taken' : edge ? 'reserved' : 'free'}
        data-mark={state?.mark || undefined}
        aria-label={`${ip} ${description}`}
        disabled={edge !== undefined && !address}
        style={{
          ...(state ? { background: state.color } : {}),
          ...(range ? { boxShadow: `inset 0 -3px 0 ${range.color}, inset 0 -4px 0 var(--card)` } : {}),
        }}
        onClick={(event) => press(ip, address, event.shiftKey)}
      >
        {ip.slice(Math.max(ip.lastIndexOf('.'), ip.lastIndexOf(':')) + 1)}
      </button>
    </Tooltip>
  );
}

interface CellState {
  readonly name: string;
  readonly color: string;
  /** A letter that identifies the state without its colour; empty for the most common state. */
  readonly mark: string;
}

type States = ReadonlyMap<string, CellState>;

const usual = '2';

/** Returns the states by id. Each state has a colour with sufficient contrast. The mark is a letter of the name. */
function statesOf(tags: readonly AnyRecord[]): States {
  const marks = new Set<string>();
  return new Map(
    tags.map(({ id, type, bgcolor }) => {
      const name = String(type);
      const mark = String(id) === usual ? '' : markOf(name, marks);
      marks.add(mark);
      return [String(id), { name, mark, color: stateColor(String(bgcolor ?? '#888888')) }];
    }),
  );
}

/** The first unused letter of a name; a star if there is none. */
const markOf = (name: string, taken: ReadonlySet<string>): string =>
  [...name.toUpperCase()].find((letter) => /\p{L}|\p{N}/u.test(letter) && !taken.has(letter)) ?? '*';

interface ColoredRange {
  readonly name: string;
  readonly first: bigint;
  readonly last: bigint;
  readonly color: string;
}

/** Colours of the ranges of a network, used cyclically and distinguishable with colour blindness. */
const colors = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9'] as const;

const coloredRanges = (ranges: readonly AnyRecord[]): readonly ColoredRange[] =>
  ranges.map(({ name, first, last }, index) => ({
    name: String(name),
    first: numberOf(String(first)),
    last: numberOf(String(last)),
    color: colors[index % colors.length] ?? colors[0],
  }));

function rangeAt(ranges: readonly ColoredRange[], ip: string): ColoredRange | undefined {
  if (ranges.length === 0) return undefined;
  const number = numberOf(ip);
  return ranges.find(({ first, last }) => number >= first && number <= last);
}
