import type { KeyboardEvent } from 'react';

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
export function moveFocus(event: KeyboardEvent<HTMLElement>, step: number): void {
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
