import { readFileSync } from 'node:fs';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort } from '../transfer/free-port.js';

export const mailServerTls = {
  key: readFileSync('test/support/tls/key.pem'),
  cert: readFileSync('test/support/tls/certificate.pem'),
};

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
  readonly isEncrypted: boolean;
  readonly user: string;
}

/** A mail server in this process. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  #answering: Promise<void> = Promise.resolve();
  readonly #waiting = new Set<() => void>();
  readonly #server: SMTPServer;

  constructor(options: SMTPServerOptions = {}) {
    this.#server = new SMTPServer({
      ...mailServerTls,
      authOptional: true,
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        done(password === 'secret of ipam' ? null : new Error('wrong'), { user: username }),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? '' : mailFrom.address;
          const to = rcptTo.map(({ address }) => address);
          const source = Buffer.concat(chunks).toString();
          this.received.push({ from, to, source, isEncrypted: session.secure === true, user: String(session.user ?? '') });
          void this.#answering.then(() => done());
          for (const wake of this.#waiting) wake();
          this.#waiting.clear();
        });
      },
      ...options,
    });
    this.#server.on('error', () => {}); // clients that refuse the certificate
  }

  /** @param given port of an earlier server; default: a free port @returns the port */
  async listen(given?: number): Promise<number> {
    const port = given ?? (await freePort());
    await new Promise<void>((resolve) => void this.#server.listen(port, '127.0.0.1', resolve));
    return port;
  }

  async until(isSo: (received: readonly ReceivedMail[]) => boolean): Promise<void> {
    while (!isSo(this.received)) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Receives mails without an answer. @returns makes the server answer again, also to earlier mails */
  beSilent(): () => void {
    let answer = (): void => {};
    this.#answering = new Promise<void>((resolve) => (answer = resolve));
    return () => answer();
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
