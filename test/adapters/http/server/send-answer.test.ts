import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import { jsonCodec } from '../../../../adapters/http/codec/json.js';
import type { Exchange } from '../../../../adapters/http/pipeline/exchange.js';
import { sendAnswer } from '../../../../adapters/http/pipeline/send-answer.js';
import { noParameters } from '../../../../adapters/http/wire/parameters.js';
import { app } from '../../../domain/support/apps.js';

/** The state of a request of a server with one list. */
const exchange = (): Exchange => ({
  started: 0,
  requestId: 'id',
  trace: undefined,
  pathPrefix: '',
  root: '/api',
  client: { address: '127.0.0.1', network: '127.0.0.1', isProxy: false, encrypted: false },
  codec: jsonCodec,
  numbers: 'native',
  controllerName: 'x',
  appName: 'x',
  report: { route: undefined, app: undefined, user: undefined, isDefect: false, isStream: false },
});

const target = { appName: 'x', controllerName: 'x', ids: [], isPathless: false, query: noParameters() };
const request = { target, app, parameters: noParameters() };

const becomeStream = (): void => undefined;

/** Sends a list of these values. @returns the data of the answer, and whether it was sent whole */
async function answerOf(values: readonly string[]): Promise<{ readonly data: unknown; readonly isWhole: boolean }> {
  const server = new Koa<{ exchange: Exchange }>();
  server.use(async (ctx) => {
    ctx.state.exchange = exchange();
    const items = async function* () {
      yield* values;
    };
    await sendAnswer({ ctx, request, becomeStream }, { values: items() });
  });
  const listener = server.listen(0, '127.0.0.1');
  try {
    await once(listener, 'listening');
    const answer = await fetch(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/`);
    const { data } = (await answer.json()) as { readonly data: unknown };
    return { data, isWhole: answer.headers.has('content-length') };
  } finally {
    listener.close();
  }
}

describe('A list that is sent', () => {
  const cases = [
    { count: 1, isWhole: true },
    { count: 31, isWhole: true },
    { count: 33, isWhole: true },
    { count: 62, isWhole: true },
    { count: 70, isWhole: false },
    { count: 99, isWhole: false },
    { count: 500, isWhole: false },
  ];
  for (const { count, isWhole } of cases)
    it(`has all of its ${count} KB, ${isWhole ? 'whole' : 'piece by piece'}`, async () => {
      const values = Array.from({ length: count }, (_, index) => `${index} `.padEnd(1021, 'x'));
      expect(await answerOf(values)).to.deep.equal({ data: values, isWhole });
    });

  for (const lengths of [[33_000], [70_000], [20_000, 40_000], [40_000, 20_000], [40_000, 40_000], [32_700], [32_768 - 50, 10]])
    it(`has all of its values of ${lengths.join(' and ')} characters`, async () => {
      const values = lengths.map((length) => 'x'.repeat(length));
      expect((await answerOf(values)).data).to.deep.equal(values);
    });

  it('ends when its client disconnects before the second chunk', async () => {
    let askedFor = (): void => undefined;
    let ended = (): void => undefined;
    const [asked, end] = [
      new Promise<void>((resolve) => (askedFor = resolve)),
      new Promise<void>((resolve) => (ended = resolve)),
    ];
    let yielded = 0;
    const server = new Koa<{ exchange: Exchange }>();
    server.use(async (ctx) => {
      ctx.state.exchange = exchange();
      const values = async function* () {
        try {
          askedFor();
          await once(ctx.req.socket, 'close');
          for (;;) {
            yielded++;
            yield 'x'.repeat(40_000);
          }
        } finally {
          ended();
        }
      };
      await sendAnswer({ ctx, request, becomeStream }, { values: values() });
    });
    server.silent = true;
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const client = connect((listener.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await asked;
    client.destroy();
    await end;
    listener.close();
    expect(yielded).to.be.within(1, 3);
  });
});
