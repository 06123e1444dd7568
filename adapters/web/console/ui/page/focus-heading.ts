/** Moves a lost focus to the heading of the page: its element is gone, such as the row of a deleted record. */
export function focusHeading(): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
}
