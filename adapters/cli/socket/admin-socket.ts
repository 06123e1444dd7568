import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestOptions, request, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../../../application/ports/environment.js';
import { actionOf, type Command, readCommand } from '../command.js';
import { CommandRefused, type Execute } from '../execution.js';
import { send, sendTexts } from './answers.js';
import { UploadFolders } from './upload-folders.js';
import { answerUpload, type Uploads } from './uploads.js';

/** Longest path that every system takes as that of a socket, in bytes. */
const longestPath = 100;
/** Longest command, in bytes: comments are the longest values. */
const longestBody = 1_048_576;
/** Longest answer to a command, in bytes: a list of all users. */
const maxAnswerBytes = 268_435_456;
const target = '/commands';
/** Milliseconds until a service counts as hanging that sends nothing; before the first text it may have much to count. */
const longestSilence = 600_000;
/** A command comes at once, what is uploaded as fast as it is read. */
const limits = { headersTimeout: 5_000, requestTimeout: 3_600_000, connectionsCheckingInterval: 1_000 } as const;
/** Connections at a time; further ones are closed. */
const maxConnections = 64;
const longestCommand = 10_000;

/** Where the service that holds a directory takes commands; what is in the way, where it cannot. */
export function adminSocketOf(directory: string): { readonly path: string } | { readonly problem: string } {
  if (process.platform === 'win32') return { problem: 'there are no sockets of this kind on Windows' };
  const path = join(directory, 'admin.sock');
  if (Buffer.byteLength(path) <= longestPath) return { path };
  return { problem: `the path of ${path} is longer than the ${longestPath} bytes that a socket may have` };
}

/** Texts that a service gives out as they come, by what is asked for. @throws CommandRefused before the first one */
export type TextStreams = Readonly<Record<string, (options: URLSearchParams) => AsyncIterable<string>>>;

/** A socket that takes commands. */
export interface AdminSocket {
  /** Takes no more, finishes those under way within so many milliseconds, and removes the socket. */
  close(grace: number): Promise<void>;
}

/**
 * Takes commands on a socket that only this user (and root) may use. One that an ended process left behind is replaced, and
 * what it was taking is removed: the caller must hold the directory.
 */
export async function openAdminSocket(
  path: string,
  execute: Execute,
  log: Log,
  { streams = {}, uploads = {} }: { readonly streams?: TextStreams; readonly uploads?: Uploads } = {},
): Promise<AdminSocket> {
  await rm(path, { force: true });
  const folders = await UploadFolders.of(dirname(path));
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

/** The path without its first slash, and the query. A URL parser refuses targets such as `//`, which HTTP allows. */
function readTarget(url = '/'): { readonly name: string; readonly options: URLSearchParams } {
  const [path = '', ...query] = url.split('?');
  return { name: path.slice(1), options: new URLSearchParams(query.join('?')) };
}

/** The socket is made under the mask, so that there is no moment in which others could use it. */
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
  if (incoming.url !== target || incoming.method !== 'POST') return [404, { problem: 'there is nothing but commands' }];
  const body = await readBody(incoming);
  const command = body === undefined ? undefined : readCommand(parse(body));
  if (!command) return [400, { problem: 'the service does not know this command: is it of another version?' }];
  const { subject, action, operands } = command;
  try {
    const result = await execute(command);
    if (action !== 'list' && !actionOf(command)?.isRoutine)
      log.info('administration command', { what: `${subject} ${action}`, operands });
    return [200, { result }];
  } catch (error) {
    if (error instanceof CommandRefused) return [422, { problem: error.message }];
    log.error('administration command failed', { what: `${subject} ${action}`, error });
    return [500, { problem: 'the service could not do it; its log says why' }];
  }
}

/** @returns undefined when it is too long */
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

/** Nobody takes commands on a socket: it is not there, or was left behind. */
export class NobodyListens extends Error {
  override readonly name = 'NobodyListens';
}

/** A service ended in the midst of what it gave out. */
export class ServiceBrokeOff extends CommandRefused {
  constructor(cause: unknown) {
    super(`the service broke off: ${cause instanceof Error ? cause.message : cause}; its log may say why`, { cause });
  }
}

/** Has the service behind a socket carry commands out. @throws NobodyListens before anything was sent; CommandRefused */
export const executeOver =
  (path: string): Execute =>
  (command: Command) =>
    new Promise((resolve, reject) => {
      const outgoing = request({
        socketPath: path,
        method: 'POST',
        path: target,
        headers: { 'Content-Type': 'application/json' },
      });
      outgoing.setTimeout(longestSilence, () => outgoing.destroy(new Error('it is silent')));
      outgoing.once('error', (error: NodeJS.ErrnoException) => reject(connectionProblem(path, error)));
      outgoing.once('response', (response) => {
        readAnswer(response).then(resolve, reject);
      });
      outgoing.end(JSON.stringify(command));
    });

function connectionProblem(path: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') return new NobodyListens(`nobody listens on ${path}`);
  if (error.code === 'EACCES')
    return new CommandRefused(`this user may not use ${path}: run the command as the user who runs the service`);
  return new CommandRefused(`the service on ${path} did not answer (${error.message}); look whether it did what was asked`);
}

/** @throws CommandRefused */
async function readAnswer(response: IncomingMessage): Promise<unknown> {
  const answer = parse((await readBody(response, maxAnswerBytes)) ?? '');
  if (typeof answer !== 'object' || answer === null)
    throw new CommandRefused('the service sent no answer that can be read; look whether it did what was asked');
  const { result, problem } = answer as { result?: unknown; problem?: string };
  if (response.statusCode !== 200) throw new CommandRefused(problem ?? `the service answered ${response.statusCode}`);
  return result;
}

/**
 * What the service behind a socket gives out, piece by piece.
 * @param target what is asked for, with its options
 * @throws NobodyListens, CommandRefused
 */
export async function textsOver(path: string, target: string): Promise<AsyncIterable<Uint8Array>> {
  const response = await asked(path, { path: `/${target}` }, async (outgoing) => void outgoing.end());
  return textsIn(response);
}

/**
 * As textsOver, of what the service makes of some texts.
 * @throws NobodyListens before anything was taken of the texts, CommandRefused, and what the texts throw
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

/** What the service answers first. @param sent sends what is asked */
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
    sent(outgoing).catch(() => {}); // its error is told above
  });
}

/** @throws CommandRefused */
async function textsIn(response: IncomingMessage): Promise<AsyncIterable<Uint8Array>> {
  if (response.statusCode === 404) throw new CommandRefused('the service does not know this command: is it of another version?');
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
