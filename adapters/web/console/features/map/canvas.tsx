import { useComputedColorScheme } from '@mantine/core';
import { type ComponentProps, type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../texts/text';
import { type drawCells, drawMap, pixels } from './draw';
import type { Found, Space } from './space';
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

export function Drawing({ canvas, space, draw, ...others }: DrawingProperties) {
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
export function positionOn(canvas: RefObject<HTMLCanvasElement | null>, side: number, left: number, top: number): Point {
  const box = canvas.current?.getBoundingClientRect();
  const of = (distance: number) => Math.min(side - 1, Math.max(0, Math.floor((distance / (box?.width ?? 1)) * side)));
  return { x: of(left - (box?.left ?? 0)), y: of(top - (box?.top ?? 0)) };
}

/** Steps to the right and down, by arrow key. */
export const arrows: Readonly<Record<string, readonly [number, number]>> = {
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
