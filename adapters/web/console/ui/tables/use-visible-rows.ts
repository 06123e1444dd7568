import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';

/** Pixels that a browser's element can be high: rows of longer lists are passed faster than they are scrolled. */
const maxHeight = 16_000_000;
/** Rows that exist before and behind those that are seen. */
const beyond = 12;

type VisibleRange = (first: number, last: number) => void;

/** The rows that are seen of a list, and where they are. @param onSeen called with the first and the last of them when one rests there */
export function useVisibleRows(count: number, rowHeight: number, onSeen: VisibleRange | undefined) {
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
    observeElementOffset: (instance, tell) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        if (factorNow.current !== 1) setScrolled(offset);
        tell(offset * factorNow.current, isScrolling);
      }),
    onChange: ({ range }) => rest(range),
  });
  const shift = factor === 1 ? 0 : scrolled * (1 - factor);
  const visible = rows.getVirtualItems().map(({ key, index, start }) => ({ key, index, top: start + shift }));
  return { scroller, height, factor, rows: visible };
}

/** How many pixels of the list pass for each that is scrolled. */
const factorOf = (total: number, height: number, room: number): number => (total > height ? (total - room) / (height - room) : 1);

/** Milliseconds for which one rests somewhere before what is there is read. */
const pause = 60;

interface Range {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** Waits until one rests somewhere, then says where. */
function useSettled(onSeen: VisibleRange | undefined): (range: Range | null) => void {
  const settled = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  return (range) => {
    clearTimeout(settled.current);
    if (range) settled.current = setTimeout(() => seen.current?.(range.startIndex - beyond, range.endIndex + beyond), pause);
  };
}
