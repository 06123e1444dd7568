import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { httpWebhookSender } from '../../../adapters/webhooks/http-webhook-sender.js';
import { headersOf, type Sign } from '../../../application/changes/webhooks/delivery.js';
import { type Shipment, WebhookFailure, type WebhookSender } from '../../../application/ports/webhooks.js';
import { FakeReceivers } from '../../support/receivers/fake-receivers.js';
import { type Received, Receiver } from '../../support/receivers/receiver.js';

/** The answer of a receiver: a status, none (hang), or a closed connection (cut). */
type Answer = number | 'hang' | 'cut';

/** A sender for the suite, with a receiver. */
interface Sending {
  readonly sender: WebhookSender;
  /** The same sender with a timeout of 50 ms. */
  readonly impatient: WebhookSender;
  readonly url: string;
  /** A URL without a receiver. */
  readonly nowhere: string;
  answer(answer: Answer): void;
  received(): readonly Received[];
  close(): Promise<void>;
}

const sign: Sign = (secret, text) => createHmac('sha256', secret).update(text).digest('hex');

async function overTest(): Promise<Sending> {
  const receivers = new FakeReceivers();
  const [url, nowhere] = ['https://hooks.example/hook', 'https://nowhere.example/hook'];
  let answer: Answer = 204;
  receivers.answer = (shipment) => {
    if (shipment.url === nowhere) return 'nobody is there';
    return answer === 'hang' ? new Promise<number>(() => {}) : answer;
  };
  const impatient: WebhookSender = { send: (shipment) => receivers.send(shipment, AbortSignal.timeout(50)) };
  const received = () =>
    receivers.shipments.map((shipment) => {
      const headers = Object.entries(headersOf(shipment, sign)).map(([name, value]) => [name.toLowerCase(), value]);
      return { headers: Object.fromEntries(headers), body: shipment.body };
    });
  const say = (given: Answer): void => {
    answer = given;
  };
  return { sender: receivers, impatient, url, nowhere, answer: say, received, close: async () => {} };
}

async function overHttp(): Promise<Sending> {
  const [receiver, gone] = [await Receiver.start(), await Receiver.start()];
  const nowhere = gone.url;
  await gone.close();
  const answer = (given: Answer): void => {
    receiver.answer = (response) => {
      if (given === 'cut') response.socket?.destroy();
      else if (given !== 'hang') response.writeHead(given, { location: receiver.url }).end();
    };
  };
  const client = new NodeHttpClient();
  const [sender, impatient] = [httpWebhookSender(client), httpWebhookSender(client, 50)];
  const { url } = receiver;
  return { sender, impatient, url, nowhere, answer, received: () => receiver.received, close: () => receiver.close() };
}

const variants: readonly (readonly [name: string, open: () => Promise<Sending>])[] = [
  ['receivers of a test', overTest],
  ['HTTP', overHttp],
];

for (const [name, open] of variants)
  describe(`WebhookSender over ${name}`, () => {
    let sending: Sending;
    beforeEach(async () => {
      sending = await open();
    });
    afterEach(() => sending.close());

    const secret = 'a secret of 16 or more';
    const shipment = (given: Partial<Shipment> = {}): Shipment => ({
      ...{ url: sending.url, secret, body: '{"webhook":"hook","events":[]}', eventId: '1a.b', timestamp: 1_700_000_000 },
      contentType: 'application/json',
      privateTargets: true,
      ...given,
    });

    /** The status, or the reason of a failed delivery. */
    const outcome = async (sent: Promise<number>): Promise<number | string> => {
      try {
        return await sent;
      } catch (error) {
        if (error instanceof WebhookFailure) return error.message;
        throw error;
      }
    };

    it('returns the status of each answer, and delivers once per call', async () => {
      for (const status of [200, 204, 302, 400, 410, 429, 500, 503]) {
        sending.answer(status);
        expect(await sending.sender.send(shipment())).to.equal(status);
      }
      expect(sending.received()).to.have.length(8);
    });

    it('delivers the exact body with the event id and a signature, and never sends the secret', async () => {
      const body = JSON.stringify({ webhook: 'hook', events: [{ text: 'Žluťoučký "quoted" \u2028 \ud83d\ude00' }] });
      await sending.sender.send(shipment({ body }));
      const [{ headers, body: came } = { headers: {}, body: '' }] = sending.received();
      expect(came).to.equal(body);
      expect([headers['hexipam-event-id'], headers['hexipam-timestamp']]).to.deep.equal(['1a.b', '1700000000']);
      expect(headers['hexipam-signature']).to.equal(`sha256=${sign(secret, `1700000000.${body}`)}`);
      expect(JSON.stringify([headers, came])).not.to.contain(secret);
    });

    it('fails for an unreachable, closing or hanging receiver, without secret and URL in the reason', async () => {
      const query = '?key=confidential';
      const reasons = [await outcome(sending.sender.send(shipment({ url: sending.nowhere })))];
      sending.answer('cut');
      reasons.push(await outcome(sending.sender.send(shipment({ url: sending.url + query }))));
      sending.answer('hang');
      reasons.push(await outcome(sending.impatient.send(shipment({ url: sending.url + query }))));
      for (const reason of reasons)
        expect(reason)
          .to.be.a('string')
          .that.does.not.match(/secret|confidential|hooks|127/);
    });

    it('stops when it is aborted, also before its start', async () => {
      sending.answer('hang');
      const stop = new AbortController();
      const sent = outcome(sending.sender.send(shipment(), stop.signal));
      setTimeout(() => stop.abort(), 20);
      expect(await sent).to.be.a('string');
      expect(await outcome(sending.sender.send(shipment(), stop.signal))).to.be.a('string');
    });

    it('sends nothing to invalid URLs, and nothing to private addresses or without TLS unless allowed', async () => {
      const urls = ['https://10.0.0.1/', 'https://127.0.0.1/', 'https://[::1]/', 'https://[fd00::1]/', 'http://hooks.example/'];
      const never = ['ftp://hooks.example/', 'https://user:word@hooks.example/', 'hooks.example', ''];
      for (const url of urls)
        expect(await outcome(sending.impatient.send(shipment({ url, privateTargets: false }))), url).to.be.a('string');
      for (const url of never) expect(await outcome(sending.impatient.send(shipment({ url }))), url).to.be.a('string');
      expect(sending.received()).to.deep.equal([]);
    });

    it('signs concurrent deliveries separately', async () => {
      const bodies = Array.from({ length: 20 }, (_, n) => JSON.stringify({ webhook: 'hook', events: [n] }));
      await Promise.all(bodies.map((body) => sending.sender.send(shipment({ body }))));
      for (const { headers, body } of sending.received())
        expect(headers['hexipam-signature']).to.equal(`sha256=${sign(secret, `1700000000.${body}`)}`);
      expect(sending.received().map(({ body }) => body)).to.have.members(bodies);
    });
  });
