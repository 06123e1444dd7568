import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { t } from '../../texts/text';
import { draw, pixels } from './draw';
import type { Space } from './space';
import { type Spot, useWalk, type Walking } from './use-walk';

/** A part of the address space, which is walked on by mouse, touch and keyboard. */
export function MapCanvas({ busy, ...walking }: Walking & { busy: boolean }) {
  const { space } = walking;
  const canvas = useRef<HTMLCanvasElement>(null);
  useDrawing(canvas, space);
  const { spot, shift, handlers } = useWalk(canvas, walking);
  const [right, down, scale] = shift;
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
        aria-label={t('map.aria')}
        style={{ transform: `translate(${right}px, ${down}px) scale(${scale})` }}
        {...handlers}
      />
      <SpotMark spot={spot} side={space.side} />
    </div>
  );
}

function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, space: Space): void {
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    draw(pen, space, scheme === 'dark');
    performance.mark('map drawn');
  }, [canvas, space, scheme]);
}

const SpotMark = ({ spot, side }: { spot: Spot; side: number }) => (
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
