import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import { jsonCodec } from '../../../../adapters/http/codec/json.js';
import { noParameters } from '../../../../adapters/http/request/parameters.js';
import type { Exchange } from '../../../../adapters/http/server/exchange.js';
import { sendAnswer } from '../../../../adapters/http/server/send-answer.js';
import { app } from '../../../domain/support/apps.js';

/** What a server with one list knows of each request. */
const exchange = (): Exchange => ({
  ...{
    started: 0,
    requestId: 'id',
    root: '/api',
    controllerName: 'x',
    appName: 'x',
    ids: [],
    isPathless: false,
    isStranger: false,
  },
  client: { address: '127.0.0.1', network: '127.0.0.1', isProxy: false, encrypted: false },
  ...{ codec: jsonCodec, query: noParameters(), parameters: noParameters(), app },
});

describe('A list that is sent', () => {
  it('is ended when its client has gone before the second piece', async () => {
    let askedFor = (): void => undefined;
    let ended = (): void => undefined;
    const [asked, end] = [
      new Promise<void>((resolve) => (askedFor = resolve)),
      new Promise<void>((resolve) => (ended = resolve)),
    ];
    const server = new Koa<{ exchange: Exchange }>();
    server.use(async (ctx) => {
      ctx.state.exchange = exchange();
      const values = async function* () {
        try {
          askedFor();
          await once(ctx.req.socket, 'close');
          for (;;) yield 'x'.repeat(40_000);
        } finally {
          ended();
        }
      };
      await sendAnswer(ctx, { values: values() });
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
    expect(listener.listening).to.equal(false);
  });
});
