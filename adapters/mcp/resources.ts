import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import type { Register } from './register.js';
import { bounded } from './tool.js';

const json = (uri: URL, data: unknown): ReadResourceResult => ({
  contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(data, undefined, 1) }],
});

const idOf = (value: string | string[] | undefined): string => {
  const id = String(value);
  if (!/^\d{1,10}$/.test(id)) throw new Error('An id is a number');
  return id;
};

export function addResources(server: McpServer, register: Register): void {
  const mimeType = 'application/json';
  server.registerResource(
    'sections',
    'hexipam://sections',
    { title: 'Sections', description: 'All sections that are visible to the caller', mimeType },
    async (uri) => json(uri, bounded(await register.list('/sections/'))),
  );
  server.registerResource(
    'section',
    new ResourceTemplate('hexipam://sections/{id}', { list: undefined }),
    { title: 'Section', description: 'A section and its first networks', mimeType },
    async (uri, { id }) => {
      const section = idOf(id);
      const [record, networks] = await Promise.all([
        register.read(`/sections/${section}/`),
        register.list(`/sections/${section}/subnets/`, { limit: 51 }),
      ]);
      if (record === undefined) throw new Error(`There is no section ${section}`);
      return json(uri, { section: record, networks: bounded(networks) });
    },
  );
  server.registerResource(
    'network',
    new ResourceTemplate('hexipam://networks/{id}', { list: undefined }),
    { title: 'Network', description: 'A network and its utilization', mimeType },
    async (uri, { id }) => {
      const record = await register.network(idOf(id));
      return json(uri, { network: record, usage: await register.read(`/subnets/${record.id}/usage/`) });
    },
  );
}
