import type { Action, Option } from './grammar.js';
import { subjects } from './subjects/index.js';

/** The subjects with what they are, for the program's own help. */
export const subjectMeanings = (): readonly (readonly [word: string, meaning: string])[] =>
  Object.entries(subjects).map(([word, { meaning }]) => [word, meaning]);

/** How a subject is called, a line for each action. */
export function subjectUsage(word: string): string {
  const actions = Object.entries(subjects[word]?.actions ?? {});
  const lines = actions.map(([name, action]) => `hexipam ${word} ${name}${operandsOf(action)}${optionsOf(action)} [--json]`);
  return lines.map((line, index) => (index === 0 ? `usage: ${line}` : `       ${line}`)).join('\n');
}

/** Everything about a subject: its actions and their options. */
export function subjectHelp(word: string): string {
  const { meaning = '', actions = {} } = subjects[word] ?? {};
  const parts = Object.entries(actions).flatMap(([name, action]) => [
    '',
    `${name}: ${action.meaning}`,
    ...action.options.map((option) => `  ${spelled(option).padEnd(30)}${option.meaning}`),
  ]);
  return [
    subjectUsage(word),
    '',
    `${word}: ${meaning}`,
    ...parts,
    '',
    '--json prints JSON: a list, or what was added, changed or removed.',
  ].join('\n');
}

const operandsOf = ({ operands, optionalOperand }: Action): string =>
  [...operands, ...(optionalOperand === undefined ? [] : [`[${optionalOperand}]`])].map((name) => ` ${name}`).join('');

function optionsOf({ options }: Action): string {
  const needed = options.filter((option) => option.required).map((option) => ` ${spelled(option)}`);
  return `${needed.join('')}${needed.length < options.length ? ' [options]' : ''}`;
}

const words: Readonly<Record<Option['kind'], string>> = {
  text: ' TEXT',
  flag: ' true|false',
  integer: ' NUMBER',
  list: ' NAME,NAME',
  switch: '',
};

const spelled = ({ name, kind }: Option): string => `--${name}${words[kind]}`;
