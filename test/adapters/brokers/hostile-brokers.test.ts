import type { Socket } from 'node:net';
import { expect } from 'chai';
import type { BrokerAccess } from '../../../adapters/brokers/index.js';
import { connectByThread } from '../../../adapters/brokers/kafka-worker.js';
import { connectNats, withDistinctKeys } from '../../../adapters/brokers/nats-connection.js';
import { ReconnectingSink } from '../../../adapters/brokers/reconnecting-sink.js';
import { SinkFailure, type SinkMessage } from '../../../application/ports/event-sink.js';
import { type Manner, sendEndlessly, startCounterpart } from '../../support/counterparts/tcp-counterpart.js';
import { until } from '../../support/outcome/until.js';

const message: SinkMessage = { id: '1.a', key: 'address/1', type: 'hexipam.address.add', body: '{}' };
const password = 'a password for brokers';
const timeoutMs = 1000;

const manners: Readonly<Record<string, Manner>> = {
  'sends nothing': () => {},
  'closes each connection': (socket) => void socket.destroy(),
  'sends nonsense': (socket) => void socket.write('nonsense\r\n'.repeat(1000)),
  'repeats the password in an error': (socket) => void socket.write(`-ERR '${password}'\r\n${'x'.repeat(5000)}\r\n`),
  'sends endless data': (socket) => sendEndlessly(socket, Buffer.alloc(65_536, 1), 200_000_000),
};

const clients = {
  NATS: (access: BrokerAccess) => () => connectNats(access),
  Kafka: (access: BrokerAccess) => () => connectByThread(access),
} as const;

for (const [name, connectTo] of Object.entries(clients))
  describe(`A client of ${name}`, function () {
    this.timeout(20_000);
    for (const [manner, behave] of Object.entries(manners))
      it(`fails within its time limit, without secrets, and closes its connections when the broker ${manner}`, async () => {
        const sockets = new Set<Socket>();
        const counterpart = await startCounterpart((socket) => {
          sockets.add(socket);
          socket.resume().once('close', () => sockets.delete(socket));
          return behave(socket);
        });
        const access: BrokerAccess = {
          ...{ protocol: name === 'NATS' ? 'nats' : 'kafka', servers: [`127.0.0.1:${counterpart.port}`], isEncrypted: false },
          ...{ topic: 'hexipam', user: 'ipam', password, mechanism: 'plain' },
        };
        const sink = new ReconnectingSink(connectTo(access), password, timeoutMs);
        const failure = await sink.publish([message]).then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(failure).to.be.instanceOf(SinkFailure);
        expect(String(failure)).not.to.include(password);
        expect(String(failure).length).to.be.below(330);
        await until(() => sockets.size === 0);
        await counterpart.close();
      });
  });

describe('Messages for NATS', () => {
  const of = (...keys: readonly string[]) => keys.map((key) => ({ ...message, key }));
  const groups = (...keys: readonly string[]) =>
    withDistinctKeys(of(...keys)).map((group) => group.map(({ key }) => key).join(''));

  it('are in flight together only if their keys differ, and stay in order', () => {
    expect(groups()).to.deep.equal([]);
    expect(groups('a', 'b', 'c')).to.deep.equal(['abc']);
    expect(groups('a', 'b', 'a', 'c', 'b', 'b')).to.deep.equal(['ab', 'acb', 'b']);
  });
});
