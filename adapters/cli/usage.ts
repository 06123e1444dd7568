import type { Action, Option } from './grammar.js';
import { subjects } from './subjects/index.js';

export const subjectNames = (): readonly string[] => Object.keys(subjects);

export function usageOfSubject(word: string): string {
  const actions = Object.entries(subjects[word]?.actions ?? {});
  return actions.map(([name, action]) => `${name} ${usageOfAction(action)}`).join(`\n       hexipam ${word} `);
}

export const subjectUsage = (word: string): string => `usage: hexipam ${word} ${usageOfSubject(word)}`;

export const usageOfAction = (action: Action): string => [...operandsOf(action), ...optionsOf(action), '[--json]'].join(' ');

export function subjectHelp(word: string): string {
  const { meaning = '', actions = {} } = subjects[word] ?? {};
  const lines = Object.entries(actions).flatMap(([name, action]) => [
    '',
    `${name}: ${action.meaning}`,
    ...action.options.map((option) => `  ${displayed(option).padEnd(29)} ${option.meaning}`),
  ]);
  return [
    subjectUsage(word),
    '',
    `${word}: ${meaning}`,
    ...lines,
    '',
    '--json prints JSON: a list, or the added, changed or removed record.',
    '',
  ].join('\n');
}

const operandsOf = ({ operands, optionalOperand }: Action): string[] => [
  ...operands,
  ...(optionalOperand === undefined ? [] : [`[${optionalOperand}]`]),
];

function optionsOf({ options }: Action): string[] {
  const needed = options.filter((option) => option.required).map(displayed);
  return needed.length < options.length ? [...needed, '[options]'] : needed;
}

const values: Readonly<Record<Option['kind'], string>> = {
  text: ' <TEXT>',
  flag: ' <true|false>',
  integer: ' <NUMBER>',
  list: ' <NAME,NAME>',
  switch: '',
};

/** Returns an option in the parser's syntax: --role <TEXT>. */
export const spelled = ({ name, kind }: Pick<Option, 'name' | 'kind'>): string => `--${name}${values[kind]}`;

/** Returns an option for help texts: --role TEXT. */
const displayed = (option: Option): string => spelled(option).replace(/[<>]/g, '');
