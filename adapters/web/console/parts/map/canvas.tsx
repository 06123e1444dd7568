import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { draw, pixels } from './draw';
import type { Found, Space } from './space';
import { useGestures } from './use-gestures';

interface Properties {
  readonly space: Space;
  readonly busy: boolean;
  /** Called with what is pointed at. */
  readonly tell: (found: Found) => void;
  /** Called with what is chosen. */
  readonly choose: (found: Found) => void;
  readonly go: (prefix: string | undefined) => void;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A part of the address space, which is walked on by mouse, touch and keyboard. */
export function MapCanvas({ space, busy, tell, choose, go }: Properties) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [spot, setSpot] = useState<Spot>({ x: 0, y: 0 });
  const scheme = useComputedColorScheme('light');
  const { side } = space;
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    draw(pen, space, scheme === 'dark');
    performance.mark('map drawn');
  }, [space, scheme]);
  const see = (next: Spot) => {
    setSpot(next);
    tell(space.at(next.x, next.y));
  };
  const placeAt = (left: number, top: number): Spot => {
    const box = canvas.current?.getBoundingClientRect();
    const of = (distance: number) => Math.min(side - 1, Math.max(0, Math.floor((distance / (box?.width ?? 1)) * side)));
    return { x: of(left - (box?.left ?? 0)), y: of(top - (box?.top ?? 0)) };
  };
  const gestures = useGestures({
    width: () => canvas.current?.clientWidth ?? 1,
    zoom: (isIn, left, top) => {
      const at = placeAt(left, top);
      go(isIn ? space.into(at.x, at.y) : space.out());
    },
    pan: (right, down) => go(space.beside(right, down)),
    press: (left, top) => {
      const at = placeAt(left, top);
      see(at);
      choose(space.at(at.x, at.y));
    },
  });
  const [right, down, scale] = gestures.shift;
  const press = (event: KeyboardEvent) => {
    const [right, down] = steps[event.key] ?? [0, 0];
    if (steps[event.key]) {
      const next = { x: spot.x + right, y: spot.y + down };
      const isBeyond = next.x < 0 || next.y < 0 || next.x >= side || next.y >= side;
      if (event.shiftKey || isBeyond) go(space.beside(right, down));
      else see(next);
    } else if (event.key === '+') go(space.into(spot.x, spot.y));
    else if (event.key === '-' || event.key === 'Escape') go(space.out());
    else if (event.key === 'Enter' || event.key === ' ') choose(space.at(spot.x, spot.y));
    else return;
    event.preventDefault();
  };
  const hover = (event: PointerEvent) => {
    if (event.buttons === 0) see(placeAt(event.clientX, event.clientY));
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
        data-at={`${space.view.subnet}/${space.view.mask}`}
        aria-label="Map: arrows walk, with Shift to the map beside, plus zooms in, minus zooms out, Enter chooses"
        style={{ transform: `translate(${right}px, ${down}px) scale(${scale})` }}
        onPointerMove={hover}
        onKeyDown={press}
        {...gestures.handlers}
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

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
