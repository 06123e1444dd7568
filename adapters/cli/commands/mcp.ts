import type { AddCommand } from '../invocation.js';

export const addMcp: AddCommand = (program, chosen, { bridgeMcp }) =>
  void program
    .command('mcp')
    .description(
      'connect a client of the Model Context Protocol on standard input and output to a running service: HEXIPAM_MCP_URL and HEXIPAM_MCP_KEY select the service and the key',
    )
    .action(() => chosen({ name: 'mcp', options: {}, run: () => bridgeMcp().then(() => true) }));
