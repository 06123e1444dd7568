import type { AdministeredField, AdministeredFields } from '../../domain/fields/administered-field.js';
import { type Option, type OptionKind, switched } from './grammar.js';

/**
 * Descriptions of options, by field. Each replaces the description of the field: either a description, or a name of the option with
 * or without a description. With null as description, the option lists only its possible values.
 */
export type OptionWords = Readonly<Record<string, string | null | readonly [name: string, meaning?: string | null]>>;

/**
 * Returns the options of fields, in field order: `--lock-enabled` for `lock.enabled`. A secret is a switch that makes the program
 * prompt for it, so that it is not part of the command line.
 */
export const optionsOf = (fields: AdministeredFields, words: OptionWords = {}): Option[] =>
  Object.entries(fields).flatMap(([member, field]) => {
    const own = words[member];
    const [name = kebabCase(member), meaning] = Array.isArray(own) ? own : [undefined, own];
    if (field.hidden) return own ? [switched(name, meaning)] : [];
    return field.readOnly || field.writeOnce ? [] : [optionOf(name, member, field, meaning)];
  });

/** Returns the options for changes, none of them required. */
export const optional = (options: readonly Option[]): Option[] => options.map(({ required: _, ...option }) => option);

export const shownNames = (fields: AdministeredFields): string[] => Object.keys(fields).filter((name) => !fields[name]?.hidden);

function optionOf(name: string, member: string, field: AdministeredField, override: string | null | undefined): Option {
  const meaning = override === undefined ? phrase(field.meaning) : override;
  const values = field.type === 'enum' ? { values: field.values } : {};
  const words = field.type === 'enum' ? [enumeration(field.values), ...(meaning === null ? [] : [meaning])] : [meaning];
  const needed = field.required ? ({ required: true } as const) : {};
  return { name, member, kind: kinds[field.type], meaning: words.join(': '), ...values, ...needed };
}

const kinds: Readonly<Record<AdministeredField['type'], OptionKind>> = {
  text: 'text',
  multiline: 'text',
  enum: 'text',
  timestamp: 'text',
  date: 'text',
  integer: 'integer',
  flag: 'flag',
  texts: 'list',
  ids: 'list',
};

const kebabCase = (name: string): string => name.replace('.', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Converts a sentence to an option description: without period, the first letter in lower case unless an abbreviation begins there.
 */
const phrase = (sentence: string): string =>
  sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');

const enumeration = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
