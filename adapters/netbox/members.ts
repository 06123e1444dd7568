import { scalarText } from '../../domain/scalar-text.js';

export type NetboxObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is NetboxObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textIn = (object: NetboxObject, name: string): string => scalarText(object[name]) ?? '';

export function idIn(object: NetboxObject, name?: string): number | undefined {
  const value = name === undefined ? object : object[name];
  const id = isObject(value) ? value.id : value;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
}

/** Returns the value of a choice member, which is {value, label} or the value alone. */
export function choiceIn(object: NetboxObject, name: string): string {
  const value = object[name];
  return isObject(value) ? textIn(value, 'value') : (scalarText(value) ?? '');
}

export function isPresent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== null && value !== undefined && value !== '' && value !== false && value !== 0;
}
