import { ActionIcon, Alert, Button, Group, Stack, Text, TextInput, Title, Tooltip, useComputedColorScheme } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { mapQuery } from '../api/queries';
import { Card, Failure } from '../parts/card';
import { indexAt, placeOf } from '../parts/hilbert';
import { bitsOf, numberOf, textOf } from '../parts/ip';
import { count, percent, share } from '../parts/numbers';

/** How many pixels the map is drawn with, a side. */
const pixels = 1024;

/** Milliseconds until the wheel zooms once more. */
const wheelPause = 350;

type SpaceMap = Awaited<ReturnType<NonNullable<ReturnType<typeof mapQuery>['queryFn']>>>;
type Network = SpaceMap['networks'][number];

/** What is seen of the address space. */
interface View {
  readonly subnet: string;
  readonly mask: number;
}

/** What lies at a place of the map. */
interface Found {
  readonly cell: string;
  readonly network: Network | undefined;
  readonly small: readonly [networks: number, used: string, size: string] | undefined;
}

const readView = (at: string | undefined): View => {
  const [subnet = '', mask = ''] = (at ?? '0.0.0.0/0').split('/');
  return /^[0-9a-f.:]+$/i.test(subnet) && /^\d{1,3}$/.test(mask)
    ? { subnet, mask: Number(mask) }
    : { subnet: '0.0.0.0', mask: 0 };
};

/** The network around an address. */
function around(address: bigint, mask: number, bits: 32 | 128): string {
  const rest = BigInt(bits - mask);
  return `${textOf((address >> rest) << rest, bits === 128)}/${mask}`;
}

/** The address space on a Hilbert curve, on which what is near in number is near in place. */
export function MapPage() {
  const { at } = useSearch({ from: '/map' });
  const navigate = useNavigate();
  const view = readView(at);
  const { data, error, refetch, isFetching } = useQuery({
    ...mapQuery(view.subnet, view.mask),
    placeholderData: (former) => former,
  });
  const [found, setFound] = useState<Found>();
  const bits = bitsOf(view.subnet);
  const go = (prefix: string) => void navigate({ to: '/map', search: { at: prefix } });
  const up = () => view.mask > 0 && go(around(numberOf(view.subnet), Math.max(0, view.mask - 4), bits));
  return (
    <Stack gap={12}>
      <Group justify="space-between">
        <Group gap="xs">
          <Title order={1}>Space map</Title>
          <Tooltip label="Zoom out">
            <ActionIcon aria-label="Zoom out" onClick={up} disabled={view.mask === 0}>
              <IconArrowUp size={18} />
            </ActionIcon>
          </Tooltip>
          <Text className="mono quiet">
            {view.subnet}/{view.mask}
          </Text>
        </Group>
        <Where key={at} at={at ?? '0.0.0.0/0'} go={go} />
      </Group>
      {error ? <Failure error={error} retry={() => void refetch()} /> : null}
      {data?.isCut ? (
        <Alert color="orange">There are more networks than the map shows one by one: zoom in to see all.</Alert>
      ) : null}
      <div className="map-grid">
        <Card>
          {data ? <Canvas map={data} view={view} tell={setFound} go={go} up={up} busy={isFetching} /> : <div className="map" />}
        </Card>
        <Card title="Here">
          <About found={found} view={view} />
        </Card>
      </div>
    </Stack>
  );
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
        {['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '2000::/3'].map((prefix) => (
          <Button key={prefix} variant="default" size="compact-xs" className="mono" onClick={() => go(prefix)} visibleFrom="sm">
            {prefix}
          </Button>
        ))}
        <TextInput
          size="xs"
          aria-label="Go to a network"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          classNames={{ input: 'mono' }}
          w={170}
        />
      </Group>
    </form>
  );
}

interface CanvasProperties {
  readonly map: SpaceMap;
  readonly view: View;
  readonly tell: (found: Found) => void;
  readonly go: (prefix: string) => void;
  readonly up: () => void;
  readonly busy: boolean;
}

