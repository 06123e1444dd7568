import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { mapQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { Card } from '../../ui/page/page';
import { drawCells, drawMap, pixels } from './draw';
import { type Found, overviewOf, Space } from './space';
import { type Point, useGestures } from './use-gestures';

interface Properties {
  readonly space: Space;
  readonly inspect: (found: Found) => void;
  readonly choose: (found: Found) => void;
  readonly go: (prefix: string | undefined) => void;
}

export function MapCanvas({ busy, ...properties }: Properties & { busy: boolean }) {
  const { space } = properties;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { spot, shift, handlers } = useWalk(canvas, properties);
  const [right, down, scale] = shift;
  return (
    <div className="map" aria-busy={busy}>
      <Drawing
        canvas={canvas}
        space={space}
        draw={drawMap}
        data-at={`${space.view.subnet}/${space.view.mask}`}
        aria-label={t('map.aria')}
        style={{ transform: `translate(${right}px, ${down}px) scale(${scale})` }}
        {...handlers}
      />
      <SpotMark spot={spot} side={space.side} />
    </div>
  );
}

interface DrawingProperties extends ComponentProps<'canvas'> {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly space: Space;
  readonly draw: typeof drawCells;
}

function Drawing({ canvas, space, draw, ...others }: DrawingProperties) {
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (pen) draw(pen, space, isDark);
  }, [canvas, space, draw, isDark]);
  // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture that is walked on by keyboard
  return <canvas ref={canvas} width={pixels} height={pixels} tabIndex={0} role="application" {...others} />;
}

const SpotMark = ({ spot, side }: { spot: Point; side: number }) => (
  <span
    className="spot"
    style={{
      height: `${100 / side}%`,
      left: `${(100 * spot.x) / side}%`,
      top: `${(100 * spot.y) / side}%`,
      width: `${100 / side}%`,
    }}
  />
);

function useWalk(canvas: RefObject<HTMLCanvasElement | null>, properties: Properties) {
  const { space, inspect, choose, go } = properties;
  const [spot, setSpot] = useState<Point>({ x: 0, y: 0 });
  const see = (next: Point) => {
    setSpot(next);
    inspect(space.at(next.x, next.y));
  };
  const spotAt = (left: number, top: number) => positionOn(canvas, space.side, left, top);
  const { shift, handlers } = useGestures({
    width: () => canvas.current?.clientWidth ?? 1,
    zoom: (isIn, left, top) => {
      const at = spotAt(left, top);
      go(isIn ? space.into(at.x, at.y) : space.out());
    },
    pan: (right, down) => go(space.beside(right, down)),
    press: (left, top) => {
      const at = spotAt(left, top);
      see(at);
      choose(space.at(at.x, at.y));
    },
  });
  const hover = ({ buttons, clientX, clientY }: PointerEvent) => {
    if (buttons === 0) see(spotAt(clientX, clientY));
  };
  const press = (event: KeyboardEvent) => {
    if (pressKey(event, spot, see, properties)) event.preventDefault();
  };
  return { spot, shift, handlers: { onPointerMove: hover, onKeyDown: press, ...handlers } };
}

/**
 * Returns the square at a position in the window, if `side` squares lie along each side of a canvas. Outside of the canvas, returns
 * the nearest square.
 */
function positionOn(canvas: RefObject<HTMLCanvasElement | null>, side: number, left: number, top: number): Point {
  const box = canvas.current?.getBoundingClientRect();
  const of = (distance: number) => Math.min(side - 1, Math.max(0, Math.floor((distance / (box?.width ?? 1)) * side)));
  return { x: of(left - (box?.left ?? 0)), y: of(top - (box?.top ?? 0)) };
}

/** Steps to the right and down, by arrow key. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @returns whether the key has a function */
function pressKey({ key, shiftKey }: KeyboardEvent, spot: Point, see: (next: Point) => void, properties: Properties): boolean {
  const { space, choose, go } = properties;
  const arrow = arrows[key];
  if (arrow) {
    const [right, down] = arrow;
    const next = { x: spot.x + right, y: spot.y + down };
    const isBeyond = next.x < 0 || next.y < 0 || next.x >= space.side || next.y >= space.side;
    if (shiftKey || isBeyond) go(space.beside(right, down));
    else see(next);
  } else if (key === '+') go(space.into(spot.x, spot.y));
  else if (key === '-' || key === 'Escape') go(space.out());
  else if (key === 'Enter' || key === ' ') choose(space.at(spot.x, spot.y));
  else return false;
  return true;
}

interface MiniMapProperties {
  readonly space: Space;
  readonly go: (prefix: string | undefined) => void;
}

/** Shows an area two zoom steps larger than the map. A click or a drag moves the part that the map shows. */
export function MiniMap({ space, go }: MiniMapProperties) {
  const { view } = space;
  const at = useMemo(() => overviewOf(view), [view]);
  const { data } = useQuery(mapQuery(at.subnet, at.mask));
  const overview = useMemo(() => data && new Space(at, data), [at, data]);
  return (
    <Card title={t('map.overview', { prefix: `${at.subnet}/${at.mask}` })}>
      {overview ? <Overview space={space} overview={overview} go={go} /> : <div className="mini-map" />}
    </Card>
  );
}

interface OverviewProperties extends MiniMapProperties {
  readonly overview: Space;
}

function Overview({ space, overview, go }: OverviewProperties) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { left, top, size, handlers } = useWindow(canvas, { space, overview, go });
  const shown = `${space.view.subnet}/${space.view.mask}`;
  return (
    <div className="mini-map">
      <Drawing
        canvas={canvas}
        space={overview}
        draw={drawCells}
        aria-label={t('map.overviewAria', { shown, prefix: `${overview.view.subnet}/${overview.view.mask}` })}
        {...handlers}
      />
      <span
        className="window"
        style={{ height: `${100 * size}%`, left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * size}%` }}
      />
    </div>
  );
}

/** Returns the position and size of the window as fractions of the overview. */
function useWindow(canvas: RefObject<HTMLCanvasElement | null>, { space, overview, go }: OverviewProperties) {
  const [dragged, setDragged] = useState<ReturnType<typeof positionOn>>();
  const { view } = space;
  const windows = overview.windowsOf(view.mask);
  const shown = overview.windowOf(view);
  const at = dragged ?? shown;
  const positionOf = ({ clientX, clientY }: PointerEvent) => positionOn(canvas, windows, clientX, clientY);
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(positionOf(event));
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragged) setDragged(positionOf(event));
    },
    onPointerUp: (event: PointerEvent) => {
      if (!dragged) return;
      const { x, y } = positionOf(event);
      setDragged(undefined);
      if (x !== shown.x || y !== shown.y) go(overview.inWindow(x, y, view.mask));
    },
    onPointerCancel: () => setDragged(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const arrow = arrows[event.key];
      if (!arrow) return;
      event.preventDefault();
      go(space.beside(...arrow));
    },
  };
  return { left: at.x / windows, top: at.y / windows, size: 1 / windows, handlers };
}
