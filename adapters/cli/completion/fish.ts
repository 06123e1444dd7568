import { type Offer, optionsWithValue } from './offers.js';

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

function linesOf(name: string, { path, commands, options, operands }: Offer): string[] {
  const at = (condition: string): string => `complete -c ${name} -n ${quoted(condition)}`;
  const here = `test "$(__${name}_path)" = "${path}"`;
  return [
    ...commands.map(({ word, meaning }) => `${at(here)} -f -a ${quoted(word)} -d ${quoted(meaning)}`),
    ...options.map(({ word, meaning, takesValue, values }) => {
      const value = takesValue ? ` -x -a ${quoted(values.join(' '))}` : ' -f';
      return `${at(here)} -l ${quoted(word.replace(/^--/, ''))}${value} -d ${quoted(meaning)}`;
    }),
    ...operands.flatMap((values, index) =>
      values.length === 0
        ? []
        : [`${at(`${here}; and test (__${name}_operands) -eq ${index}`)} -f -a ${quoted(values.join(' '))}`],
    ),
  ];
}

/** Returns a completion script for fish 3.4 or later, for `source` or the completions folder. */
export const fishCompletion = (name: string, offers: readonly Offer[]): string => `# fish completion of ${name}
# The commands that the line has so far, then its other words.
function __${name}_words
    set -l paths ${offers
      .map(({ path }) => path)
      .filter(Boolean)
      .map(quoted)
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
${offers.flatMap((offer) => linesOf(name, offer)).join('\n')}
`;
