import { expect } from 'chai';
import type { ChangeEvent } from '../../../application/ports/event.js';
import type { Delivery, StoredWebhook } from '../../../application/ports/webhooks.js';
import { describeFreshContract } from '../support/contract.js';

const webhook = (name: string, given: Partial<StoredWebhook> = {}): StoredWebhook => ({
  name,
  url: 'https://hooks.example/',
  secret: 'secret',
  kinds: [],
  sections: [],
  format: 'hexipam',
  disabled: false,
  comment: '',
  ...given,
});
const delivery = (events: number): Delivery => ({
  at: '2024-05-06 07:08:09',
  events,
  firstEvent: 'a.b',
  status: null,
  problem: `it's "日"`,
  milliseconds: 7,
});
const event = (objectId: number): ChangeEvent => ({
  id: '1.2',
  kind: 'vlan',
  objectId,
  name: null,
  action: 'edit',
  at: '2024-05-06T07:08:09Z',
  by: 'me',
  app: null,
  sectionId: null,
  subnetId: 5,
  before: { name: 'a' },
  after: { name: null },
});

describeFreshContract('Webhooks', ['webhooks'], (storage) => {
  it('are stored and changed by name, and listed without their secrets', async () => {
    const [one, two] = [
      webhook('b', { kinds: ['vlan', 'subnet'], sections: [1, 2], comment: 'c' }),
      webhook('a', { disabled: true }),
    ];
    await storage.write(async ({ webhooks }) => {
      await webhooks.save(one);
      await webhooks.save(two);
      await webhooks.save({ ...two, url: 'https://other.example/', secret: 'other' });
    });
    const { webhooks } = storage.readers;
    expect(await webhooks.find('b')).to.deep.equal(one);
    expect(await webhooks.find('a')).to.deep.equal({ ...two, url: 'https://other.example/', secret: 'other' });
    expect(await webhooks.find('c')).to.equal(undefined);
    const { secret: _secret, ...listed } = one;
    const all = await webhooks.list();
    expect(all.map(({ name }) => name)).to.deep.equal(['a', 'b']);
    expect(all[1]).to.deep.equal(listed);
  });

  it('have a log of bounded length and dead letters, which are deleted with them', async () => {
    await storage.write(async ({ webhooks }) => {
      for (const name of ['x', 'y']) await webhooks.save(webhook(name));
      for (let events = 1; events <= 5; events++)
        for (const name of ['x', 'y', 'gone']) await webhooks.noteDelivery(name, delivery(events), 3);
      for (const id of [1, 2]) await webhooks.addDeadLetter('x', event(id));
    });
    const { webhooks } = storage.readers;
    expect(await webhooks.deliveries('x', 9)).to.deep.equal([5, 4, 3].map(delivery));
    expect(await webhooks.deliveries('x', 1)).to.deep.equal([delivery(5)]);
    expect(await webhooks.deliveries('gone', 9)).to.deep.equal([]);
    const letters = await webhooks.deadLetters('x', 9);
    expect(letters.map((letter) => letter.event)).to.deep.equal([1, 2].map(event));
    expect([...(await webhooks.countDeadLetters())]).to.deep.equal([['x', 2]]);
    await storage.write((to) => to.webhooks.removeDeadLetter(letters[0]?.id ?? 0));
    expect((await webhooks.deadLetters('x', 9)).map((letter) => letter.event.objectId)).to.deep.equal([2]);
    await storage.write((to) => to.webhooks.delete('x'));
    expect([await webhooks.find('x'), await webhooks.deliveries('x', 9), await webhooks.deadLetters('x', 9)]).to.deep.equal([
      undefined,
      [],
      [],
    ]);
    expect(await webhooks.deliveries('y', 9)).to.have.length(3);
  });
});
