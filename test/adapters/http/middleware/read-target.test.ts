import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import Koa from 'koa';
import { jsonCodec } from '../../../../adapters/http/codec/json.js';
import { readTarget } from '../../../../adapters/http/pipeline/request/target.js';
import type { ServerState } from '../../../../adapters/http/pipeline/step.js';

/** Reads a target, then calls `whenRead`. */
async function read(url: string, whenRead: () => void): Promise<void> {
  const request = Object.assign(new IncomingMessage(new Socket()), { url });
  const ctx = new Koa<ServerState>().createContext<ServerState>(request, new ServerResponse(request));
  ctx.state.exchange = {
    started: 0,
    requestId: '',
    client: { address: '', network: '', isProxy: false, encrypted: false },
    pathPrefix: '',
    root: '/api',
    codec: jsonCodec,
    numbers: 'native',
    controllerName: '',
    appName: '',
    trace: undefined,
    report: { route: undefined, app: undefined, user: undefined, isDefect: false, isStream: false },
  };
  await readTarget({}, ctx);
  whenRead();
}

describe('Request targets', () => {
  const target = (length: number): string => `/api/main/sections/?a=${'x'.repeat(length)}`;

  it('are read at once when they are short', async () => {
    const done: number[] = [];
    await Promise.all([1, 2, 3].map((number) => read(target(100), () => done.push(number))));
    expect(done).to.deep.equal([1, 2, 3]);
  });

  it('are read one per turn of the event loop when they are long', async () => {
    const done: number[] = [];
    const all = [1, 2, 3].map((number) => read(target(5000), () => done.push(number)));
    expect(done).to.deep.equal([]);
    for (const until of [[1], [1, 2], [1, 2, 3]]) {
      await nextTurn();
      expect(done).to.deep.equal(until);
    }
    await Promise.all(all);
  });
});
