import { createServer, type Server } from 'node:net';
import { expect } from 'chai';
import type { SMTPServerOptions } from 'smtp-server';
import { SmtpMailer } from '../../../adapters/mail/smtp-mailer.js';
import { scanCaller } from '../../../application/caller.js';
import { type Mail, type MailAccess, MailFailure } from '../../../application/ports/mailer.js';
import { setUp } from '../../application/notifications/support.js';
import { errorOf } from '../../support/outcome/error-of.js';
import { MailServer, mailServerTls as tls } from '../../support/receivers/mail-server.js';

const mail = (given: Partial<Mail> = {}): Mail => ({
  ...{ messageId: 'one@example.org', to: 'anna@example.org', subject: 'Übersicht', text: 'Text\n', html: '<p>Text</p>' },
  language: 'de',
  ...given,
});

const accessTo = (port: number, given: Partial<MailAccess> = {}): MailAccess => ({
  ...{ server: 'localhost', port, security: 'starttls', ca: tls.cert.toString(), username: '', password: '' },
  ...{ sender: 'ipam@example.org', timeoutSeconds: 5 },
  ...given,
});

describe('Mails over SMTP', () => {
  const open: { close(): unknown }[] = [];
  const serve = async (options: SMTPServerOptions = {}) => {
    const server = new MailServer(options);
    open.push(server);
    return { server, port: await server.listen() };
  };
  const failureOf = (access: MailAccess, given: Partial<Mail> = {}, stop?: AbortSignal) =>
    errorOf(new SmtpMailer().send(mail(given), access, stop), MailFailure);

  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });

  it('are encrypted after STARTTLS, and have both formats, the Message-ID and the header of automatic mails', async () => {
    const { server, port } = await serve();
    await new SmtpMailer().send(mail(), accessTo(port));
    const [received] = server.received;
    expect(received).to.deep.include({ from: 'ipam@example.org', to: ['anna@example.org'], isEncrypted: true });
    expect(received?.source).to.match(/^Message-ID: <one@example\.org>\r$/m);
    expect(received?.source).to.match(/^Auto-Submitted: auto-generated\r$/m);
    expect(received?.source).to.match(/^Subject: =\?UTF-8\?/m);
    expect(received?.source).to.match(/^Content-Type: text\/plain/m);
    expect(received?.source).to.match(/^Content-Type: text\/html/m);
  });

  it('are encrypted from the start with tls, and sent with credentials', async () => {
    const { server, port } = await serve({ secure: true });
    await new SmtpMailer().send(mail(), accessTo(port, { security: 'tls', username: 'ipam', password: 'secret of ipam' }));
    expect(server.received[0]).to.deep.include({ isEncrypted: true, user: 'ipam' });
  });

  it('are not sent without encryption when starttls is required', async () => {
    const { server, port } = await serve({ disabledCommands: ['STARTTLS'] });
    expect((await failureOf(accessTo(port))).scope).to.equal('all');
    expect(server.received).to.deep.equal([]);
    await new SmtpMailer().send(mail(), accessTo(port, { security: 'none' }));
    expect(server.received[0]?.isEncrypted).to.equal(false);
  });

  it('are not sent to a server with a certificate of an unknown authority', async () => {
    const { server, port } = await serve();
    expect((await failureOf(accessTo(port, { ca: '' }))).message).to.match(/certificate/i);
    expect(server.received).to.deep.equal([]);
  });

  it('fail without the password in the reason when the server refuses it', async () => {
    const { port } = await serve();
    const failure = await failureOf(accessTo(port, { username: 'ipam', password: 'wrong password' }));
    expect(failure.scope).to.equal('all');
    expect(failure.message).not.to.contain('wrong password');
  });

  it('are refused when the server rejects the recipient permanently, and deferred when temporarily', async () => {
    const rejecting = (code: number) => ({
      onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error | null) => void) =>
        done(Object.assign(new Error('no such user'), { responseCode: code })),
    });
    const [forGood, forNow] = [await serve(rejecting(550)), await serve(rejecting(451))];
    expect((await failureOf(accessTo(forGood.port))).scope).to.equal('refused');
    expect((await failureOf(accessTo(forNow.port))).scope).to.equal('deferred');
  });

  it('contain no header and no recipient from a value with line breaks', async () => {
    const { server, port } = await serve();
    const subject = 'host\r\nBcc: victim@example.org\r\n\r\nbody';
    await new SmtpMailer().send(mail({ subject }), accessTo(port));
    expect(server.received[0]?.to).to.deep.equal(['anna@example.org']);
    expect(server.received[0]?.source).to.match(/^Subject: host Bcc: victim@example\.org body\r$/m);
    expect(server.received[0]?.source).not.to.match(/^Bcc:/m);
    for (const to of ['anna@example.org, victim@example.org', 'anna@example.org\r\nRCPT TO:<victim@example.org>'])
      await new SmtpMailer().send(mail({ to }), accessTo(port)).catch(() => {});
    expect(server.received.flatMap((received) => received.to)).not.to.include('victim@example.org');
  });

  it('fail within the time limit at a silent server, and at once on a stop', async () => {
    const silent: Server = createServer(() => {});
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const sockets = new Set<{ destroy(): void }>();
    silent.on('connection', (socket) => sockets.add(socket));
    open.push({
      close: () => {
        for (const socket of sockets) socket.destroy();
        silent.close();
      },
    });
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect((await failureOf(accessTo(port, { timeoutSeconds: 1 }))).scope).to.equal('all');
    expect((await failureOf(accessTo(port, { timeoutSeconds: 120 }), {}, AbortSignal.abort())).scope).to.equal('all');
  });

  it('close the connection at the time limit when a server answers slowly without an end', async () => {
    let isClosed = (): void => {};
    const closed = new Promise<void>((resolve) => (isClosed = resolve));
    const slow = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 slow\r\n');
      const timer = setInterval(() => socket.write('250-more\r\n'), 50);
      socket.on('close', () => {
        clearInterval(timer);
        isClosed();
      });
    });
    open.push(slow);
    await new Promise<void>((resolve) => void slow.listen(0, '127.0.0.1', resolve));
    const address = slow.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect((await failureOf(accessTo(port, { security: 'none', timeoutSeconds: 1 }))).message).to.match(/within 1 s/);
    await closed;
  });

  it('fail without any form of the password in the reason, also when the server repeats it', async () => {
    const password = 'secret of the relay';
    const forms = [password, Buffer.from(password).toString('base64'), Buffer.from(`\0ipam\0${password}`).toString('base64')];
    const { port } = await serve({
      onAuth: (_given, _session, done) => done(new Error(`cannot accept ${forms.join(' or ')}`)),
    });
    const { message } = await failureOf(accessTo(port, { username: 'ipam', password }));
    for (const form of forms) expect(message).not.to.contain(form);
    expect(message).to.contain('cannot accept');
  });

  it('wait while the server is down, and are sent by one of two processes afterwards', async () => {
    const mailer = new SmtpMailer();
    const first = await setUp(mailer);
    const { provision, subscribe, follow, passMinutes, mailQueue, network, addresses } = first;
    const away = new MailServer();
    const port = await away.listen();
    await away.close();
    await provision({ settings: { mail: { server: 'localhost', port, ca: tls.cert.toString() } } });
    await subscribe('root', ['discovery']);
    const id = await network('10.8.0.0/16');
    await addresses.create(scanCaller, { subnetId: id, ip: '10.8.0.1' });
    await follow();
    passMinutes(5);
    expect(await mailQueue.send()).to.deep.equal({ sent: 0, hasFailed: true });
    await addresses.create(scanCaller, { subnetId: id, ip: '10.8.0.2' });
    await follow();
    const server = new MailServer();
    open.push(server);
    await server.listen(port);
    for (let round = 0; round < 3; round++) {
      passMinutes(60);
      await Promise.all([mailQueue.send(), first.anotherQueue().send()]);
    }
    const texts = server.received.map(({ source }) => /A scan discovered (\S+)/.exec(source)?.[1]);
    expect(texts).to.deep.equal(['10.8.0.1', '10.8.0.2']);
  });
});
