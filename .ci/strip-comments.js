/**
 * Removes comments from the compiled domain, which the package @hexipam/domain publishes; declaration files contain the
 * documentation. Line numbers are unchanged, so that source maps remain valid. Run after the compiler: node .ci/strip-comments.js
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const folder = 'dist/domain';

/** Comments with a meaning for tools. */
const isForTools = ({ value }) => /^# sourceMappingURL=|[@#]__/.test(value);

function withoutComments(file, text) {
  let [result, end] = ['', 0];
  for (const comment of parseSync(file, text).comments.filter((each) => !isForTools(each))) {
    result += text.slice(end, comment.start) + text.slice(comment.start, comment.end).replace(/[^\n]+/g, '');
    end = comment.end;
  }
  return result + text.slice(end);
}

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.js'))) {
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  if (!/\/\*|^\s*\/\/(?!#)|\s\/\/ /m.test(text)) continue;
  const stripped = withoutComments(file, text);
  if (stripped !== text) writeFileSync(file, stripped);
}
