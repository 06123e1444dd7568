import { CommandRefused } from '../../adapters/cli/index.js';
import { readProcessConfiguration } from '../settings/settings.js';

/** @throws CommandRefused without a key */
export async function bridgeMcp(): Promise<void> {
  const { url, key } = readProcessConfiguration().mcpClient;
  if (key === null)
    throw new CommandRefused('HEXIPAM_MCP_KEY is not set: hexipam mcp needs a key of a user or a service account');
  const { bridgeStreams } = await import('../../adapters/mcp/index.js');
  await bridgeStreams({ url: new URL(url), key });
}
