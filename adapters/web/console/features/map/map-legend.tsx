import { useComputedColorScheme } from '@mantine/core';
import { t } from '../../texts/text';
import { percent } from '../../values/numbers';
import { colorsOf, fillOf } from './draw';

const shares = [0, 0.25, 0.5, 0.75, 1];

export function MapLegend() {
  const isDark = useComputedColorScheme('light') === 'dark';
  const { free, parent } = colorsOf(isDark);
  return (
    <div className="map-legend">
      <span>
        <i style={{ background: free }} /> {t('map.legendFree')}
      </span>
      <span>
        <i style={{ background: parent }} /> {t('map.legendParent')}
      </span>
      <span>
        {percent(0)}
        <i data-scale style={{ background: `linear-gradient(to right, ${shares.map((each) => fillOf(each, isDark)).join()})` }} />
        {percent(1)} {t('map.legendUsed')}
      </span>
    </div>
  );
}
