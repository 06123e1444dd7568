/**
 * The text of a value as a caller sent it: a string, a number or a boolean. Lists and objects have none: to make a text of
 * them runs code of their own, and lets `[1]` pass for 1.
 */
export function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
