import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';

/** Maximum element height of browsers in pixels. In a longer list, scrolling by one pixel moves the rows by more than one pixel. */
const maxHeight = 16_000_000;
const beyond = 12;

type VisibleRange = (first: number, last: number) => void;

/** @param onSeen called with the first and last visible row after scrolling stops */
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
