import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import { moveFocus } from './move-focus';
import { roles } from './roles';
import { useVisibleRows } from './use-visible-rows';

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
