/** Focuses the heading of the page after the focused element was removed, such as the row of a deleted record. */
export function focusHeading(): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
}
