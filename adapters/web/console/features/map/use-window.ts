import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';
import type { Space } from './space';
import { steps } from './use-walk';

interface Surroundings {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly space: Space;
  readonly overview: Space;
  readonly go: (prefix: string | undefined) => void;
}

interface Position {
  readonly x: number;
  readonly y: number;
}

/** Returns the position and size of the window as fractions of the overview. */
export function useWindow({ canvas, space, overview, go }: Surroundings) {
  const [dragged, setDragged] = useState<Position>();
  const { view } = space;
  const windows = overview.windowsOf(view.mask);
  const shown = overview.windowOf(view);
  const at = dragged ?? shown;
  const positionOf = ({ clientX, clientY }: PointerEvent): Position => {
    const box = canvas.current?.getBoundingClientRect();
    const of = (distance: number) => Math.min(windows - 1, Math.max(0, Math.floor((distance / (box?.width ?? 1)) * windows)));
    return { x: of(clientX - (box?.left ?? 0)), y: of(clientY - (box?.top ?? 0)) };
  };
  const drop = (event: PointerEvent) => {
    if (!dragged) return;
    const { x, y } = positionOf(event);
    setDragged(undefined);
    if (x !== shown.x || y !== shown.y) go(overview.inWindow(x, y, view.mask));
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(positionOf(event));
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragged) setDragged(positionOf(event));
    },
    onPointerUp: drop,
    onPointerCancel: () => setDragged(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      go(space.beside(...step));
    },
  };
  return { left: at.x / windows, top: at.y / windows, size: 1 / windows, handlers };
}
