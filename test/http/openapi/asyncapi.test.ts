import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { processTerminal } from '../../../adapters/cli/index.js';
import { cloudEventOf } from '../../../application/changes/feed/outgoing-events.js';
import { shortSinkMessageOf, sinkMessageOf } from '../../../application/changes/sink-follower.js';
import { bodyOf } from '../../../application/changes/webhooks/delivery.js';
import type { ChangeEvent } from '../../../application/ports/event.js';
import { readCommandLine } from '../../../config/commands/command-line.js';
import { ApiServer } from '../../support/api-server.js';
import { eventDescription, eventMismatch } from '../../support/described/described-event.js';
import { EventListener } from '../support/event-listener.js';

const asyncApiSchema: object = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json');

const change: ChangeEvent = {
  ...{ id: '1.abc', kind: 'address', objectId: 7, name: null, action: 'edit', at: '2026-01-31T12:00:00Z', by: 'Admin' },
  ...{ app: 'main', sectionId: 1, subnetId: 2, before: { hostname: null }, after: { hostname: 'a.example' } },
};

describe('AsyncAPI document', () => {
  it('is valid by the schema of AsyncAPI 3.0', () => {
    const checker = new Ajv({ strict: false, validateFormats: false });
    const isValid = checker.validate(asyncApiSchema, eventDescription);
    expect(isValid, checker.errorsText(checker.errors)).to.equal(true);
  });

  it('contains every part that it refers to', () => {
    const references = [...JSON.stringify(eventDescription).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer = '']) => pointer);
    const missing = references.filter(
      (pointer) =>
        pointer
          .split('/')
          .slice(1)
          .reduce((part, name) => part?.[name], eventDescription) === undefined,
    );
    expect(missing).to.deep.equal([]);
  });

  it('describes deliveries to webhooks in both forms', () => {
    const body = { webhook: 'sync', events: [change, { ...change, sectionId: null, before: null }] };
    expect(eventMismatch('delivery', JSON.parse(bodyOf(body, 'hexipam')))).to.equal(undefined);
    expect(eventMismatch('cloudEvents', JSON.parse(bodyOf(body, 'cloudevents')))).to.equal(undefined);
    expect(eventMismatch('delivery', { ...body, events: [{ ...change, objectId: '7' }] })).to.be.a('string');
    expect(eventMismatch('cloudEvents', [{ ...cloudEventOf('/x', change), data: undefined }])).to.be.a('string');
  });

  it('describes messages for brokers, also without values', () => {
    for (const message of ['natsEvent', 'kafkaEvent']) {
      expect(eventMismatch(message, JSON.parse(sinkMessageOf(change).body))).to.equal(undefined);
      expect(eventMismatch(message, JSON.parse(shortSinkMessageOf(change).body))).to.equal(undefined);
      expect(eventMismatch(message, change)).to.be.a('string');
    }
  });

  describe('over a service', () => {
    let server: ApiServer;
    before(async () => {
      server = await ApiServer.start();
    });
    after(() => server.close());

    it('is returned at /asyncapi.json without a token', async () => {
      const answer = await server.unauthenticated('main').raw({ method: 'GET', target: '/asyncapi.json', headers: {} });
      expect([answer.status, answer.headers['content-type']]).to.deep.equal([200, 'application/json; charset=utf-8']);
      expect({ ...JSON.parse(answer.text), info: undefined }).to.deep.equal({ ...eventDescription, info: undefined });
    });

    it('describes events of a stream, with numbers and with texts', async () => {
      await server.provision({ apps: [{ id: 'native', permission: 'admin', security: 'none', stringify: false }] });
      const listeners = ['main', 'native'].map(
        (app) => new EventListener(`${server.url}/api/${app}/changes/`, { token: server.client.token ?? '' }),
      );
      const { id } = await server.client.post('/sections/', { name: 'Streamed' });
      const subnet = await server.client.post('/subnets/', { subnet: '10.0.0.0', mask: 24, sectionId: id });
      await server.client.delete(`/subnets/${subnet.id}/`);
      for (const listener of listeners) {
        await listener.until(({ changes }) => changes.some(({ action }) => action === 'delete'));
        listener.close();
        for (const event of listener.changes) expect(eventMismatch('change', event)).to.equal(undefined);
      }
    });
  });

  it('is printed by hexipam asyncapi', async () => {
    let printed = '';
    const { run } = readCommandLine(['asyncapi']);
    expect(
      await run({
        ...processTerminal(),
        print: (text: string) => {
          printed += text;
        },
      }),
    ).to.equal(true);
    const { info, ...others } = JSON.parse(printed);
    expect({ ...others, info: undefined }).to.deep.equal({ ...eventDescription, info: undefined });
    expect(info.version).to.match(/^\d+\.\d+\.\d+/);
  });
});
