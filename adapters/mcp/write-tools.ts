import { z } from 'zod';
import type { Register, RegisterRequest } from './register.js';
import { dataResult } from './results.js';
import { ipAddress, type Tool, tool } from './tool.js';

const network = z.string().max(100).describe('A network such as 10.0.0.0/24, or its id');
const text = z.string().max(255).optional();
const confirm = z
  .boolean()
  .default(false)
  .describe('false: returns a preview and writes nothing. true: writes. Show the preview to the user first.');
const idempotencyKey = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('If the outcome of a call is unknown, repeat it with the same key: the write takes effect only once');

const fields = {
  hostname: text.describe('Host name'),
  description: text,
  owner: text,
  note: z.string().max(4000).optional(),
};

const isWrite = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;

/** Writes after a confirmation, else returns the preview. */
async function preview(register: Register, request: RegisterRequest, isConfirmed: boolean) {
  const outcome = await register.write(request, !isConfirmed);
  return dataResult(
    isConfirmed ? { written: outcome } : { preview: outcome, next: 'Call again with confirm: true to write it.' },
  );
}

const withKey = (idempotencyKey: string | undefined): Pick<RegisterRequest, 'idempotencyKey'> =>
  idempotencyKey === undefined ? {} : { idempotencyKey };

export const writeTools: readonly Tool[] = [
  tool(
    {
      name: 'take_address',
      title: 'Allocate the next free address',
      description:
        'Allocates the lowest free address of a network. With `hold`, the address is released after that time unless it is confirmed.',
      input: {
        network,
        ...fields,
        hold: z.number().int().min(1).max(2_592_000).optional().describe('Duration of a hold in seconds'),
        confirm,
        idempotencyKey,
      },
      annotations: isWrite,
    },
    async (register, { network, confirm, idempotencyKey, ...body }) => {
      const { id } = await register.network(network);
      const request = { method: 'POST', path: `/addresses/first_free/${id}/`, body, ...withKey(idempotencyKey) } as const;
      return preview(register, request, confirm);
    },
  ),
  tool(
    {
      name: 'reserve_range',
      title: 'Reserve a range of addresses',
      description: 'Creates a named range of a network. Allocation skips it, or uses it only for requests with its name.',
      input: {
        network,
        name: z.string().min(1).max(64),
        first: ipAddress.describe('First address'),
        last: ipAddress.describe('Last address'),
        allocation: z.enum(['never', 'named']).default('never'),
        description: text,
        confirm,
        idempotencyKey,
      },
      annotations: isWrite,
    },
    async (register, { network, confirm, idempotencyKey, ...body }) => {
      const { id } = await register.network(network);
      const request = { method: 'POST', path: '/ranges/', body: { ...body, subnetId: id }, ...withKey(idempotencyKey) } as const;
      return preview(register, request, confirm);
    },
  ),
  tool(
    {
      name: 'create_network',
      title: 'Create a network',
      description: 'Allocates the lowest free child network of a prefix length within a network.',
      input: {
        parent: network.describe('The parent of the new network: its prefix such as 10.0.0.0/16, or its id'),
        mask: z.number().int().min(1).max(128).describe('Prefix length of the new network'),
        description: text,
        confirm,
        idempotencyKey,
      },
      annotations: isWrite,
    },
    async (register, { parent, mask, description, confirm, idempotencyKey }) => {
      const { id } = await register.network(parent);
      const body = description === undefined ? {} : { description };
      const request = { method: 'POST', path: `/subnets/${id}/first_subnet/${mask}/`, body, ...withKey(idempotencyKey) } as const;
      return preview(register, request, confirm);
    },
  ),
  tool(
    {
      name: 'update_address',
      title: 'Change an address',
      description: 'Changes fields of an address, selected by its id. `hold` 0 confirms a hold.',
      input: {
        id: z.number().int().min(1),
        ...fields,
        hold: z.number().int().min(0).max(2_592_000).optional(),
        confirm,
        idempotencyKey,
      },
      annotations: isWrite,
    },
    async (register, { id, confirm, idempotencyKey, ...body }) =>
      preview(register, { method: 'PATCH', path: `/addresses/${id}/`, body, ...withKey(idempotencyKey) }, confirm),
  ),
  tool(
    {
      name: 'release_address',
      title: 'Release an address',
      description: 'Deletes an address, selected by its id. It can then be allocated again.',
      input: { id: z.number().int().min(1), confirm, idempotencyKey },
      annotations: { ...isWrite, destructiveHint: true },
    },
    async (register, { id, confirm, idempotencyKey }) =>
      preview(register, { method: 'DELETE', path: `/addresses/${id}/`, ...withKey(idempotencyKey) }, confirm),
  ),
];
