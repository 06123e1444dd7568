import type { Command } from 'commander';

/** A word that a shell may offer, with its meaning. */
export interface OfferedWord {
  readonly word: string;
  readonly meaning: string;
}

/** An option that a shell may offer. */
export interface OfferedOption extends OfferedWord {
  readonly takesValue: boolean;
  /** Values that it may have; none: they are not known. */
  readonly values: readonly string[];
}

/** What may stand behind some words of a program. */
export interface Offer {
  /** The commands that lead here, e.g. `user add`; empty behind the program's name. */
  readonly path: string;
  readonly commands: readonly OfferedWord[];
  readonly options: readonly OfferedOption[];
  /** Values that operands may have, in their order. */
  readonly operands: readonly (readonly string[])[];
}

/** What may stand behind the words of a program. Names and values are those of the program: they need no quotes in any shell, but meanings do. */
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

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
