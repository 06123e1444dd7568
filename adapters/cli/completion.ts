import type { Command } from 'commander';

interface OfferedWord {
  readonly word: string;
  readonly meaning: string;
}

interface OfferedOption extends OfferedWord {
  readonly takesValue: boolean;
  /** Possible values; empty if unknown. */
  readonly values: readonly string[];
}

interface Offer {
  /** The command path, e.g. `user add`; empty directly after the program's name. */
  readonly path: string;
  readonly commands: readonly OfferedWord[];
  readonly options: readonly OfferedOption[];
  /** Possible operand values by position. */
  readonly operands: readonly (readonly string[])[];
}

/** The completions of a command and those below it. Names and values need no quotes in any shell; descriptions do. */
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

const optionsWithValue = (offers: readonly Offer[]): readonly string[] => [
  ...new Set(offers.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ word }) => word))),
];

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Quotes a word list. Words of the program contain no quotes. */
const bashWords = (words: readonly string[]): string => `'${words.join(' ')}'`;

/** Returns the shell cases for the words and option values after a command. */
const bashCases = ({ path, commands, options, operands }: Offer): string[] => [
  ...options
    .filter(({ takesValue }) => takesValue)
    .map(({ word, values }) => `    ${bashWords([path, word].filter(Boolean))}) offered=${bashWords(values)} ;;`),
  ...operands
    .map((values, index) => `    ${bashWords([path, `#${index}`])}) operands=${bashWords(values)} ;;`)
    .filter((line) => !line.includes("operands='' ")),
  `    ${bashWords([path])}) commands=${bashWords(commands.map(({ word }) => word))} options=${bashWords(options.map(({ word }) => word))} ;;`,
];

/** Returns a completion script for bash 4 or later, for `source`. It has no dependencies. */
const bashCompletion = (name: string, offers: readonly Offer[]): string => `# bash completion of ${name}
_${name}_at() {
  offered='' operands='' commands='' options=''
  case "$1" in
${offers.flatMap(bashCases).join('\n')}
  esac
}

_${name}() {
  local offered operands commands options word path='' count=0 index
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  # bash takes --option=value apart at the =.
  [[ $current == = ]] && current=''
  [[ $before == = ]] && before=\${COMP_WORDS[COMP_CWORD-2]}
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case "$word" in
      ${optionsWithValue(offers).join('|')}) [[ \${COMP_WORDS[index+1]} == = ]] && ((index++)); ((index++)) ;;
      -*|=) ;;
      *)
        _${name}_at "$path"
        if [[ " $commands " == *" $word "* ]]; then path="\${path:+$path }$word"; else ((count++)); fi
        ;;
    esac
  done
  case "$before" in
    ${optionsWithValue(offers).join('|')}) _${name}_at "\${path:+$path }$before"; COMPREPLY=($(compgen -W "$offered" -- "$current")); return ;;
  esac
  _${name}_at "$path #$count"
  local values=$operands
  _${name}_at "$path"
  local all="$commands $values"
  [[ $current == -* || -z \${all// } ]] && all="$all $options"
  COMPREPLY=($(compgen -W "$all" -- "$current"))
}
complete -F _${name} ${name}
`;

const fishText = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

function fishLines(name: string, { path, commands, options, operands }: Offer): string[] {
  const at = (condition: string): string => `complete -c ${name} -n ${fishText(condition)}`;
  const here = `test "$(__${name}_path)" = "${path}"`;
  return [
    ...commands.map(({ word, meaning }) => `${at(here)} -f -a ${fishText(word)} -d ${fishText(meaning)}`),
    ...options.map(({ word, meaning, takesValue, values }) => {
      const value = takesValue ? ` -x -a ${fishText(values.join(' '))}` : ' -f';
      return `${at(here)} -l ${fishText(word.replace(/^--/, ''))}${value} -d ${fishText(meaning)}`;
    }),
    ...operands.flatMap((values, index) =>
      values.length === 0
        ? []
        : [`${at(`${here}; and test (__${name}_operands) -eq ${index}`)} -f -a ${fishText(values.join(' '))}`],
    ),
  ];
}

/** Returns a completion script for fish 3.4 or later, for `source` or the completions folder. */
const fishCompletion = (name: string, offers: readonly Offer[]): string => `# fish completion of ${name}
# The commands that the line has so far, then its other words.
function __${name}_words
    set -l paths ${offers
      .map(({ path }) => path)
      .filter(Boolean)
      .map(fishText)
      .join(' ')}
    set -l valued ${optionsWithValue(offers).join(' ')}
    set -l path
    set -l count 0
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
        else if contains -- $word $valued
            set skip 1
        else if not string match -q -- '-*' $word
            if contains -- (string join ' ' -- $path $word) $paths
                set -a path $word
            else
                set count (math $count + 1)
            end
        end
    end
    echo "$path"
    echo $count
end
function __${name}_path
    set -l words (__${name}_words)
    echo $words[1]
end
function __${name}_operands
    set -l words (__${name}_words)
    echo $words[2]
end
complete -c ${name} -f
${offers.flatMap((offer) => fishLines(name, offer)).join('\n')}
`;

const zshText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const described = (words: readonly OfferedWord[]): string =>
  words.map(({ word, meaning }) => zshText(`${word}:${meaning}`)).join(' ');

const zshCases = ({ path, commands, options, operands }: Offer): string[] => [
  ...options
    .filter(({ takesValue }) => takesValue)
    .map(({ word, values }) => `    ${zshText([path, word].filter(Boolean).join(' '))}) values=(${values.join(' ')}) ;;`),
  ...operands.flatMap((values, index) =>
    values.length === 0 ? [] : [`    ${zshText(`${path} #${index}`)}) values=(${values.join(' ')}) ;;`],
  ),
  `    ${zshText(path)}) commands=(${described(commands)}) options=(${described(options)}) ;;`,
];

/** Returns a completion script for zsh 5 or later, for `source` after compinit or as a file in fpath. */
const zshCompletion = (name: string, offers: readonly Offer[]): string => `#compdef ${name}
# zsh completion of ${name}
_${name}_at() {
  values=() commands=() options=()
  case "$1" in
${offers.flatMap(zshCases).join('\n')}
  esac
}

_${name}() {
  local -a values commands options
  local word route='' count=0 index
  for ((index = 2; index < CURRENT; index++)); do
    word=$words[index]
    case $word in
      ${optionsWithValue(offers).join('|')}) ((index++)) ;;
      -*) ;;
      *)
        _${name}_at "$route"
        if [[ -n \${commands[(r)$word:*]} ]]; then route="\${route:+$route }$word"; else ((count++)); fi
        ;;
    esac
  done
  case $words[CURRENT-1] in
    ${optionsWithValue(offers).join('|')}) _${name}_at "\${route:+$route }$words[CURRENT-1]"; compadd -a values; return ;;
  esac
  if [[ $PREFIX == --*=* ]]; then
    _${name}_at "\${route:+$route }\${PREFIX%%=*}"
    compset -P '*='
    compadd -a values
    return
  fi
  _${name}_at "$route #$count"
  compadd -a values
  _${name}_at "$route"
  (( $#commands )) && _describe -t commands command commands
  [[ $PREFIX == -* || $#commands -eq 0 ]] && _describe -t options option options -o
}

if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

type Shell = keyof typeof scripts;

export const shells: readonly Shell[] = ['bash', 'zsh', 'fish'];

export const completionOf = (program: Command, shell: Shell): string => scripts[shell](program.name(), below(program, []));
