import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { completionOf, plain } from '../../../adapters/cli/index.js';
import { subjects } from '../../../adapters/cli/subjects/index.js';
import { createCommandLine } from '../../../config/commands/command-line.js';
import { commandWords } from '../../support/command-words.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

type Shell = Parameters<typeof completionOf>[1];

/** Command lines up to the cursor, with the expected completions. */
const offers: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['hexipam ', [...commandWords, 'help', ...Object.keys(subjects)]],
  ['hexipam mig', ['migrate']],
  ['hexipam user ', [...Object.keys(subjects.user?.actions ?? {}), 'help']],
  ['hexipam user r', ['remove']],
  ['hexipam user add ann --ro', ['--role', '--roles']],
  ['hexipam user add ann --role ', ['Administrator', 'User']],
  ['hexipam user add --role User --disabled t', ['true']],
  ['hexipam app set --comment user --permission re', ['read']],
  ['hexipam field list v', ['vlans', 'vrfs']],
  ['hexipam field add subnets custom_x --ty', ['--type']],
  ['hexipam completion z', ['zsh']],
  ['hexipam import ', ['csv', 'netbox', 'phpipam', 'help']],
  ['hexipam import csv ad', ['addresses']],
  ['hexipam export csv v', ['vlans', 'vrfs']],
  ['hexipam serve --w', ['--wait', '--workers']],
];

/** Scripts that print the completions of a shell at the end of a line. */
const asking: Readonly<Record<Shell, (script: string, line: string) => string>> = {
  bash: (script, line) => `source ${script}
COMP_WORDS=(${line.replace(/ $/, " ''")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_hexipam; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Completion runs inside a line editor; functions replace its two builtins here.
  zsh: (script, line) => `compdef() { : }
compadd() { [[ $1 == -a ]] && shift; local word; for word in \${(P)1}; do [[ $word == $PREFIX* ]] && print -r -- $word; done; return 0 }
_describe() { local entry; for entry in \${(P)4}; do [[ $entry == $PREFIX* ]] && print -r -- \${entry%%:*}; done; return 0 }
source ${script}
words=(${line.replace(/ $/, " ''")}); CURRENT=$#words; PREFIX=$words[CURRENT]; _hexipam; true`,
  fish: (script, line) => `source ${script}; complete -C '${line}'`,
};

const run = (shell: Shell, text: string) => spawnSync(shell, ['-c', text], { encoding: 'utf8', timeout: 60_000 });

const isThere = (shell: Shell): boolean => spawnSync(shell, ['--version']).status === 0;

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  describe(`The completion of ${shell}`, function () {
    this.timeout(60_000);
    let folder: TemporaryFolder;
    let script: string;

    before(function () {
      // this shell is not installed
      if (!isThere(shell)) this.skip();
      folder = makeTemporaryFolder();
      script = join(folder.path, 'script');
      const { program } = createCommandLine({ ...plain, columns: 100 }, () => {});
      writeFileSync(script, completionOf(program, shell));
    });
    after(() => folder?.remove());

    it('is a script without syntax errors', () => {
      const { status, stdout, stderr } = spawnSync(shell, ['-n', script], { encoding: 'utf8' });
      expect({ status, stdout, stderr }).to.deep.equal({ status: 0, stdout: '', stderr: '' });
    });

    for (const [line, offered] of offers)
      it(`offers the possible words after "${line}"`, () => {
        const { stdout, stderr } = run(shell, asking[shell](script, line));
        expect(stderr).to.equal('');
        const words = stdout
          .split('\n')
          .filter(Boolean)
          .map((word) => word.split('\t')[0]);
        expect(words).to.have.members(offered);
      });
  });
}

describe('The completion of bash', () => {
  it('completes a value after an equals sign', () => {
    const { program } = createCommandLine({ ...plain, columns: 100 }, () => {});
    const words = 'COMP_WORDS=(hexipam user add ann --role = Us); COMP_CWORD=6; _hexipam; echo $COMPREPLY';
    expect(run('bash', `${completionOf(program, 'bash')}\n${words}`).stdout).to.equal('User\n');
  });
});
