import { withGuard } from './guard.js';

export async function* csvTexts(
  columns: readonly string[],
  rows: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string, void, undefined> {
  let text = lineOf(columns);
  for await (const chunk of rows) {
    for (const cells of chunk) text += lineOf(cells);
    if (text.length < textSize) continue;
    yield text;
    text = '';
  }
  yield text;
}

const textSize = 65_536;

const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(cell: string): string {
  const safe = withGuard(cell);
  return /[",\r\n;\t|]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
