import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { type ZodRawShape, z } from 'zod';
import { IpAddress } from '../../domain/net/ip-address.js';
import type { Register } from './register.js';
import { errorResult } from './results.js';

/** An IP address in any text form. The pattern is only for the schema. The domain code decides whether the address is valid. */
export const ipAddress = z
  .string()
  .max(64)
  .regex(/^[0-9a-fA-F:.]*[:.][0-9a-fA-F:.]*$/, 'must be an IP address')
  .refine((text) => IpAddress.read(text) !== undefined, 'must be an IP address');

/** Adds a tool to a server, for one client's view of the register. */
export type AddTool = (server: McpServer, register: Register) => void;

/** Returns a function that defines tools. Errors of a tool are answers that the model can read. */
export const toolOf =
  (annotations: ToolAnnotations) =>
  <Shape extends ZodRawShape>(
    name: string,
    title: string,
    description: string,
    input: Shape,
    call: (register: Register, given: z.infer<z.ZodObject<Shape>>) => Promise<CallToolResult>,
  ): AddTool => {
    const schema = z.strictObject(input);
    return (server, register) =>
      void server.registerTool(name, { title, description, inputSchema: schema, annotations }, (given: unknown) =>
        Promise.resolve(schema.parse(given))
          .then((read) => call(register, read as z.infer<z.ZodObject<Shape>>))
          .catch(errorResult),
      );
  };
