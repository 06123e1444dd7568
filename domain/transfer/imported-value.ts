import { hasKindLevel, type KindLevel, type LevelDefinition } from '../access/kind-level.js';
import { IpamError } from '../errors.js';
import type { FieldDefinition, FieldValue } from '../fields/field.js';
import { readField } from '../fields/read-fields.js';

export type ValueLoss =
  | { readonly kind: 'cut'; readonly code: 'tooLong'; readonly length: number; readonly max: number }
  | { readonly kind: 'value'; readonly code: 'controls' }
  | { readonly kind: 'value'; readonly code: 'impossible'; readonly input: unknown }
  | { readonly kind: 'charset'; readonly code: 'noCharacters' };

export interface ImportedValue {
  readonly value: FieldValue;
  readonly loss?: ValueLoss;
}

const controls = /[\p{Cc}\p{Cs}]/gu;
const controlsBesideLines = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu;

/** An invalid value becomes null, a long text is cut, and control characters become spaces. */
export function readImportedValue(name: string, field: FieldDefinition, input: unknown): ImportedValue {
  try {
    return importedValue(input, readField(name, field, input));
  } catch (error) {
    if (!(error instanceof IpamError)) throw error;
    return repaired(name, field, input, error);
  }
}

function repaired(name: string, field: FieldDefinition, input: unknown, error: IpamError): ImportedValue {
  const max = IpamError.is(error, 'field.tooLong') ? error.details.max : undefined;
  if (max !== undefined) {
    const characters = [...String(input)];
    const loss = { kind: 'cut', code: 'tooLong', length: characters.length, max } as const;
    return { value: characters.slice(0, max).join(''), loss };
  }
  if (IpamError.is(error, 'field.control')) {
    const text = String(input).replace(field.type === 'multiline' ? controlsBesideLines : controls, ' ');
    const { value } = readImportedValue(name, field, text);
    return { value, loss: { kind: 'value', code: 'controls' } };
  }
  return { value: null, loss: { kind: 'value', code: 'impossible', input } };
}

/** U+FFFD stands for undecodable bytes. */
const importedValue = (input: unknown, value: FieldValue): ImportedValue =>
  typeof input === 'string' && input.includes('\uFFFD') ? { value, loss: { kind: 'charset', code: 'noCharacters' } } : { value };

export const lossNames = [
  ...(['cut', 'value', 'charset', 'reference', 'orphan', 'outside', 'cycle', 'overlap', 'duplicate'] as const),
  ...(['app', 'custom-field', 'column', 'table'] as const),
] as const;

export type Loss = (typeof lossNames)[number];

const levelOfNumber = (level: number): KindLevel => (level >= 2 ? 'write' : level === 1 ? 'read' : 'none');

/**
 * Converts numeric levels by kind (0 none, 1 read, 2 write, 3 administer) to one level for all kinds and exceptions. A kind
 * without a number gets level `write` if all numbers are 2 or more, otherwise `read`. Unknown kinds are ignored.
 */
export function importedLevels(numbers: Readonly<Record<string, number>>): Required<LevelDefinition> {
  const levels = Object.entries(numbers).filter(([kind]) => hasKindLevel(kind));
  const isWriting = levels.length > 0 && levels.every(([, level]) => level >= 2);
  const inventory = isWriting ? 'write' : 'read';
  const exceptions = levels
    .map(([kind, level]) => [kind, levelOfNumber(level)] as const)
    .filter(([, level]) => level !== inventory);
  return { inventory, levels: exceptions.map(([kind, level]) => `${kind}:${level}`) };
}
