import type { FieldDefinition, FieldValue } from '../catalog/field.js';
import { readField } from '../catalog/read-fields.js';
import { IpamError } from '../errors.js';
import type { Loss } from './finding.js';

/** A value from elsewhere as its field can hold it, and what of it was lost. */
export interface ForeignValue {
  readonly value: FieldValue;
  readonly loss?: { readonly kind: Loss; readonly problem: string };
}

const controls = /[\p{Cc}\p{Cs}]/gu;
const controlsBesideLines = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu;

/** Reads a value of a field as another system has it. What cannot be read is null; a text is cut, and controls in it become spaces. */
export function readForeignValue(name: string, field: FieldDefinition, given: unknown): ForeignValue {
  try {
    return told(name, given, readField(name, field, given));
  } catch (error) {
    if (!(error instanceof IpamError)) throw error;
    return mend(name, field, given, error);
  }
}

function mend(name: string, field: FieldDefinition, given: unknown, error: IpamError): ForeignValue {
  const max = IpamError.is(error, 'field.tooLong') ? error.details.max : undefined;
  if (max !== undefined) {
    const characters = [...String(given)];
    const problem = `${name} has ${characters.length} characters, ${max} at most are possible`;
    return { value: characters.slice(0, max).join(''), loss: { kind: 'cut', problem } };
  }
  if (IpamError.is(error, 'field.control')) {
    const text = String(given).replace(field.type === 'multiline' ? controlsBesideLines : controls, ' ');
    const { value } = readForeignValue(name, field, text);
    return { value, loss: { kind: 'value', problem: `${name} holds control characters` } };
  }
  return { value: null, loss: { kind: 'value', problem: `${name} cannot be ${shown(given)}` } };
}

/** Where bytes were no characters, readers of text put a mark. */
const told = (name: string, given: unknown, value: FieldValue): ForeignValue =>
  typeof given === 'string' && given.includes('\uFFFD')
    ? { value, loss: { kind: 'charset', problem: `${name} holds bytes that are no characters in the encoding of the source` } }
    : { value };

const longestShown = 60;

/** A value in an error, shortened. */
export function shown(given: unknown): string {
  const text = JSON.stringify(given) ?? 'nothing';
  return text.length > longestShown ? `${text.slice(0, longestShown)}...` : text;
}