function Canvas({ map, view, tell, go, up, busy }: CanvasProperties) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const turned = useRef(0);
  const [spot, setSpot] = useState({ x: 0, y: 0 });
  const scheme = useComputedColorScheme('light');
  const bits = bitsOf(view.subnet);
  const depth = Number(map.cellLength) - view.mask;
  const side = 2 ** Math.ceil(depth / 2);
  const shift = BigInt(bits - Number(map.cellLength));
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (pen) draw(pen, map, view, scheme === 'dark');
  }, [map, view, scheme]);

  const cellAt = (x: number, y: number): Found => {
    const index = Math.floor(indexAt(x, y, side) / (depth % 2 === 0 ? 1 : 2));
    const address = numberOf(view.subnet) + (BigInt(index) << shift);
    const small = map.cells.find(([place]) => Number(place) === index);
    const network = map.networks.findLast(
      ({ subnet, mask }) => address >> BigInt(bits - Number(mask)) === numberOf(subnet) >> BigInt(bits - Number(mask)),
    );
    return {
      cell: around(address, Number(map.cellLength), bits),
      network,
      small: small && [Number(small[1]), String(small[2]), String(small[3])],
    };
  };
  const place = (event: MouseEvent<HTMLCanvasElement>) => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const of = (distance: number) => Math.min(side - 1, Math.max(0, Math.floor((distance / width) * side)));
    return { x: of(event.clientX - left), y: of(event.clientY - top) };
  };
  const see = (next: { x: number; y: number }) => {
    setSpot(next);
    tell(cellAt(next.x, next.y));
  };
  const into = ({ x, y }: { x: number; y: number }) => {
    const [address = '0.0.0.0'] = cellAt(x, y).cell.split('/');
    const mask = Math.min(view.mask + 4, bits - 8);
    if (mask > view.mask) go(around(numberOf(address), mask, bits));
  };
  /** One turn of a wheel is many events: it zooms by one step. */
  const turn = (distance: number, time: number) => {
    if (time - turned.current < wheelPause) return;
    turned.current = time;
    if (distance < 0) into(spot);
    else up();
  };
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const [right = 0, down = 0] = steps[event.key] ?? [];
    if (steps[event.key])
      see({ x: Math.min(side - 1, Math.max(0, spot.x + right)), y: Math.min(side - 1, Math.max(0, spot.y + down)) });
    else if (event.key === '+' || event.key === 'Enter') into(spot);
    else if (event.key === '-' || event.key === 'Escape') up();
    else return;
    event.preventDefault();
  };
  return (
    <div className="map" aria-busy={busy}>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture that is walked on by keyboard */}
      <canvas
        ref={canvas}
        width={pixels}
        height={pixels}
        tabIndex={0}
        role="application"
        aria-label="Map: arrows walk, plus zooms in, minus zooms out"
        onMouseMove={(event) => see(place(event))}
        onClick={(event) => into(place(event))}
        onWheel={(event) => turn(event.deltaY, event.timeStamp)}
        onKeyDown={press}
      />
      <span
        className="spot"
        style={{
          height: `${100 / side}%`,
          left: `${(100 * spot.x) / side}%`,
          top: `${(100 * spot.y) / side}%`,
          width: `${100 / side}%`,
        }}
      />
    </div>
  );
}

/** What a network looks like that is filled so far. */
const fillOf = (filled: number, isDark: boolean): string =>
  `hsl(${Math.round(174 - 174 * Math.min(1, filled) ** 2)} ${isDark ? '55% 42%' : '58% 46%'})`;

function draw(pen: CanvasRenderingContext2D, map: SpaceMap, view: View, isDark: boolean): void {
  const bits = bitsOf(view.subnet);
  const cellLength = Number(map.cellLength);
  const depth = cellLength - view.mask;
  const side = 2 ** Math.ceil(depth / 2);
  const half = depth % 2 === 0 ? 1 : 2;
  const size = pixels / side;
  const first = numberOf(view.subnet);
  const total = 2 ** depth;
  pen.clearRect(0, 0, pixels, pixels);
  const paint = (index: number, color: string, gap: number) => {
    for (let part = 0; part < half; part++) {
      const [x, y] = placeOf(index * half + part, side);
      pen.fillStyle = color;
      pen.fillRect(x * size, y * size, size - gap, size - gap);
    }
  };
  for (let index = 0; index < total; index++) paint(index, isDark ? '#20252a' : '#eef1f4', 1);
  for (const network of map.networks) {
    const start = numberOf(network.subnet) - first;
    const from = start < 0n ? 0 : Number(start >> BigInt(bits - cellLength));
    const until = Math.min(total, from + 2 ** Math.max(0, cellLength - Math.max(Number(network.mask), view.mask)));
    const filled = share(network.used, network.maxhosts);
    const color = network.isLeaf ? fillOf(filled, isDark) : isDark ? '#2d4a4d' : '#cfe7e4';
    for (let index = from; index < until; index++) paint(index, color, until - from > 1 && network.isLeaf ? 0 : 1);
  }
  for (const [index, , used, maxhosts] of map.cells)
    paint(Number(index), fillOf(share(String(used), String(maxhosts)), isDark), 1);
}

function About({ found, view }: { found: Found | undefined; view: View }) {
  if (!found)
    return (
      <Text size="sm" className="quiet" p="md">
        Point at the map: what lies there is told here. A click or the wheel zooms in; the arrows, plus and minus do so by
        keyboard.
      </Text>
    );
  const { cell, network, small } = found;
  return (
    <dl className="facts">
      <dt>Cell</dt>
      <dd className="mono">{cell}</dd>
      {network ? (
        <>
          <dt>Network</dt>
          <dd>
            <Link
              to="/subnets/$id"
              params={{ id: String(network.id) }}
              className="mono"
              style={{ color: 'var(--mantine-color-anchor)' }}
            >
              {network.subnet}/{network.mask}
            </Link>
            <Text size="sm">{network.description}</Text>
          </dd>
          <dt>Filled</dt>
          <dd>
            {percent(share(network.used, network.maxhosts))}: {count(network.used)} of {count(network.maxhosts)}
          </dd>
        </>
      ) : (
        <>
          <dt>Network</dt>
          <dd className="quiet">none: this is free</dd>
        </>
      )}
      {small ? (
        <>
          <dt>Smaller ones</dt>
          <dd>
            {small[0]} networks, {count(small[1])} of {count(small[2])} taken
          </dd>
        </>
      ) : null}
      <dt>Shown</dt>
      <dd className="mono">
        {view.subnet}/{view.mask}
      </dd>
    </dl>
  );
}
