import { type ZodRawShape, z } from 'zod';
import type { Register, RegisterRequest } from './register.js';
import { type AddTool, dataResult, ipAddress, toolOf } from './tool.js';

const network = z.string().max(100).describe('A network such as 10.0.0.0/24, or its id');
const text = z.string().max(255).optional();

const fields = {
  hostname: text.describe('Host name'),
  description: text,
  owner: text,
  note: z.string().max(4000).optional(),
};

const confirmation = {
  confirm: z
    .boolean()
    .default(false)
    .describe('false: returns a preview and writes nothing. true: writes. Show the preview to the user first.'),
  idempotencyKey: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('If the outcome of a call is unknown, repeat it with the same key: the write takes effect only once'),
};

/** A tool that writes after a confirmation, else returns the preview. */
function writeTool<Shape extends ZodRawShape>(
  name: string,
  title: string,
  description: string,
  input: Shape,
  requestOf: (register: Register, given: z.infer<z.ZodObject<Shape>>) => Promise<RegisterRequest> | RegisterRequest,
  destructiveHint = false,
): AddTool {
  const define = toolOf({ readOnlyHint: false, destructiveHint, openWorldHint: false });
  return define(name, title, description, { ...input, ...confirmation }, async (register, given) => {
    const { confirm, idempotencyKey } = z.object(confirmation).parse(given);
    const request = await requestOf(register, z.object(input).parse(given));
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    const outcome = await register.write({ ...request, ...key }, !confirm);
    return dataResult(confirm ? { written: outcome } : { preview: outcome, next: 'Call again with confirm: true to write it.' });
  });
}

export const writeTools: readonly AddTool[] = [
  writeTool(
    'take_address',
    'Allocate the next free address',
    'Allocates the lowest free address of a network. With `hold`, the address is released after that time unless it is confirmed.',
    {
      network,
      ...fields,
      hold: z.number().int().min(1).max(2_592_000).optional().describe('Duration of a hold in seconds'),
    },
    async (register, { network, ...body }) => {
      const { id } = await register.network(network);
      return { method: 'POST', path: `/addresses/first_free/${id}/`, body };
    },
  ),
  writeTool(
    'reserve_range',
    'Reserve a range of addresses',
    'Creates a named range of a network. Allocation skips it, or uses it only for requests with its name.',
    {
      network,
      name: z.string().min(1).max(64),
      first: ipAddress.describe('First address'),
      last: ipAddress.describe('Last address'),
      allocation: z.enum(['never', 'named']).default('never'),
      description: text,
    },
    async (register, { network, ...body }) => {
      const { id } = await register.network(network);
      return { method: 'POST', path: '/ranges/', body: { ...body, subnetId: id } };
    },
  ),
  writeTool(
    'create_network',
    'Create a network',
    'Allocates the lowest free child network of a prefix length within a network.',
    {
      parent: network.describe('The parent of the new network: its prefix such as 10.0.0.0/16, or its id'),
      mask: z.number().int().min(1).max(128).describe('Prefix length of the new network'),
      description: text,
    },
    async (register, { parent, mask, ...body }) => {
      const { id } = await register.network(parent);
      return { method: 'POST', path: `/subnets/${id}/first_subnet/${mask}/`, body };
    },
  ),
  writeTool(
    'update_address',
    'Change an address',
    'Changes fields of an address, selected by its id. `hold` 0 confirms a hold.',
    { id: z.number().int().min(1), ...fields, hold: z.number().int().min(0).max(2_592_000).optional() },
    (_register, { id, ...body }) => ({ method: 'PATCH', path: `/addresses/${id}/`, body }),
  ),
  writeTool(
    'release_address',
    'Release an address',
    'Deletes an address, selected by its id. It can then be allocated again.',
    { id: z.number().int().min(1) },
    (_register, { id }) => ({ method: 'DELETE', path: `/addresses/${id}/` }),
    true,
  ),
];
