import type { Action, Option } from './grammar.js';
import { subjects } from './subjects/index.js';

/** The words that subjects have. */
export const subjectNames = (): readonly string[] => Object.keys(subjects);

/** How a subject is called behind the program's name and its own, a line for each action. */
export function usageOfSubject(word: string): string {
  const actions = Object.entries(subjects[word]?.actions ?? {});
  return actions.map(([name, action]) => `${name} ${usageOfAction(action)}`).join(`\n       hexipam ${word} `);
}

/** The same with the names. */
export const subjectUsage = (word: string): string => `usage: hexipam ${word} ${usageOfSubject(word)}`;

/** How an action is called behind its name: its operands and options. */
export const usageOfAction = (action: Action): string => [...operandsOf(action), ...optionsOf(action), '[--json]'].join(' ');

/** Everything about a subject: its actions and their options. */
export function subjectHelp(word: string): string {
  const { meaning = '', actions = {} } = subjects[word] ?? {};
  const parts = Object.entries(actions).flatMap(([name, action]) => [
    '',
    `${name}: ${action.meaning}`,
    ...action.options.map((option) => `  ${displayed(option).padEnd(29)} ${option.meaning}`),
  ]);
  return [
    subjectUsage(word),
    '',
    `${word}: ${meaning}`,
    ...parts,
    '',
    '--json prints JSON: a list, or what was added, changed or removed.',
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

/** An option as the program defines it: --role <TEXT>. */
export const spelled = ({ name, kind }: Pick<Option, 'name' | 'kind'>): string => `--${name}${values[kind]}`;

/** An option as people read it: --role TEXT. */
const displayed = (option: Option): string => spelled(option).replace(/[<>]/g, '');
