import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { NodeHttpClient } from '../../../adapters/http-client/index.js';
import { httpWebhookSender } from '../../../adapters/webhooks/http-webhook-sender.js';
import { outcomeOfStatus } from '../../../application/changes/webhooks/delivery.js';
import { urlProblemText } from '../../../application/changes/webhooks/url-problem.js';
import { type Shipment, WebhookFailure } from '../../../application/ports/webhooks.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { isPublicAddress } from '../../../domain/net/public-address.js';
import { Receiver } from '../../support/receivers/receiver.js';

const pem = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../test/support/tls/${name}.pem`, import.meta.url)), 'utf8');

const secret = 'a secret of 16 or more';
const notPublic = 'the address of the receiver is not public: only settings.webhooks.privateTargets allows it';

/** The reason of a failed delivery. */
const failure = (sending: Promise<number>): Promise<string> =>
  sending.then(
    (status) => `answered ${status}`,
    (error: unknown) => (error instanceof WebhookFailure ? error.message : `not foreseen: ${String(error)}`),
  );

describe('The sender of webhooks', () => {
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.start();
  });
  after(() => receiver.close());
  const shipment = (given: Partial<Shipment> = {}): Shipment => ({
    url: receiver.url,
    secret,
    body: '{"events":[]}',
    contentType: 'application/json',
    eventId: '1a.b',
    timestamp: 1_700_000_000,
    privateTargets: true,
    ...given,
  });

  it('signs timestamp and body, names the event, and never sends the secret', async () => {
    expect(await httpWebhookSender(new NodeHttpClient()).send(shipment())).to.equal(204);
    const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' };
    const signature = createHmac('sha256', secret).update(`${headers['hexipam-timestamp']}.${body}`).digest('hex');
    expect(headers['hexipam-signature']).to.equal(`sha256=${signature}`);
    expect(headers['hexipam-event-id']).to.equal('1a.b');
    expect(headers['content-type']).to.equal('application/json');
    expect(JSON.stringify(receiver.received)).not.to.contain(secret);
  });

  it('follows no redirect, and reads no more of an answer than necessary', async () => {
    const count = receiver.received.length;
    receiver.answer = (response) => response.writeHead(302, { location: receiver.url }).end();
    expect(await httpWebhookSender(new NodeHttpClient()).send(shipment())).to.equal(302);
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = (): void => {
        if (response.destroyed) return;
        response.write('x'.repeat(65_536));
        setImmediate(more);
      };
      more();
    };
    expect(await httpWebhookSender(new NodeHttpClient()).send(shipment())).to.equal(200);
    expect(receiver.received).to.have.length(count + 2);
    receiver.answer = (response) => response.writeHead(204).end();
  });

  it('stops at the time limit when a receiver hangs or answers without an end', async () => {
    const sender = httpWebhookSender(new NodeHttpClient(), 50);
    receiver.answer = () => {};
    expect(await failure(sender.send(shipment()))).to.equal('no answer arrived within 0.05 s');
    receiver.answer = (response) => void response.writeHead(200).write('x');
    expect(await failure(sender.send(shipment()))).to.equal('no answer arrived within 0.05 s');
    receiver.answer = (response) => response.writeHead(204).end();
  });

  it('reports a refused connection', async () => {
    const gone = await Receiver.start();
    const { url } = gone;
    await gone.close();
    expect(await failure(httpWebhookSender(new NodeHttpClient()).send(shipment({ url })))).to.equal(
      'the connection failed (ECONNREFUSED)',
    );
  });

  it('connects to no private address unless permitted, whether it is given or resolved from a name', async () => {
    const tls = (host: string): Partial<Shipment> => ({ url: `https://${host}:${receiver.port}/`, privateTargets: false });
    const count = receiver.received.length;
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '10.0.0.1',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '169.254.169.254',
      'localhost',
    ])
      expect(await failure(httpWebhookSender(new NodeHttpClient()).send(shipment(tls(host)))), host).to.equal(notPublic);
    const answers = [
      [
        { address: '192.168.0.1', family: 4 },
        { address: 'fe80::1', family: 6 },
      ],
      [],
    ];
    const rebinding = httpWebhookSender(new NodeHttpClient({ resolve: async () => answers.shift() ?? [] }));
    expect(await failure(rebinding.send(shipment(tls('hooks.example'))))).to.equal(notPublic);
    expect(await failure(rebinding.send(shipment(tls('hooks.example'))))).to.equal('the host name has no IP address');
    expect(await failure(httpWebhookSender(new NodeHttpClient()).send(shipment({ privateTargets: false })))).to.contain(
      'must begin with https://',
    );
    expect(receiver.received).to.have.length(count);
    const named = httpWebhookSender(new NodeHttpClient({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] }));
    expect(await named.send(shipment({ url: `http://hooks.example:${receiver.port}/` }))).to.equal(204);
  });

  it('verifies certificates', async () => {
    const [cert, key] = [pem('certificate'), pem('key')];
    const secure = await Receiver.start({ cert, key });
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const url = `https://localhost:${secure.port}/`;
    expect(await failure(httpWebhookSender(new NodeHttpClient({ resolve })).send(shipment({ url })))).to.match(
      /^the connection failed \(.*SELF_SIGNED.*\)$/,
    );
    expect(await httpWebhookSender(new NodeHttpClient({ resolve, authorities: [cert] })).send(shipment({ url }))).to.equal(204);
    const otherUrl = `https://other.example:${secure.port}/`;
    expect(
      await failure(httpWebhookSender(new NodeHttpClient({ resolve, authorities: [cert] })).send(shipment({ url: otherUrl }))),
    ).to.contain('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(secure.received).to.have.length(1);
    await secure.close();
  });
});

