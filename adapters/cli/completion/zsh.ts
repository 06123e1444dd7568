import { type Offer, type OfferedWord, optionsWithValue } from './offers.js';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const described = (words: readonly OfferedWord[]): string =>
  words.map(({ word, meaning }) => quoted(`${word}:${meaning}`)).join(' ');

const casesOf = ({ path, commands, options, operands }: Offer): string[] => [
  ...options
    .filter(({ takesValue }) => takesValue)
    .map(({ word, values }) => `    ${quoted([path, word].filter(Boolean).join(' '))}) values=(${values.join(' ')}) ;;`),
  ...operands.flatMap((values, index) =>
    values.length === 0 ? [] : [`    ${quoted(`${path} #${index}`)}) values=(${values.join(' ')}) ;;`],
  ),
  `    ${quoted(path)}) commands=(${described(commands)}) options=(${described(options)}) ;;`,
];

/** Returns a completion script for zsh 5 or later, for `source` after compinit or as a file in fpath. */
export const zshCompletion = (name: string, offers: readonly Offer[]): string => `#compdef ${name}
# zsh completion of ${name}
_${name}_at() {
  values=() commands=() options=()
  case "$1" in
${offers.flatMap(casesOf).join('\n')}
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
