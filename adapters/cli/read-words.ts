import { parseArgs } from 'node:util';
import { actionOf, argumentsOf, type Command, needsPassword } from './command.js';
import type { Action, Option, OptionValue, Subject } from './grammar.js';
import { subjects } from './subjects/index.js';

/** Words that were understood. */
export type Words =
  | { readonly meant: 'command'; readonly command: Command; readonly needsPassword: boolean; readonly json: boolean }
  | { readonly meant: 'help'; readonly subject: string };

/** Words that were not understood; its text says why. */
export class WrongWords extends Error {
  override readonly name = 'WrongWords';
}

/** Whether a word begins a command of administration. */
export const isSubject = (word: string): boolean => Object.hasOwn(subjects, word);

/**
 * Reads the words behind the program's name, the first of which is a subject.
 * @throws WrongWords
 */
export function readWords([subject = '', actionWord, ...rest]: readonly string[]): Words {
  if (actionWord === undefined) throw new WrongWords(`${subject} needs an action: ${actionNames(subject)}`);
  if (['help', '--help', '-h'].includes(actionWord)) return { meant: 'help', subject };
  const action = actionOf({ subject, action: actionWord });
  if (!action) throw new WrongWords(unknownAction(subject, actionWord));
  const { options, operands, json, help } = readArguments(rest, action);
  if (help) return { meant: 'help', subject };
  requireWords(action, operands, options);
  if (actionWord === 'set' && Object.keys(options).length === 0)
    throw new WrongWords('nothing to change: give at least one option');
  const command = { subject, action: actionWord, operands, options };
  const problem = action.check?.(argumentsOf(command));
  if (problem !== undefined) throw new WrongWords(problem);
  return { meant: 'command', command, needsPassword: needsPassword(action, options), json };
}

const subjectOf = (word: string): Subject | undefined => subjects[word];

const actionNames = (subject: string): string => Object.keys(subjectOf(subject)?.actions ?? {}).join(', ');

function unknownAction(subject: string, word: string): string {
  const reason = ['list', 'add', 'set', 'remove'].includes(word) ? subjectOf(subject)?.missing : undefined;
  return reason ?? `${subject} has no action ${JSON.stringify(word)}: there are ${actionNames(subject)}`;
}

interface GivenArguments {
  readonly options: Record<string, OptionValue>;
  readonly operands: string[];
  readonly json: boolean;
  readonly help: boolean;
}

const general = ['json', 'help'];

function readArguments(words: readonly string[], action: Action): GivenArguments {
  const given = new Map<string, OptionValue>();
  const operands: string[] = [];
  for (const token of tokensOf(words, action)) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    if (given.has(token.name)) throw new WrongWords(`${token.rawName} is given twice`);
    given.set(token.name, readOption(token, action));
  }
  const options = action.options.flatMap(({ name, member }) => {
    const value = given.get(name);
    return value === undefined ? [] : [[member, value] as const];
  });
  return { options: Object.fromEntries(options), operands, json: given.has('json'), help: given.has('help') };
}

const optionOf = (name: string, { options }: Action): Option | undefined => options.find((option) => option.name === name);

/** Whether an option goes without a value. */
const isSwitch = (name: string, action: Action): boolean => general.includes(name) || optionOf(name, action)?.kind === 'switch';

/** Words taken apart; which of the options are known is not looked at yet. */
function tokensOf(words: readonly string[], action: Action) {
  const names = [...general, ...action.options.map(({ name }) => name)];
  const types = names.map((name) => [name, { type: isSwitch(name, action) ? 'boolean' : 'string' }] as const);
  const { tokens } = parseArgs({
    args: words.map((word) => (word === '-h' ? '--help' : word)),
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens;
}

type OptionToken = Extract<ReturnType<typeof tokensOf>[number], { kind: 'option' }>;

function readOption({ name, rawName, value, inlineValue }: OptionToken, action: Action): OptionValue {
  const option = optionOf(name, action);
  if (!option && !general.includes(name)) throw new WrongWords(unknownOption(rawName));
  if (isSwitch(name, action) && value !== undefined) throw new WrongWords(`${rawName} takes no value`);
  if (!inlineValue && value?.startsWith('-'))
    throw new WrongWords(`${rawName} needs a value; write ${rawName}=${value} if that is meant`);
  return readValue(option, rawName, value);
}

function unknownOption(rawName: string): string {
  return rawName === '--password'
    ? 'a password is never given as an argument, where others could see it: it is asked for, or is the first line of standard input'
    : `unknown option ${rawName}`;
}

function readValue(option: Option | undefined, rawName: string, value: string | undefined): OptionValue {
  if (option === undefined || option.kind === 'switch') return true;
  if (value === undefined) throw new WrongWords(`${rawName} needs a value`);
  switch (option.kind) {
    case 'flag':
      if (value !== 'true' && value !== 'false') throw new WrongWords(`${rawName} must be true or false`);
      return value === 'true';
    case 'integer':
      if (!/^\d{1,15}$/.test(value)) throw new WrongWords(`${rawName} must be a whole number`);
      return Number(value);
    case 'list':
      return value.split(',').flatMap((entry) => entry.trim() || []);
    default:
      return value;
  }
}

function requireWords(action: Action, operands: readonly string[], options: GivenArguments['options']): void {
  const names = [...action.operands, ...(action.optionalOperand === undefined ? [] : [action.optionalOperand])];
  const absent = action.operands[operands.length];
  if (absent !== undefined) throw new WrongWords(`${absent} is missing`);
  const surplus = operands[names.length];
  if (surplus !== undefined) throw new WrongWords(`one word too many: ${JSON.stringify(surplus)}`);
  const missing = action.options.find((option) => option.required && options[option.member] === undefined);
  if (missing) throw new WrongWords(`--${missing.name} is missing: ${missing.meaning}`);
}
