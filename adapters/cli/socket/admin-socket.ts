import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestOptions, request, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../../../application/ports/environment.js';
import { actionOf, type Command, readCommand } from '../command.js';
import { CommandRefused, type Execute } from '../execution.js';
import { answerUpload, send, sendTexts, type Uploads, uploadFoldersOf } from './answers.js';

/** Maximum length of a socket path in bytes on all systems. */
const longestPath = 100;
/** Maximum size of a command in bytes. */
const longestBody = 1_048_576;
/** Maximum size of an answer in bytes, sufficient for a list of all users. */
const maxAnswerBytes = 268_435_456;
const target = '/commands';
/**
 * Milliseconds without data after which a service counts as hung. It is long, because a service may count data for long before it
 * sends the first text.
 */
const longestSilence = 600_000;
/** Timeouts of the server. Commands arrive at once, uploads as fast as their source is read. */
const limits = { headersTimeout: 5_000, requestTimeout: 3_600_000, connectionsCheckingInterval: 1_000 } as const;
/** Maximum number of concurrent connections; further ones are closed. */
const maxConnections = 64;
const longestCommand = 10_000;

/** Returns the socket path of the service that owns a directory, or the reason why there is none. */
export function adminSocketOf(directory: string): { readonly path: string } | { readonly problem: string } {
  if (process.platform === 'win32') return { problem: 'Windows does not support this type of socket' };
  const path = join(directory, 'admin.sock');
  if (Buffer.byteLength(path) <= longestPath) return { path };
  return { problem: `the path ${path} is longer than the limit of ${longestPath} bytes for a socket` };
}

/** Text streams of the service by target. @throws CommandRefused before the first text */
export type TextStreams = Readonly<Record<string, (options: URLSearchParams) => AsyncIterable<string>>>;

export interface AdminSocket {
  /** Stops accepting commands, waits up to `grace` milliseconds for running ones, and removes the socket. */
  close(grace: number): Promise<void>;
}

/**
 * Opens a socket for commands, with access for this user and root only. It replaces the socket of an ended process and removes
 * its uploads, so the caller must own the lock of the directory.
 */
export async function openAdminSocket(
  path: string,
  execute: Execute,
  log: Log,
  { streams = {}, uploads = {} }: { readonly streams?: TextStreams; readonly uploads?: Uploads } = {},
): Promise<AdminSocket> {
  await rm(path, { force: true });
  const folders = await uploadFoldersOf(dirname(path));
  await folders.removeAll().catch((error: unknown) => log.warn('temporary folder not removed', { error }));
  const server = createServer(limits, (incoming, response) => {
    const { name, options } = readTarget(incoming.url);
    const stream = incoming.method === 'GET' && Object.hasOwn(streams, name) ? streams[name] : undefined;
    if (stream) return void sendTexts(response, stream(options), log);
    const upload = incoming.method === 'POST' && Object.hasOwn(uploads, name) ? uploads[name] : undefined;
    if (upload) return void answerUpload(incoming, response, (file) => upload(options, file), { folders, log });
    const cut = setTimeout(() => incoming.destroy(), longestCommand);
    incoming.once('end', () => clearTimeout(cut)).once('close', () => clearTimeout(cut));
    answer(incoming, execute, log).then(
      ([status, body]) => send(response, status, body),
      () => response.destroy(),
    );
  });
  server.maxConnections = maxConnections;
  await listen(server, path);
  return {
    close: (grace) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), grace);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
      }),
  };
}

/** Returns the path without leading slash, and the query. URL parsers reject targets such as `//`, which HTTP permits. */
function readTarget(url = '/'): { readonly name: string; readonly options: URLSearchParams } {
  const [path = '', ...query] = url.split('?');
  return { name: path.slice(1), options: new URLSearchParams(query.join('?')) };
}

/** Creates the socket under a restrictive umask, so that other users never have access. */
async function listen(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const mask = process.umask(0o177);
    try {
      server.once('error', reject);
      server.listen(path, () => {
        server.off('error', reject);
        resolve();
      });
    } finally {
      process.umask(mask);
    }
  });
  await chmod(path, 0o600);
}

type Outcome = readonly [status: number, body: { readonly result: unknown } | { readonly problem: string }];

