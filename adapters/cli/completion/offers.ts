import type { Command } from 'commander';

export interface OfferedWord {
  readonly word: string;
  readonly meaning: string;
}

export interface OfferedOption extends OfferedWord {
  readonly takesValue: boolean;
  /** Possible values; empty if unknown. */
  readonly values: readonly string[];
}

export interface Offer {
  /** The command path, e.g. `user add`; empty directly after the program's name. */
  readonly path: string;
  readonly commands: readonly OfferedWord[];
  readonly options: readonly OfferedOption[];
  /** Possible operand values by position. */
  readonly operands: readonly (readonly string[])[];
}

/** Returns the completions of all commands. Names and values need no quotes in any shell; descriptions do. */
export const offersOf = (program: Command): Offer[] => below(program, []);

function below(command: Command, path: readonly string[]): Offer[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).map((each) => ({ word: each.name(), meaning: oneLine(each.description()) }));
  const options = help.visibleOptions(command).map(({ long, short, description, required, argChoices = [] }) => ({
    word: long ?? short ?? '',
    meaning: oneLine(description),
    takesValue: required,
    values: argChoices,
  }));
  const operands = command.registeredArguments.map(({ argChoices = [] }) => argChoices);
  return [
    { path: path.join(' '), commands, options, operands },
    ...command.commands.flatMap((each) => below(each, [...path, each.name()])),
  ];
}

/** The options of all commands that take a value. */
export const optionsWithValue = (offers: readonly Offer[]): readonly string[] => [
  ...new Set(offers.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ word }) => word))),
];

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
