import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { t } from '../../texts/text';
import { Empty } from '../../ui/page/card';
import { percent, share } from '../../values/numbers';
import { fillOf } from './draw';
import type { SpaceMap, View } from './space';
import { type Box, boxesOf, treeOf } from './treemap-layout';

interface Properties {
  readonly view: View;
  readonly map: SpaceMap;
  readonly open: (subnet: string) => void;
  readonly go: (prefix: string) => void;
}

/** For IPv6, whose address space is too large for a Hilbert map. */
export function Treemap({ view, map, open, go }: Properties) {
  const boxes = useMemo(() => boxesOf(treeOf(view, map)), [view, map]);
  const isDark = useComputedColorScheme('light') === 'dark';
  if (boxes.length === 0)
    return <Empty title={t('map.nothing', { prefix: `${view.subnet}/${view.mask}` })}>{t('map.nothingHelp')}</Empty>;
  return (
    <div className="treemap">
      {boxes.map((box) => (
        <Part key={`${box.node.prefix} ${box.node.many}`} box={box} isDark={isDark} open={open} go={go} view={view} />
      ))}
    </div>
  );
}

function Part({ box, isDark, open, go, view }: { box: Box; isDark: boolean } & Omit<Properties, 'map'>) {
  const { node, x, y, width, height } = box;
  const { network, prefix, many, used, size } = node;
  const filled = share(used, size);
  const name = network ? [prefix, network.description].filter(Boolean).join(' ') : `${prefix}: ${t('count.subnet', { n: many })}`;
  const label = t('map.usedLabel', { name, percent: percent(filled) });
  const press = () => {
    if (network && (node.children.length === 0 || prefix === `${view.subnet}/${view.mask}`)) open(String(network.id));
    else go(prefix);
  };
  const isMaster = node.children.length > 0;
  return (
    <button
      type="button"
      className="part-box"
      data-master={isMaster || undefined}
      title={label}
      aria-label={label}
      onClick={press}
      style={{
        left: `${x * 100}%`,
        top: `${y * 100}%`,
        width: `${width * 100}%`,
        height: `${height * 100}%`,
        ...(isMaster
          ? {}
          : {
              borderColor: fillOf(filled, isDark),
              background: `color-mix(in srgb, ${fillOf(filled, isDark)} 22%, var(--card))`,
            }),
      }}
    >
      <span className="cut">{width > 0.05 && height > 0.025 ? name : ''}</span>
    </button>
  );
}
