import { type PointerEvent, useRef, useState, type WheelEvent } from 'react';

/** What gestures mean. Places are those of the window. */
interface Meanings {
  /** How wide what is moved is, in pixels. */
  readonly width: () => number;
  readonly zoom: (isIn: boolean, left: number, top: number) => void;
  /** Towards what is beside it. */
  readonly pan: (right: number, down: number) => void;
  readonly press: (left: number, top: number) => void;
}

/** Milliseconds until the wheel zooms once more: one turn of it is many events. */
const wheelPause = 350;
/** Pixels that a press may move. */
const still = 6;
/** The share of the width by which one must drag. */
const enough = 0.2;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Reads drags, presses, pinches and turns of the wheel. */
export function useGestures({ width, zoom, pan, press }: Meanings) {
  const points = useRef(new Map<number, Point>());
  const start = useRef<Point>(undefined);
  const pinch = useRef(0);
  const turned = useRef(0);
  const [shift, setShift] = useState<readonly [number, number]>([0, 0]);
  const distance = () => {
    const [one, two] = [...points.current.values()];
    return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0;
  };
  const end = (event: PointerEvent) => {
    points.current.delete(event.pointerId);
    const from = start.current;
    start.current = undefined;
    setShift([0, 0]);
    if (!from || pinch.current > 0) {
      if (points.current.size === 0) pinch.current = 0;
      return;
    }
    const [right, down] = [event.clientX - from.x, event.clientY - from.y];
    const isAcross = Math.abs(right) > Math.abs(down);
    if (Math.hypot(right, down) < still) press(event.clientX, event.clientY);
    else if (Math.max(Math.abs(right), Math.abs(down)) > width() * enough)
      pan(isAcross ? -Math.sign(right) : 0, isAcross ? 0 : -Math.sign(down));
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      points.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      start.current = { x: event.clientX, y: event.clientY };
      if (points.current.size === 2) pinch.current = distance();
    },
    onPointerMoveCapture: (event: PointerEvent) => {
      if (!points.current.has(event.pointerId)) return;
      points.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pinch.current > 0) {
        const ratio = distance() / pinch.current;
        if (ratio > 1.4 || ratio < 0.7) {
          zoom(ratio > 1, event.clientX, event.clientY);
          pinch.current = distance();
        }
      } else if (start.current) setShift([event.clientX - start.current.x, event.clientY - start.current.y]);
    },
    onPointerUp: end,
    onPointerCancel: (event: PointerEvent) => {
      points.current.delete(event.pointerId);
      start.current = undefined;
      setShift([0, 0]);
    },
    onWheel: ({ deltaY, timeStamp, clientX, clientY }: WheelEvent) => {
      if (timeStamp - turned.current < wheelPause) return;
      turned.current = timeStamp;
      zoom(deltaY < 0, clientX, clientY);
    },
  };
  return { shift, handlers };
}
