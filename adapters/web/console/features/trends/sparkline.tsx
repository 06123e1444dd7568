import { t } from '../../texts/text';
import { percent } from '../../values/numbers';

const [width, height, edge] = [84, 20, 2];

/** @param percents oldest first; null without a recording */
export function Sparkline({ percents }: { percents: readonly (number | null)[] }) {
  const known = percents.filter((each) => each !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  const step = (width - 2 * edge) / Math.max(1, percents.length - 1);
  const points = percents.flatMap((each, index) =>
    each === null ? [] : [`${edge + index * step},${height - edge - (each / 100) * (height - 2 * edge)}`],
  );
  const end = points.at(-1)?.split(',') ?? [];
  return (
    <svg
      className="sparkline"
      width={width}
      height={height}
      role="img"
      aria-label={t('trend.sparkline', { from: percent(first / 100), to: percent(last / 100) })}
    >
      <title>{t('trend.sparkline', { from: percent(first / 100), to: percent(last / 100) })}</title>
      <polyline points={points.join(' ')} />
      <circle cx={end[0]} cy={end[1]} r={2} />
    </svg>
  );
}
