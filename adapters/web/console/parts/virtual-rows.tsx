import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

interface Properties {
  readonly count: number;
  readonly rowHeight: number;
  readonly label: string;
  readonly row: (index: number) => ReactNode;
  /** What stays above the rows. */
  readonly head?: ReactNode;
  /** The least width of a row, below which one scrolls sideways. */
  readonly width?: number;
  /** Called with the last row that is seen. */
  readonly onSeen?: (last: number) => void;
}

/** Any number of rows of one height, of which those exist that are seen. */
export function VirtualRows({ count, rowHeight, label, row, head, width = 0, onSeen }: Properties) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    onChange: ({ range }) => range && onSeen?.(range.endIndex),
  });
  return (
    <section
      ref={scroller}
      className="scroller"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
      tabIndex={0}
      style={{ maxHeight: 'max(320px, calc(100dvh - 250px))' }}
    >
      <div style={{ minWidth: width }}>
        {head}
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map((item) => (
            <div
              key={item.key}
              className="virtual-row"
              data-index={item.index}
              style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
            >
              {row(item.index)}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
