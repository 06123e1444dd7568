import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';
import type { Found, Space } from './space';
import { useGestures } from './use-gestures';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Walking {
  readonly space: Space;
  readonly inspect: (found: Found) => void;
  readonly choose: (found: Found) => void;
  readonly go: (prefix: string | undefined) => void;
}

export function useWalk(canvas: RefObject<HTMLCanvasElement | null>, walking: Walking) {
  const { space, inspect, choose, go } = walking;
  const [spot, setSpot] = useState<Spot>({ x: 0, y: 0 });
  const see = (next: Spot) => {
    setSpot(next);
    inspect(space.at(next.x, next.y));
  };
  const spotAt = (left: number, top: number) => spotOf(canvas.current, space.side, left, top);
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
    if (pressKey(event, spot, see, walking)) event.preventDefault();
  };
  return { spot, shift, handlers: { onPointerMove: hover, onKeyDown: press, ...handlers } };
}

/** Returns the cell at a position. Outside of the map, returns the nearest cell. */
function spotOf(canvas: HTMLCanvasElement | null, side: number, left: number, top: number): Spot {
  const box = canvas?.getBoundingClientRect();
  const of = (distance: number) => Math.min(side - 1, Math.max(0, Math.floor((distance / (box?.width ?? 1)) * side)));
  return { x: of(left - (box?.left ?? 0)), y: of(top - (box?.top ?? 0)) };
}

export const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @returns whether the key has a function */
function pressKey({ key, shiftKey }: KeyboardEvent, spot: Spot, see: (next: Spot) => void, walking: Walking): boolean {
  const { space, choose, go } = walking;
  const step = steps[key];
  if (step) {
    const [right, down] = step;
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
