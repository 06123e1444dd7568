import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** Timeout of an answer of the service, in milliseconds. */
const timeoutMs = 60_000;

export interface BridgeOptions {
  /** URL of the endpoint: https://ipam.example.org/mcp */
  readonly url: URL;
  readonly key: string;
}

/**
 * Passes messages between a client on the standard streams and the endpoint of a service, until the client closes its input.
 * A request that the service does not answer gets an error.
 */
export async function bridgeStreams({ url, key }: BridgeOptions): Promise<void> {
  const client = new StdioServerTransport();
  const service = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: (target, init) => fetch(target, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
  });
  const over = new Promise<void>((resolve) => {
    client.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  service.onmessage = (message) => void client.send(message);
  client.onmessage = (message) => void service.send(message).catch((error: unknown) => client.send(failureOf(message, error)));
  await service.start();
  await client.start();
  await over;
  await service.close();
}

function failureOf(message: JSONRPCMessage, error: unknown): JSONRPCMessage {
  const id = isJSONRPCRequest(message) ? message.id : 0;
  return { jsonrpc: '2.0', id, error: { code: -32000, message: `The service did not answer: ${problemOf(error)}` } };
}

const problemOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};
