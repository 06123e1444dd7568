import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { formatLocale } from '../../texts/language';
import { t } from '../../texts/text';
import { count } from '../../values/numbers';
import { localDay } from '../../values/time';
import 'uplot/dist/uPlot.min.css';

interface LineChartProperties {
  readonly points: readonly { readonly day: string; readonly used: number }[];
  readonly size: number;
  /** The end of the dashed line. */
  readonly forecast: { readonly day: string; readonly used: number } | undefined;
  readonly label: string;
}

const chartHeight = 220;

/** Colours for printing, independent of the theme. */
const printed: Readonly<Record<string, string>> = { '--chart-line': '#1864ab', '--chart-grid': '#ddd', '--chart-text': '#333' };

export function LineChart({ points, size, forecast, label }: LineChartProperties) {
  const box = useRef<HTMLDivElement>(null);
  const theme = useComputedColorScheme('light');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours that the chart reads
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const paper = { isUsed: false };
    const colour = (name: string) => () =>
      (paper.isUsed ? printed[name] : undefined) ?? getComputedStyle(element).getPropertyValue(name);
    const chart = new uPlot(optionsOf(element.clientWidth, colour, size), dataOf(points, forecast), element);
    const resize = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: chartHeight }));
    resize.observe(element);
    const redraw = (isUsed: boolean) => () => {
      paper.isUsed = isUsed;
      chart.redraw(false, true);
    };
    const [before, after] = [redraw(true), redraw(false)];
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
      resize.disconnect();
      chart.destroy();
    };
  }, [points, size, forecast, theme]);
  return <div ref={box} className="chart" role="img" aria-label={label} />;
}

/** Returns the start of a day in UTC, in seconds. @param day YYYY-MM-DD */
const secondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

function dataOf(points: LineChartProperties['points'], forecast: LineChartProperties['forecast']): uPlot.AlignedData {
  const days = points.map(({ day }) => secondsOf(day));
  const used: (number | null)[] = points.map((point) => point.used);
  const last = used.at(-1) ?? null;
  const ahead: (number | null)[] = points.map((_, index) => (forecast && index === points.length - 1 ? last : null));
  if (!forecast) return [days, used, ahead];
  return [
    [...days, secondsOf(forecast.day)],
    [...used, null],
    [...ahead, forecast.used],
  ];
}

type Colour = (name: string) => () => string;

function optionsOf(width: number, colour: Colour, size: number): uPlot.Options {
  const [line, grid, text] = [colour('--chart-line'), colour('--chart-grid'), colour('--chart-text')];
  const font = '12px system-ui, sans-serif';
  const axis = { stroke: text, font, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } };
  const counted = (_: uPlot, value: number | null) => (value === null ? '–' : count(Math.round(value)));
  return {
    width,
    height: chartHeight,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (_, _low, high) => [0, topOf(high, size)] } },
    axes: [
      { ...axis, space: 80, values: (_, splits, _axis, _space, distance) => splits.map((at) => tickText(at, distance)) },
      { ...axis, size: 64, values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? count(value) : '')) },
    ],
    series: [
      {
        label: t('trend.day'),
        value: (_, at) => (at === null ? '–' : localDay(new Date(at * 1000).toISOString().slice(0, 10))),
      },
      { label: t('trend.used'), stroke: line, width: 2, spanGaps: true, points: { size: 5 }, value: counted },
      {
        label: t('trend.forecast'),
        stroke: line,
        width: 2,
        dash: [6, 6],
        spanGaps: true,
        points: { show: false },
        value: counted,
      },
    ],
  };
}

/** Returns the top of the scale: the network size once a third of it is used, otherwise 1.2 times the highest value, at least 4. */
const topOf = (high: number, size: number): number => (high * 3 >= size ? size : Math.max(4, high * 1.2));

function tickText(at: number, distance: number): string {
  const isLong = distance >= 300 * 86_400;
  const format = isLong
    ? ({ year: 'numeric' } as const)
    : distance >= 27 * 86_400
      ? ({ month: 'short', year: 'numeric' } as const)
      : ({ day: 'numeric', month: 'short' } as const);
  return new Date(at * 1000).toLocaleDateString(formatLocale(), { ...format, timeZone: 'UTC' });
}
