import type { ListedExplanation } from '../../../application/access/administration/permission-explanations.js';
import type { AddCommand } from '../invocation.js';
import { printJson } from '../printing.js';
import type { WithCommands } from '../program-work.js';
import { jsonOption } from '../subject-command.js';
import type { Terminal } from '../terminal.js';

interface ExplainedPermission {
  readonly username: string;
  readonly object: string;
  readonly json: boolean;
}

export const addExplainPermission: AddCommand = (program, chosen, { connect }) =>
  void program
    .command('explain-permission')
    .description(
      'print the permissions of a user on an object, and the rules that grant them; objects are e.g. devices, vlan 5, subnet 12, section 3, history',
    )
    .argument('<USER>', 'name of a user or a service account')
    .argument('<OBJECT...>', 'a kind, a kind with an id, subnet ID, section ID, or a right')
    .addOption(jsonOption())
    .action((username: string, words: readonly string[], { json = false }: { readonly json?: boolean }) => {
      const options = { username, object: words.join(' '), json };
      chosen({ name: 'explain-permission', options, run: (terminal) => explain(connect(), options, terminal) });
    });

async function explain(
  withCommands: WithCommands,
  { username, object, json }: ExplainedPermission,
  { print }: Terminal,
): Promise<boolean> {
  const command = { subject: 'permission', action: 'explain', operands: [username, object], options: {} };
  const result = (await withCommands((execute) => execute(command))) as ListedExplanation;
  print(`${json ? printJson(result) : linesOf(result).join('\n')}\n`);
  return true;
}

const linesOf = ({ user, object, level, allowed, rule }: ListedExplanation): string[] => [
  `user ${user}, ${object}: level ${level}`,
  `allowed: ${allowed.length > 0 ? allowed.join(', ') : 'nothing'}`,
  `rule: ${rule}`,
];
