import { CommandRefused } from '../../adapters/cli/index.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../settings/settings.js';
import type { AddCommand } from './invocation.js';

export const addMcp: AddCommand = (program, chosen) =>
  void program
    .command('mcp')
    .description(
      'connect a client of the Model Context Protocol on standard input and output to a running service: HEXIPAM_MCP_URL and HEXIPAM_MCP_KEY select the service and the key',
    )
    .action(() => chosen({ name: 'mcp', options: {}, run: () => bridge(readProcessConfiguration()) }));

async function bridge({ mcpClient: { url, key } }: ServiceConfiguration): Promise<boolean> {
  if (key === null)
    throw new CommandRefused('HEXIPAM_MCP_KEY is not set: hexipam mcp needs a key of a user or a service account');
  const { bridgeStreams } = await import('../../adapters/mcp/index.js');
  await bridgeStreams({ url: new URL(url), key });
  return true;
}
