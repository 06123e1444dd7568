import type { Answer } from '../support/api-client.js';
import { Comparison, comparableText, comparableValue, isObject } from './comparison.js';
import type { ConversationPartner } from './conversation-partner.js';
import type { ComparableAnswer } from './deliberate-differences.js';
import { Identifiers, kindOfRecords } from './identifiers.js';
import { type Exchange, type RecordedAnswer, readPrelude } from './recording.js';
import { Rewriting } from './rewriting.js';

/** The result of one exchange with a recorded answer. */
export interface Outcome {
  readonly exchange: Exchange;
  /** Empty if the answer equals the recorded one. */
  readonly differences: readonly string[];
  readonly answer: ComparableAnswer;
}

/** Replays the recorded conversation with a service: sends all requests in order and compares the answers. */
export class Conversation {
  readonly #partner: ConversationPartner;
  readonly #identifiers = new Identifiers();
  readonly #rewriting = new Rewriting(this.#identifiers);
  /** Tokens of the service under test by the recorded ones. */
  readonly #tokens = new Map<string, string>();

  constructor(partner: ConversationPartner) {
    this.#partner = partner;
  }

  /** Creates the records that existed before the recording. @throws Error if a record cannot be created */
  async prepare(): Promise<void> {
    const { login, builtIn, create } = readPrelude();
    const token = await this.#signIn(login);
    for (const [kind, recorded, actual] of builtIn) this.#identifiers.bind(kind, recorded, actual);
    for (const { path, id, body } of create) {
      const text = JSON.stringify(this.#rewriting.json(body, path));
      const headers = { token, 'Content-Type': 'application/json' };
      const answer = await this.#partner.send({ method: 'POST', target: path, headers, body: text }, false);
      this.#identifiers.bind(kindOfRecords(path) ?? '', id, answer.id);
    }
  }

  /** @returns the outcomes of the compared exchanges */
  async hold(exchanges: readonly Exchange[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const exchange of exchanges) {
      if (exchange.provision) await this.#partner.provision(exchange.provision);
      else {
        const answer = await this.#send(exchange);
        if (exchange.expect) outcomes.push(this.#outcome(exchange, exchange.expect, answer));
      }
    }
    return outcomes;
  }

  async #signIn(login: string): Promise<string> {
    const headers = { Authorization: `Basic ${Buffer.from(login).toString('base64')}` };
    const answer = await this.#partner.send({ method: 'POST', target: '/api/main/user/', headers }, false);
    return String(answer.record.token);
  }

  async #send(exchange: Exchange): Promise<Answer> {
    const headers = Object.fromEntries(
      Object.entries(exchange.headers).map(([name, value]) => [name, this.#tokens.get(value) ?? value]),
    );
    const body = this.#body(exchange);
    const request = { method: exchange.method, target: this.#rewriting.path(exchange.path), headers };
    const answer = await this.#partner.send(body === null ? request : { ...request, body }, exchange.https ?? false);
    this.#learn(exchange, parsed(answer.text));
    return answer;
  }

  #body({ body, headers, path }: Exchange): string | null {
    const type = headers['Content-Type'] ?? '';
    if (body && type.startsWith('application/json')) {
      const value = parsed(body);
      return value === undefined ? body : JSON.stringify(this.#rewriting.json(value, path)); // some are malformed on purpose
    }
    return body && type.includes('form-urlencoded') ? this.#rewriting.form(body, path) : body;
  }

  /** Stores the token and the id of an answer. */
  #learn({ gives, newId, path }: Exchange, body: unknown): void {
    if (!isObject(body)) return;
    if (gives !== undefined && isObject(body.data) && body.data.token) this.#tokens.set(gives, String(body.data.token));
    const kind = kindOfRecords(path);
    if (newId !== undefined && kind && body.id !== undefined && body.id !== null) this.#identifiers.bind(kind, newId, body.id);
  }

  #outcome(exchange: Exchange, recorded: RecordedAnswer, answer: Answer): Outcome {
    const { status, text } = answer;
    const value = parsed(text);
    const body = value === undefined ? comparableText(text) : comparableValue(value);
    return { exchange, differences: this.#differences(exchange, recorded, answer), answer: { status, body } };
  }

  #differences({ path }: Exchange, recorded: RecordedAnswer, answer: Answer): string[] {
    const body = parsed(answer.text);
    const found = [...statusDifferences(recorded, answer, body)];
    if (recorded.location && found.length === 0) {
      const wanted = this.#rewriting.path(recorded.location);
      if (answer.headers.location !== wanted) found.push(`Location: ${wanted} expected, got ${answer.headers.location}`);
    }
    if (typeof recorded.body === 'string') {
      if (comparableText(recorded.body) !== comparableText(answer.text))
        found.push(`text: ${recorded.body} expected, got ${answer.text}`);
    } else if (isObject(recorded.body)) found.push(...this.#bodyDifferences(recorded.body, body, path));
    return found;
  }

  #bodyDifferences({ id, code: _code, ...recorded }: Readonly<Record<string, unknown>>, body: unknown, path: string): string[] {
    if (!isObject(body)) return ['a JSON object expected'];
    const comparison = new Comparison(this.#identifiers, this.#rewriting, path);
    comparison.compare(recorded, body);
    const isIdMissing = id !== undefined && id !== null && (body.id === undefined || body.id === null);
    return isIdMissing ? ['.id: missing', ...comparison.differences] : comparison.differences;
  }
}

function* statusDifferences(recorded: RecordedAnswer, { status, text }: Answer, body: unknown): Generator<string> {
  const isSame = recorded.status === '4xx' ? status >= 400 && status < 500 : status === recorded.status;
  if (!isSame) yield `status: ${recorded.status} expected, got ${status} (${text.slice(0, 160)})`;
  if (isObject(body) && body.code !== undefined && Number(body.code) !== status)
    yield `.code: ${body.code} in an answer of ${status}`;
}

/** The JSON value of a text, undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
