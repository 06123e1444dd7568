import { Parser } from 'xml2js';
import type { Answer } from '../../support/api-client.js';

const envelopeOrder = ['code', 'success', 'message', 'id', 'subnetId', 'data', 'ip', 'time'];

/** Documented errors above 499: of sign-in, unsupported methods, overload and restricted applications. */
const documented = [
  /^500 (Invalid username or password|User account is disabled|Your IP has been blocked for \d+ minutes because of excessive login failures)$/,
  /^501 (Not Implemented|Method not implemented)$/,
  /^503 (Too many (requests|logins) at the same time|Cannot obtain lock for \S+ after [\d.]+ seconds)$/,
  /^503 (Application disabled|SSL connection is required for API|Invalid app security|Invalid enc_request|Invalid app permissions)$/,
];

/** Patterns of internals that no message may contain. */
const internals =
  /\bat [^\n]*(\(|:\d+:\d+)|node_modules|file:\/\/|Error:|Exception|knex|pglite|\bselect\b|\bsql|insert into|syntax error at|\[object |\bundefined\b|\bNaN\b/i;

/**
 * The defects of an answer. Empty for a well-formed envelope with a documented error or a success.
 * @param sent texts that messages may quote
 */
export async function faultsInAnswer(answer: Answer, sent: readonly string[] = []): Promise<string[]> {
  const { status, headers, text } = answer;
  const type = String(headers['content-type']);
  const envelope = type.startsWith('application/xml') ? await readXml(text) : readJson(text);
  if (!envelope) return [`${status} with a body that cannot be read as ${type}: ${text.slice(0, 300)}`];
  const names = Object.keys(envelope);
  const isSuccess = status < 400;
  const message = typeof envelope.message === 'string' ? envelope.message : '';
  const inOrder = envelopeOrder.filter((name) => names.includes(name));
  const unquoted = withoutEcho(message, sent);
  return [
    ...(/^application\/(json|xml); charset=utf-8$/.test(type) ? [] : [`content type ${type}`]),
    ...(Number(envelope.code) === status ? [] : [`code ${String(envelope.code)} with status ${status}`]),
    ...(isTrue(envelope.success) === isSuccess && names.includes('success')
      ? []
      : [`success ${String(envelope.success)} with status ${status}`]),
    ...(inOrder.join() === names.join() ? [] : [`members ${names.join()}`]),
    ...(isSuccess || message !== '' ? [] : [`${status} without a message`]),
    ...(status < 500 || documented.some((row) => row.test(`${status} ${message}`)) ? [] : [`${status} ${message}`]),
    ...(!isSuccess && internals.test(unquoted) ? [`a message with internals: ${unquoted.slice(0, 300)}`] : []),
  ];
}

const isTrue = (value: unknown): boolean => value === true || value === '1';

/** A message without the sent texts that it quotes. */
function withoutEcho(message: string, sent: readonly string[]): string {
  return sent.filter((text) => text !== '').reduce((rest, text) => rest.replaceAll(text, ''), message);
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The members of an XML answer's root. */
async function readXml(text: string): Promise<Record<string, unknown> | undefined> {
  try {
    const root: unknown = await new Parser({ explicitRoot: false, explicitArray: false, strict: true }).parseStringPromise(text);
    return typeof root === 'object' && root !== null ? (root as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
