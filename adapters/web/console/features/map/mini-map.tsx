import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { mapQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { Card } from '../../ui/page/page';
import { arrows, Drawing, positionOn } from './canvas';
import { drawCells } from './draw';
import { overviewOf, Space } from './space';

interface Properties {
  readonly space: Space;
  readonly go: (prefix: string | undefined) => void;
}

/** Shows an area two zoom steps larger than the map. A click or a drag moves the part that the map shows. */
export function MiniMap({ space, go }: Properties) {
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

interface OverviewProperties extends Properties {
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
