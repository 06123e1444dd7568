import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { roles } from './roles';

/** Pixels that a browser's element can be high: rows of longer lists are passed faster than they are scrolled. */
const maxHeight = 16_000_000;

interface Properties {
  readonly count: number;
  readonly rowHeight: number;
  readonly label: string;
  /** The cells of a row. */
  readonly row: (index: number) => ReactNode;
  /** What stays above the rows. */
  readonly head: ReactNode;
  /** How wide the columns are: --columns, --least. */
  readonly style: CSSProperties;
  /** Called with the first and the last row that are seen, when one rests there. */
  readonly onSeen?: (first: number, last: number) => void;
}

/** Any number of rows of one height, of which those exist that are seen. */
export function VirtualRows({ count, rowHeight, label, row, head, style, onSeen }: Properties) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const settled = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  const total = count * rowHeight;
  const height = Math.min(total, maxHeight);
  const room = scroller.current?.clientHeight ?? 0;
  const factor = total > height ? (total - room) / (height - room) : 1;
  const factorNow = useRef(factor);
  factorNow.current = factor;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    observeElementOffset: (instance, tell) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        if (factorNow.current !== 1) setTop(offset);
        tell(offset * factorNow.current, isScrolling);
      }),
    onChange: ({ range }) => {
      clearTimeout(settled.current);
      if (range) settled.current = setTimeout(() => seen.current?.(range.startIndex - 12, range.endIndex + 12), pause);
    },
  });
  const shift = factor === 1 ? 0 : top * (1 - factor);
  return (
    <section
      ref={scroller}
      className="scroller"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
      tabIndex={0}
      onKeyDown={(event) => turnPages(event, rowHeight, factor)}
    >
      <div {...roles.table(label, count)} className="rows" style={style}>
        {head}
        <div style={{ height, position: 'relative' }}>
          {rows.getVirtualItems().map((item) => (
            <div
              key={item.key}
              {...roles.row(item.index)}
              className="virtual-row"
              data-index={item.index}
              style={{ height: rowHeight, transform: `translateY(${item.start + shift}px)` }}
            >
              {row(item.index)}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Milliseconds for which one rests somewhere before what is there is read. */
const pause = 60;

/** Goes to the beginning, to the end or a page further: by as many rows as are seen, however fast the list is passed. */
function turnPages(event: KeyboardEvent<HTMLElement>, rowHeight: number, factor: number): void {
  const { currentTarget: scroller, key, target } = event;
  const isWriting = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');
  const isWithin = target instanceof Node && scroller.contains(target);
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isWriting || !isWithin) return;
  const seen = Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 2);
  const page = (seen * rowHeight) / factor;
  const places: Readonly<Record<string, number>> = {
    Home: 0,
    End: scroller.scrollHeight,
    PageUp: scroller.scrollTop - page,
    PageDown: scroller.scrollTop + page,
  };
  const place = places[key];
  if (place === undefined) return;
  event.preventDefault();
  scroller.focus({ preventScroll: true }); // the row that had it may be gone in a moment
  scroller.scrollTop = place;
}
