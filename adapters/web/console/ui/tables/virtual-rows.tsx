import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

interface Properties {
  readonly count: number;
  readonly rowHeight: number;
  readonly label: string;
  readonly row: (index: number) => ReactNode;
  readonly head: ReactNode;
  /** CSS variables of the column widths: --columns, --least. */
  readonly style: CSSProperties;
  /** Called with the first and last visible row after scrolling stops. */
  readonly onVisible?: (first: number, last: number) => void;
}

/** Renders only visible rows, which have equal heights. */
export function VirtualRows({ count, rowHeight, label, row, head, style, onVisible }: Properties) {
  const { scroller, height, factor, rows } = useVisibleRows(count, rowHeight, onVisible);
  return (
    <section
      ref={scroller}
      className="scroller"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must accept keyboard focus
      tabIndex={0}
      onKeyDown={(event) => {
        moveFocus(event, rowHeight / factor);
        scrollPages(event, rowHeight, factor);
      }}
    >
      <div {...roles.table(label, count)} className="rows" style={style}>
        {head}
        <div style={{ height, position: 'relative' }}>
          {rows.map(({ key, index, top }) => (
            <div
              key={key}
              {...roles.row(index)}
              className="virtual-row"
              data-index={index}
              style={{ height: rowHeight, transform: `translateY(${top}px)` }}
            >
              {row(index)}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

function scrollPages(event: KeyboardEvent<HTMLElement>, rowHeight: number, factor: number): void {
  const { currentTarget: scroller, key, target } = event;
  const isWriting = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');
  const isWithin = target instanceof Node && scroller.contains(target);
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isWriting || !isWithin) return;
  const seen = Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 2);
  const page = (seen * rowHeight) / factor;
  const positions: Readonly<Record<string, number>> = {
    Home: 0,
    End: scroller.scrollHeight,
    PageUp: scroller.scrollTop - page,
    PageDown: scroller.scrollTop + page,
  };
  const position = positions[key];
  if (position === undefined) return;
  event.preventDefault();
  scroller.focus({ preventScroll: true }); // the focused row may be removed
  scroller.scrollTop = position;
}

/** ARIA roles of a table in which only visible rows exist; an HTML table would need all of them. */
export const roles = {
  table: (label: string, count: number) => ({ role: 'table', 'aria-label': label, 'aria-rowcount': count + 1 }),
  head: { role: 'row', 'aria-rowindex': 1 },
  row: (index: number) => ({ role: 'row', 'aria-rowindex': index + 2 }),
  title: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** Maximum element height of browsers in pixels. In a longer list, scrolling by one pixel moves the rows by more than one pixel. */
const maxHeight = 16_000_000;
const beyond = 12;

type VisibleRange = (first: number, last: number) => void;

/** @param onSeen called with the first and last visible row after scrolling stops */
function useVisibleRows(count: number, rowHeight: number, onSeen: VisibleRange | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const rest = useSettled(onSeen);
  const total = count * rowHeight;
  const height = Math.min(total, maxHeight);
  const factor = factorOf(total, height, scroller.current?.clientHeight ?? 0);
  const factorNow = useRef(factor);
  factorNow.current = factor;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: beyond,
    observeElementOffset: (instance, notify) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        if (factorNow.current !== 1) setScrolled(offset);
        notify(offset * factorNow.current, isScrolling);
      }),
    onChange: ({ range }) => rest(range),
  });
  const shift = factor === 1 ? 0 : scrolled * (1 - factor);
  const visible = rows.getVirtualItems().map(({ key, index, start }) => ({ key, index, top: start + shift }));
  return { scroller, height, factor, rows: visible };
}

/** List pixels per scrolled pixel. */
const factorOf = (total: number, height: number, room: number): number => (total > height ? (total - room) / (height - room) : 1);

/** Milliseconds without scrolling before visible rows are read. */
const pause = 60;

interface Range {
  readonly startIndex: number;
  readonly endIndex: number;
}

function useSettled(onSeen: VisibleRange | undefined): (range: Range | null) => void {
  const settled = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  return (range) => {
    clearTimeout(settled.current);
    if (range) settled.current = setTimeout(() => seen.current?.(range.startIndex - beyond, range.endIndex + beyond), pause);
  };
}

const focusable = 'a[href], button:not([disabled]), input:not([disabled])';

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/**
 * Moves the focus within a table by arrow keys. If the table itself has the focus, the down arrow moves it to the first visible
 * row.
 * @param step pixels to scroll for a row
 */
function moveFocus(event: KeyboardEvent<HTMLElement>, step: number): void {
  const { currentTarget: scroller, target, key } = event;
  const [rows, columns] = steps[key] ?? [0, 0];
  const isWriting = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');
  if ((rows === 0 && columns === 0) || isWriting || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof HTMLElement) || !scroller.contains(target)) return;
  const row = target.closest<HTMLElement>('[data-index]');
  if (!row && (target !== scroller || rows !== 1)) return;
  event.preventDefault();
  if (columns !== 0 && row) {
    beside(row, target, columns)?.focus();
    return;
  }
  const index = row ? Number(row.dataset.index) + rows : firstVisible(scroller);
  const cell = row ? cellOf(row, target) : 0;
  if (focusIn(scroller, index, cell)) return;
  scroller.scrollBy({ top: rows * step });
  requestAnimationFrame(() => focusIn(scroller, index, cell));
}

const controlsIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(focusable)];

function beside(row: HTMLElement, from: HTMLElement, step: number): HTMLElement | undefined {
  const controls = controlsIn(row);
  return controls[controls.indexOf(from) + step];
}

const cellsIn = (row: Element): Element[] => [...row.querySelectorAll('[role=cell]')];

const cellOf = (row: HTMLElement, target: HTMLElement): number => cellsIn(row).findIndex((cell) => cell.contains(target));

function firstVisible(scroller: HTMLElement): number {
  const top = scroller.querySelector('.table-head')?.getBoundingClientRect().bottom ?? 0;
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-index]')];
  return Number(rows.find((row) => row.getBoundingClientRect().top >= top - 1)?.dataset.index ?? 0);
}

/** @returns whether the row exists */
function focusIn(scroller: HTMLElement, index: number, cell: number): boolean {
  const row = scroller.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (!row) return false;
  const own = cellsIn(row)[cell];
  const control = (own && controlsIn(own)[0]) ?? controlsIn(row)[0];
  control?.focus();
  row.scrollIntoView({ block: 'nearest' });
  return true;
}
