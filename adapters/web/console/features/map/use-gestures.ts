import { type PointerEvent, useRef, useState, type WheelEvent } from 'react';

/** Positions are in window coordinates. */
interface Meanings {
  readonly width: () => number;
  readonly zoom: (isIn: boolean, left: number, top: number) => void;
  readonly pan: (right: number, down: number) => void;
  readonly press: (left: number, top: number) => void;
}

/** Minimum interval between two wheel zooms in milliseconds: one turn of the wheel fires many events. */
const wheelIntervalMs = 350;
/** Movement in pixels that still counts as a click. */
const still = 6;
/** Minimum drag distance of a pan, as a fraction of the width. */
const enough = 0.2;
/** Pinch ratio of one zoom step. */
const pinched = 1.6;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Offset to the right and down in pixels, and scale, of the map during a gesture. */
export type Shift = readonly [right: number, down: number, scale: number];
const rest: Shift = [0, 0, 1];

export function useGestures(meanings: Meanings) {
  const { shift, handlers } = useFingers(meanings);
  const onWheel = useWheel(meanings);
  return { shift, handlers: { ...handlers, onWheel } };
}

function useWheel({ zoom }: Meanings) {
  const turned = useRef(0);
  return ({ deltaY, timeStamp, clientX, clientY }: WheelEvent) => {
    if (timeStamp - turned.current < wheelIntervalMs) return;
    turned.current = timeStamp;
    zoom(deltaY < 0, clientX, clientY);
  };
}

function useFingers(meanings: Meanings) {
  const points = useRef(new Map<number, Point>());
  /** The start of a gesture with one pointer; undefined once a second pointer touches. */
  const start = useRef<Point>(undefined);
  const [shift, setShift] = useState(rest);
  const spread = useSpread(meanings, setShift);
  const forget = (pointer: number) => {
    points.current.delete(pointer);
    start.current = undefined;
    setShift(rest);
  };
  const handlers = {
    onPointerDown: ({ button, pointerId, clientX: x, clientY: y, currentTarget }: PointerEvent) => {
      if (button !== 0) return;
      currentTarget.setPointerCapture(pointerId);
      points.current.set(pointerId, { x, y });
      start.current = points.current.size === 1 ? { x, y } : undefined;
      spread.begin([...points.current.values()]);
      setShift(rest);
    },
    onPointerMoveCapture: ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
      if (!points.current.has(pointerId)) return;
      points.current.set(pointerId, { x, y });
      if (points.current.size === 2) spread.pinch([...points.current.values()]);
      else if (start.current) setShift([x - start.current.x, y - start.current.y, 1]);
    },
    onPointerUp: ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
      const from = start.current;
      forget(pointerId);
      if (from) end(from, { x, y }, meanings);
    },
    onPointerCancel: ({ pointerId }: PointerEvent) => forget(pointerId),
  };
  return { shift, handlers };
}

function useSpread({ zoom }: Meanings, setShift: (shift: Shift) => void) {
  const last = useRef(0);
  const begin = (points: readonly Point[]) => {
    last.current = between(points).distance;
  };
  const pinch = (points: readonly Point[]) => {
    const { middle, distance } = between(points);
    const ratio = distance / last.current;
    if (ratio < pinched && ratio > 1 / pinched) return setShift([0, 0, ratio]);
    last.current = distance;
    setShift(rest);
    zoom(ratio > 1, middle.x, middle.y);
  };
  return { begin, pinch };
}

function end(from: Point, to: Point, { width, pan, press }: Meanings): void {
  const [right, down] = [to.x - from.x, to.y - from.y];
  const isAcross = Math.abs(right) > Math.abs(down);
  if (Math.hypot(right, down) < still) press(to.x, to.y);
  else if (Math.max(Math.abs(right), Math.abs(down)) > width() * enough)
    pan(isAcross ? -Math.sign(right) : 0, isAcross ? 0 : -Math.sign(down));
}

/** The distance is at least 1. */
function between([one, two]: readonly Point[]): { readonly middle: Point; readonly distance: number } {
  if (!one || !two) return { middle: one ?? { x: 0, y: 0 }, distance: 1 };
  const middle = { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
  return { middle, distance: Math.max(1, Math.hypot(one.x - two.x, one.y - two.y)) };
}
