import { type Offer, optionsWithValue } from './offers.js';

/** Quotes a word list. Words of the program contain no quotes. */
const quoted = (words: readonly string[]): string => `'${words.join(' ')}'`;

/** Returns the shell cases for the words and option values after a command. */
const casesOf = ({ path, commands, options, operands }: Offer): string[] => [
  ...options
    .filter(({ takesValue }) => takesValue)
    .map(({ word, values }) => `    ${quoted([path, word].filter(Boolean))}) offered=${quoted(values)} ;;`),
  ...operands
    .map((values, index) => `    ${quoted([path, `#${index}`])}) operands=${quoted(values)} ;;`)
    .filter((line) => !line.includes("operands='' ")),
  `    ${quoted([path])}) commands=${quoted(commands.map(({ word }) => word))} options=${quoted(options.map(({ word }) => word))} ;;`,
];

/** Returns a completion script for bash 4 or later, for `source`. It has no dependencies. */
export const bashCompletion = (name: string, offers: readonly Offer[]): string => `# bash completion of ${name}
_${name}_at() {
  offered='' operands='' commands='' options=''
  case "$1" in
${offers.flatMap(casesOf).join('\n')}
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
