import { Argument, type Command, Option as CommandOption } from 'commander';
import { argumentsOf, needsPassword, type Command as SubjectCommand } from './command.js';
import type { Action, Option, OptionValue } from './grammar.js';
import { subjects } from './subjects/index.js';
import { spelled, subjectHelp, usageOfAction, usageOfSubject } from './usage.js';
import { UsageError } from './usage-error.js';

export interface RequestedCommand {
  readonly command: SubjectCommand;
  readonly needsPassword: boolean;
  readonly json: boolean;
}

export const jsonOption = (): CommandOption => new CommandOption('--json', 'print JSON');

/** Adds a command for each subject, with subcommands for its actions. @param asked receives the requested command */
export function addSubjects(program: Command, asked: (asked: RequestedCommand) => void): void {
  for (const [word, { meaning, actions }] of Object.entries(subjects)) {
    const subject = program.command(word).description(meaning).usage(usageOfSubject(word));
    for (const [name, action] of Object.entries(actions)) addAction(subject, name, action, asked);
    subject.configureHelp({ ...program.configureHelp(), formatHelp: () => subjectHelp(word) });
  }
}

function addAction(subject: Command, name: string, action: Action, asked: (asked: RequestedCommand) => void): void {
  const command = subject.command(name).description(action.meaning).usage(usageOfAction(action));
  for (const operand of operandsOf(action)) command.addArgument(operand);
  for (const option of action.options) command.addOption(optionOf(option));
  command.addOption(jsonOption());
  refuseRepetition(command);
  command.action(() => {
    const values: Readonly<Record<string, OptionValue>> = command.opts();
    const options = Object.fromEntries(
      action.options.flatMap((option) => {
        const value = values[optionOf(option).attributeName()];
        return value === undefined ? [] : [[option.member, value]];
      }),
    );
    const requested = { subject: subject.name(), action: name, operands: command.args, options };
    checkCombinations(action, requested);
    asked({ command: requested, needsPassword: needsPassword(action, options), json: values.json === true });
  });
}

const operandsOf = ({ operands, optionalOperand, values = {} }: Action): Argument[] => [
  ...operands.map((name) => new Argument(`<${name}>`).choices(values[name] ?? []).argParser((word: string) => word)),
  ...(optionalOperand === undefined
    ? []
    : [new Argument(`[${optionalOperand}]`).choices(values[optionalOperand] ?? []).argParser((word: string) => word)]),
];

/** Creates an option for the parser. Its choices serve help and completion; the use case validates. */
function optionOf({ name, kind, meaning, values }: Option): CommandOption {
  const option = new CommandOption(spelled({ name, kind }), meaning);
  if (kind === 'switch') return option;
  const choices = kind === 'flag' ? ['true', 'false'] : (values ?? []);
  return option.choices(choices).argParser((value: string) => readValue(kind, `--${name}`, value));
}

/** @throws UsageError */
function readValue(kind: Option['kind'], option: string, value: string): OptionValue {
  switch (kind) {
    case 'flag':
      if (value !== 'true' && value !== 'false') throw new UsageError(`${option} must be true or false`);
      return value === 'true';
    case 'integer':
      if (!/^\d{1,15}$/.test(value)) throw new UsageError(`${option} must be a whole number`);
      return Number(value);
    case 'list':
      return value.split(',').flatMap((entry) => entry.trim() || []);
    default:
      return value;
  }
}

function refuseRepetition(command: Command): void {
  const seenOptions = new Set<string>();
  for (const option of command.options)
    command.on(`option:${option.name()}`, () => {
      if (seenOptions.has(option.name())) throw new UsageError(`--${option.name()} must not be repeated`);
      seenOptions.add(option.name());
    });
}

/** Checks combinations of arguments. @throws UsageError */
function checkCombinations(action: Action, requested: SubjectCommand): void {
  const missing = action.options.find(({ required, member }) => required && requested.options[member] === undefined);
  if (missing) throw new UsageError(`--${missing.name} is missing: ${missing.meaning}`);
  if (requested.action === 'set' && Object.keys(requested.options).length === 0)
    throw new UsageError('nothing to change: give at least one option');
  const problem = action.check?.(argumentsOf(requested));
  if (problem !== undefined) throw new UsageError(problem);
}