describe('Permitted receivers', () => {
  it('have public addresses', () => {
    const inside = [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.1.1',
      '198.19.0.1',
      '224.0.0.1',
      '255.255.255.255',
    ];
    const inside6 = [
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      'fe80::1',
      'fd00::1',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '2001::1',
    ];
    for (const text of [...inside, ...inside6]) expect(isPublicAddress(IpAddress.parse(text)), text).to.equal(false);
    for (const text of ['1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])
      expect(isPublicAddress(IpAddress.parse(text)), text).to.equal(true);
  });

  it('have URLs of https, without a password', () => {
    const problems = (url: string) => [
      urlProblemText(url, { privateTargets: false }),
      urlProblemText(url, { privateTargets: true }),
    ];
    expect(problems('https://hooks.example/a?b=c')).to.deep.equal([undefined, undefined]);
    expect(problems('http://hooks.example/')[1]).to.equal(undefined);
    expect(problems('http://hooks.example/')[0]).to.contain('https');
    for (const url of [
      'https://hooks.example',
      'https://a:65535',
      'https://[2606:4700::1]:8443/x',
      'https://bücher.example?x=1',
    ]) {
      expect(problems(url), url).to.deep.equal([undefined, undefined]);
      expect(URL.canParse(url), url).to.equal(true);
    }
    const bad = ['', 'ftp://a/', 'https://', 'https://a/#b', 'https://u:p@a/', 'https://a/ b', 'file:///etc/passwd'];
    const unreadable = ['https://a:65536/', 'https://a b/', 'https://:80/', 'https://[::1/', 'https://a:b/', 'https://a]/'];
    for (const url of [
      ...bad,
      ...unreadable,
      'https://a%zz/',
      'https://a<b>/',
      'https://[a]/',
      'https://[::1]x/',
      'https://a\\b/',
    ])
      expect(
        problems(url).every((problem) => problem !== undefined),
        url,
      ).to.equal(true);
  });

  it('accept, refuse or fail a delivery by the status of their answer', () => {
    const outcomes = [200, 204, 299, 301, 400, 404, 410, 408, 425, 429, 500, 503].map((status) => outcomeOfStatus(status));
    const [taken, refused, failed] = ['delivered', 'refused', 'failed'] as const;
    expect(outcomes).to.deep.equal([
      taken,
      taken,
      taken,
      refused,
      refused,
      refused,
      refused,
      failed,
      failed,
      failed,
      failed,
      failed,
    ]);
  });
});