async function answer(incoming: IncomingMessage, execute: Execute, log: Log): Promise<Outcome> {
  if (incoming.url !== target || incoming.method !== 'POST')
    return [404, { problem: 'not found: the socket accepts only commands' }];
  const body = await readBody(incoming);
  const command = body === undefined ? undefined : readCommand(parse(body));
  if (!command)
    return [400, { problem: 'the service does not know this command: compare the versions of the program and the service' }];
  const { subject, action, operands } = command;
  try {
    const result = await execute(command);
    if (action !== 'list' && !actionOf(command)?.isRoutine)
      log.info('administration command', { what: `${subject} ${action}`, operands });
    return [200, { result }];
  } catch (error) {
    if (error instanceof CommandRefused) return [422, { problem: error.message }];
    log.error('administration command failed', { what: `${subject} ${action}`, error });
    return [500, { problem: 'the command failed in the service; see its log' }];
  }
}

/** @returns undefined for a body larger than `maxBytes` */
async function readBody(incoming: AsyncIterable<Buffer>, maxBytes = longestBody): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** No process listens on the socket: it is missing, or its process has ended. */
export class NobodyListens extends Error {
  override readonly name = 'NobodyListens';
}

/** The service ended before its answer was complete. */
export class ServiceBrokeOff extends CommandRefused {
  constructor(cause: unknown) {
    super(`the service ended the connection: ${cause instanceof Error ? cause.message : cause}; see its log`, { cause });
  }
}

/** Executes commands in the service behind a socket. @throws NobodyListens before the command is sent; CommandRefused */
export const executeOver =
  (path: string): Execute =>
  (command: Command) =>
    new Promise((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json' };
      const outgoing = request({ socketPath: path, method: 'POST', path: target, headers });
      outgoing.setTimeout(longestSilence, () => outgoing.destroy(new Error('it is silent')));
      outgoing.once('error', (error: NodeJS.ErrnoException) => reject(connectionProblem(path, error)));
      outgoing.once('response', (response) => void readAnswer(response).then(resolve, reject));
      outgoing.end(JSON.stringify(command));
    });

function connectionProblem(path: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') return new NobodyListens(`no service listens on ${path}`);
  if (error.code === 'EACCES')
    return new CommandRefused(`this user may not use ${path}: run the command as the user of the service`);
  return new CommandRefused(`the service on ${path} did not answer (${error.message}): check whether the command was run`);
}

/** @throws CommandRefused */
async function readAnswer(response: IncomingMessage): Promise<unknown> {
  const answer = parse((await readBody(response, maxAnswerBytes)) ?? '');
  if (typeof answer !== 'object' || answer === null)
    throw new CommandRefused('the answer of the service is unreadable: check whether the command was run');
  const { result, problem } = answer as { result?: unknown; problem?: string };
  if (response.statusCode !== 200) throw new CommandRefused(problem ?? `the service answered ${response.statusCode}`);
  return result;
}

/**
 * Reads a text stream from the service behind a socket.
 * @param target name of the stream, with options
 * @throws NobodyListens, CommandRefused
 */
export async function textsOver(path: string, target: string): Promise<AsyncIterable<Uint8Array>> {
  const response = await asked(path, { path: `/${target}` }, async (outgoing) => void outgoing.end());
  return textsIn(response);
}

/**
 * Uploads texts and reads a text stream, like `textsOver`.
 * @throws NobodyListens before reading the texts, CommandRefused, and errors of the texts
 */
export async function uploadOver(
  path: string,
  target: string,
  texts: () => AsyncIterable<string>,
): Promise<AsyncIterable<Uint8Array>> {
  let problem: { readonly error: unknown } | undefined;
  async function* noted(): AsyncGenerator<string, void, undefined> {
    try {
      yield* texts();
    } catch (error) {
      problem = { error };
      throw error;
    }
  }
  try {
    const options = { path: `/${target}`, method: 'POST' };
    return await textsIn(await asked(path, options, (outgoing) => pipeline(Readable.from(noted()), outgoing)));
  } catch (error) {
    throw problem ? problem.error : error;
  }
}

/** Sends a request and returns the response. @param sent callback that writes the body of the request */
function asked(
  path: string,
  options: RequestOptions,
  sent: (outgoing: ReturnType<typeof request>) => Promise<void>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath: path, ...options });
    outgoing.setTimeout(longestSilence, () => outgoing.destroy(new Error('it is silent')));
    outgoing.once('error', (error: NodeJS.ErrnoException) => reject(connectionProblem(path, error)));
    outgoing.once('response', resolve);
    sent(outgoing).catch(() => {}); // `asked` reports this error
  });
}

/** @throws CommandRefused */
async function textsIn(response: IncomingMessage): Promise<AsyncIterable<Uint8Array>> {
  if (response.statusCode === 404)
    throw new CommandRefused('the service does not know this command: compare the versions of the program and the service');
  if (response.statusCode !== 200) await readAnswer(response);
  return brokenOff(response);
}

async function* brokenOff(response: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* response;
  } catch (error) {
    throw new ServiceBrokeOff(error);
  }
}
