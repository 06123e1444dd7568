import { type RowKind, rowKinds } from './columns.js';
import { efficientIp, netbox, phpIpam, type RowPreset, solarWinds } from './preset-columns.js';

export const noPreset = 'none';

const presets: readonly RowPreset[] = [...phpIpam, ...netbox, ...efficientIp, ...solarWinds];

export const presetNames: readonly string[] = [...new Set(presets.map(({ name }) => name))];

export const kindsOfPreset = (name: string): readonly RowKind[] =>
  rowKinds.filter((kind) => presets.some((preset) => preset.name === name && preset.kind === kind));

export const presetsOf = (kind: RowKind): readonly string[] =>
  presets.filter((preset) => preset.kind === kind).map(({ name }) => name);

/** Lower case, only letters and digits. */
export const plainTitle = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export const findPreset = (kind: RowKind, name: string): RowPreset | undefined =>
  presets.find((preset) => preset.kind === kind && preset.name === name);

/** The preset that matches the titles of a file. */
export function recognizedPreset(kind: RowKind, titles: readonly string[]): RowPreset | undefined {
  const titleSet = new Set(titles.map(plainTitle));
  const ofKind = presets.filter((preset) => preset.kind === kind);
  return ofKind.find(({ signs }) => signs.some((sign) => sign.every((title) => titleSet.has(title))));
}

/** Our column name for a title; undefined for a title outside of the preset. */
export function presetColumn({ columns }: RowPreset, title: string): string | undefined {
  const plain = plainTitle(title);
  return Object.hasOwn(columns, plain) ? columns[plain] : undefined;
}

/** Converts a cell to the spelling of the field. @param column our column name */
export function presetValue(
  { values = {}, convert = {} }: Pick<RowPreset, 'values' | 'convert'>,
  column: string,
  cell: string,
): string {
  const ofColumn = Object.hasOwn(values, column) ? values[column] : undefined;
  const plain = cell.trim().toLowerCase();
  if (ofColumn && Object.hasOwn(ofColumn, plain)) return ofColumn[plain] ?? cell;
  return (Object.hasOwn(convert, column) ? convert[column]?.(cell) : undefined) ?? cell;
}

/** Whether a row has no record, such as an available address. */
export const isAbsent = ({ absent = {} }: Pick<RowPreset, 'absent'>, column: string, cell: string): boolean =>
  Object.hasOwn(absent, column) && (absent[column]?.includes(cell.trim().toLowerCase()) ?? false);

export type { RowPreset };
