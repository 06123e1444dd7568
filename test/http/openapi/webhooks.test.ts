import { expect } from 'chai';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { httpWebhookSender } from '../../../adapters/webhooks/http-webhook-sender.js';
import { bodyOf, contentTypes, maxEvents, outcomeOfStatus } from '../../../application/changes/webhooks/delivery.js';
import type { ChangeEvent } from '../../../application/ports/event.js';
import { deliveryMismatch, describedDelivery } from '../../support/described/described-delivery.js';
import { Receiver } from '../../support/receivers/receiver.js';

const event: ChangeEvent = {
  ...{
    id: '1.kq2x1',
    kind: 'subnet',
    objectId: 7,
    name: null,
    action: 'edit',
    at: '2026-01-01T12:00:00Z',
    by: 'Admin',
    app: null,
  },
  ...{ sectionId: 1, subnetId: 7, before: { description: null }, after: { description: 'Office' } },
};

describe('The description of webhook deliveries', () => {
  it('matches a delivery, but none without a header, a member or an event', async () => {
    const receiver = await Receiver.start();
    const body = bodyOf({ webhook: 'hook', events: [event, { ...event, id: '2.kq2x1', before: null }] }, 'hexipam');
    const shipment = { url: receiver.url, secret: 'a secret of 16 or more', body, eventId: event.id, timestamp: 1_700_000_000 };
    await httpWebhookSender(new NodeHttpClient()).send({
      ...shipment,
      contentType: contentTypes.hexipam,
      privateTargets: true,
    });
    await receiver.close();
    const [received = { headers: {}, body: '' }] = receiver.received;
    expect(deliveryMismatch(received)).to.equal(undefined);
    const { headers } = received;
    const others = [
      { headers: { ...headers, 'content-type': 'text/plain' }, body },
      ...['hexipam-signature', 'hexipam-timestamp', 'hexipam-event-id', 'user-agent'].map((name) => ({
        headers: { ...headers, [name]: undefined },
        body,
      })),
      { headers: { ...headers, 'hexipam-signature': 'sha256=0' }, body },
      { headers: { ...headers, 'hexipam-timestamp': '2026-01-01' }, body },
      { headers, body: bodyOf({ webhook: 'hook', events: [] }, 'hexipam') },
      { headers, body: bodyOf({ webhook: 'hook', events: Array(maxEvents + 1).fill(event) }, 'hexipam') },
      { headers, body: JSON.stringify({ webhook: 'hook', events: [{ ...event, at: undefined }] }) },
      { headers, body: JSON.stringify({ events: [event] }) },
    ];
    for (const other of others) expect(deliveryMismatch(other), JSON.stringify(other)).to.be.a('string');
  });

  it('describes the outcome of every response status', () => {
    const { responses } = describedDelivery;
    const beginnings = { delivered: 'Delivered. ', refused: 'Rejected. ', failed: 'Failed temporarily. ' } as const;
    for (let status = 200; status < 600; status++) {
      const { description = '' } = responses[status] ?? responses[`${String(status)[0]}XX`] ?? {};
      expect(description, String(status)).to.match(new RegExp(`^${beginnings[outcomeOfStatus(status)]}`));
    }
    expect(Object.keys(responses)).to.deep.equal(['408', '425', '429', '2XX', '3XX', '4XX', '5XX']);
  });
});

describe('A delivery as CloudEvents', () => {
  it('is a batch with one event for each change, whose source and id are unique', async () => {
    const receiver = await Receiver.start();
    const events: ChangeEvent[] = [event, { ...event, id: '2.kq2x1', kind: 'settings', objectId: 0, name: 'webhooks' }];
    const body = bodyOf({ webhook: 'hook', events }, 'cloudevents');
    const shipment = { url: receiver.url, secret: 'a secret of 16 or more', body, eventId: event.id, timestamp: 1_700_000_000 };
    const contentType = contentTypes.cloudevents;
    await httpWebhookSender(new NodeHttpClient()).send({ ...shipment, contentType, privateTargets: true });
    await receiver.close();
    const [received = { headers: {}, body: '' }] = receiver.received;
    expect(received.headers['content-type']).to.equal('application/cloudevents-batch+json');
    const common = { specversion: '1.0', source: '/hexipam/webhooks/hook', time: '2026-01-01T12:00:00Z' };
    expect(JSON.parse(received.body)).to.deep.equal([
      {
        ...common,
        id: '1.kq2x1',
        type: 'hexipam.subnet.edit',
        subject: 'subnet/7',
        datacontenttype: 'application/json',
        data: event,
      },
      {
        ...common,
        ...{ id: '2.kq2x1', type: 'hexipam.settings.edit', subject: 'settings/webhooks' },
        ...{ datacontenttype: 'application/json', data: events[1] },
      },
    ]);
  });
});
