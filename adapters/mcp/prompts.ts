import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { GetPromptResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const prompt = (text: string): GetPromptResult => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });

export function addPrompts(server: McpServer, writes: boolean): void {
  server.registerPrompt(
    'find_owner',
    {
      title: 'Find the owner of an address',
      description: 'Record, network and latest changes of an address',
      argsSchema: { address: z.string().max(100) },
    },
    ({ address }) =>
      prompt(
        `Find out with who_has which record and network the address ${address} has. Then summarize with history the latest changes of this network that concern the address.`,
      ),
  );
  server.registerPrompt(
    'review_capacity',
    {
      title: 'Review the capacity of a network',
      description: 'Utilization, forecast and free space',
      argsSchema: { network: z.string().max(100) },
    },
    ({ network }) =>
      prompt(
        `Report with utilization and free_space how full the network ${network} is, when it will be full, and which free networks it has.`,
      ),
  );
  if (!writes) return;
  server.registerPrompt(
    'assign_address',
    {
      title: 'Assign an address to a host',
      description: 'Preview, confirmation and allocation',
      argsSchema: { network: z.string().max(100), hostname: z.string().max(255) },
    },
    ({ network, hostname }) =>
      prompt(
        `Preview with take_address the next free address of ${network} for the host ${hostname}. Show me the preview. After my confirmation, call take_address with confirm: true and an idempotencyKey.`,
      ),
  );
}
