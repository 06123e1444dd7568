import { nestValues } from '../../domain/fields/administered-field.js';
import type { Action, Arguments, Option, OptionValue } from './grammar.js';
import { internalSubjects, subjects } from './subjects/index.js';

/** A parsed command as plain JSON. */
export interface Command {
  readonly subject: string;
  readonly action: string;
  readonly operands: readonly string[];
  /** Values of options by `Option.member`, e.g. `lock.enabled`. */
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly password?: string;
}

/** Returns the action of a command; undefined for unknown names. */
export function actionOf({ subject, action }: Pick<Command, 'subject' | 'action'>): Action | undefined {
  const all = { ...subjects, ...internalSubjects };
  const actions = Object.hasOwn(all, subject) ? all[subject]?.actions : undefined;
  return actions && Object.hasOwn(actions, action) ? actions[action] : undefined;
}

export const argumentsOf = ({ operands, options, password }: Command): Arguments => ({
  operands,
  options: { ...nestValues(Object.entries(options)) },
  password,
});

export const needsPassword = ({ password }: Action, options: Command['options']): boolean =>
  password === 'always' ||
  (password !== undefined &&
    ('when' in password ? [password.when].flat().some((name) => Boolean(options[name])) : !options[password.unless]));

/** Validates a command from another process. @returns undefined if it violates the grammar */
export function readCommand(value: unknown): Command | undefined {
  if (!isRecord(value)) return undefined;
  const { subject, action, operands, options, password, ...rest } = value;
  if (Object.keys(rest).length > 0 || typeof subject !== 'string' || typeof action !== 'string') return undefined;
  const known = actionOf({ subject, action });
  if (!known || !areOperands(operands, known) || !areOptions(options, known)) return undefined;
  const command = { subject, action, operands, options };
  if (known.check?.(argumentsOf(command)) !== undefined) return undefined;
  if (!needsPassword(known, options)) return password === undefined ? command : undefined;
  return typeof password === 'string' ? { ...command, password } : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

function areOperands(value: unknown, { operands, optionalOperand }: Action): value is string[] {
  const max = operands.length + (optionalOperand === undefined ? 0 : 1);
  return isTextList(value) && value.length >= operands.length && value.length <= max;
}

function areOptions(value: unknown, { options }: Action): value is Command['options'] {
  if (!isRecord(value)) return false;
  return Object.entries(value).every(([member, optionValue]) => {
    const option = options.find((candidate) => candidate.member === member);
    return option !== undefined && fits(option, optionValue);
  });
}

function fits({ kind }: Option, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'list':
      return isTextList(value);
    case 'integer':
      return Number.isSafeInteger(value);
    default:
      return typeof value === 'boolean';
  }
}
