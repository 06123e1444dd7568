import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { mapQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { Card } from '../../ui/page/card';
import { drawCells, pixels } from './draw';
import { overviewOf, Space } from './space';
import { useWindow } from './use-window';

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

function Overview({ space, overview, go }: Properties & { overview: Space }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (pen) drawCells(pen, overview, isDark);
  }, [overview, isDark]);
  const { left, top, size, handlers } = useWindow({ canvas, space, overview, go });
  const shown = `${space.view.subnet}/${space.view.mask}`;
  return (
    <div className="mini-map">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture that is moved on by keyboard */}
      <canvas
        ref={canvas}
        width={pixels}
        height={pixels}
        tabIndex={0}
        role="application"
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
