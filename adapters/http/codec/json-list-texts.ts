import { type RecordShape, WireRecord, type WireValue } from '../wire/wire-value.js';
import type { NumberStyle } from './codec.js';
import { framesOf, jsonText, type MemberFrame, special } from './json-text.js';

/**
 * Encodes the items of one list, with the same result as `jsonText`. Most members have equal values in all records of a list. The
 * second record of a shape therefore creates a template with their text. Later records encode only the other members.
 */
// perf(address-list): encodes equal members once, 36 ms of processor time for 20,000 addresses instead of 59
export class JsonListTexts {
  readonly #numbers: NumberStyle;
  /** By shape: its first record; from the second record on, the template of the shape. */
  readonly #templates = new Map<RecordShape, WireRecord | RecordTemplate>();

  constructor(numbers: NumberStyle) {
    this.#numbers = numbers;
  }

  of(item: WireValue): string {
    if (item instanceof WireRecord) return this.#textOf(item);
    if (!Array.isArray(item)) return jsonText(item, this.#numbers);
    let text = '[';
    for (let index = 0; index < item.length; index++) text += (index === 0 ? '' : ',') + this.of(item[index]);
    return `${text}]`;
  }

  #textOf(record: WireRecord): string {
    const { shape, values } = record;
    const known = this.#templates.get(shape);
    if (known instanceof RecordTemplate) return known.textOf(values);
    if (!known) {
      this.#templates.set(shape, record);
      return jsonText(record, this.#numbers);
    }
    const template = new RecordTemplate(framesOf(shape), known.values, this.#numbers, (value) => this.of(value));
    this.#templates.set(shape, template);
    return template.textOf(values);
  }
}

/** A member whose value differs from record to record, and the constant text between the previous such member and this one. */
interface Varying {
  readonly index: number;
  readonly isPercent: boolean;
  readonly before: Between;
  readonly quoted: Between;
}

/** A text that follows a value. `plain` is the text itself. `closing` starts with the closing quote of the value. */
interface Between {
  readonly plain: string;
  readonly closing: string;
}

/** Joins texts with `join`: strings built with + would be traversed again for each record. */
const between = (...texts: readonly string[]): Between => ({ plain: texts.join(''), closing: ['"', ...texts].join('') });

/** The template of the records of one shape. A member counts as varying after its first difference. */
class RecordTemplate {
  readonly #frames: readonly MemberFrame[];
  readonly #numbers: NumberStyle;
  readonly #write: (value: WireValue) => string;
  readonly #first: readonly WireValue[];
  /** Indexes of the members that are equal in all records so far. */
  #repeated: readonly number[];
  #varying: readonly Varying[] = [];
  #end = between('{}');

  constructor(
    frames: readonly MemberFrame[],
    first: readonly WireValue[],
    numbers: NumberStyle,
    write: (value: WireValue) => string,
  ) {
    this.#frames = frames;
    this.#numbers = numbers;
    this.#write = write;
    this.#first = [...first];
    this.#repeated = frames.map((_frame, index) => index);
    this.#arrange();
  }

  textOf(values: readonly WireValue[]): string {
    if (!this.#repeats(values)) {
      this.#repeated = this.#repeated.filter((index) => values[index] === this.#first[index]);
      this.#arrange();
    }
    let text = '';
    let isOpen = false;
    for (const { index, isPercent, before, quoted } of this.#varying) {
      const value = values[index] ?? null;
      if (
        typeof value === 'string' ? !special.test(value) : typeof value === 'number' && !isPercent && this.#numbers === 'text'
      ) {
        text += (isOpen ? quoted.closing : quoted.plain) + value;
        isOpen = true;
      } else {
        text += (isOpen ? before.closing : before.plain) + this.#valueText(value, isPercent);
        isOpen = false;
      }
    }
    return text + (isOpen ? this.#end.closing : this.#end.plain);
  }

  #repeats(values: readonly WireValue[]): boolean {
    for (const index of this.#repeated) if (values[index] !== this.#first[index]) return false;
    return true;
  }

  #valueText(value: WireValue, isPercent: boolean): string {
    if (typeof value === 'object' && value !== null) return this.#write(value);
    return jsonText(value, isPercent ? 'native' : this.#numbers);
  }

  /** Rebuilds the texts between the varying members. */
  #arrange(): void {
    const repeated = new Set(this.#repeated);
    const varying: Varying[] = [];
    let texts: string[] = [];
    for (const [index, { start, isPercent }] of this.#frames.entries()) {
      texts.push(start);
      if (repeated.has(index)) texts.push(this.#valueText(this.#first[index] ?? null, isPercent));
      else {
        varying.push({ index, isPercent, before: between(...texts), quoted: between(...texts, '"') });
        texts = [];
      }
    }
    this.#varying = varying;
    this.#end = this.#frames.length === 0 ? between('{}') : between(...texts, '}');
  }
}
