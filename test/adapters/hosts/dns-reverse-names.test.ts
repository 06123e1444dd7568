import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { expect } from 'chai';
import { DnsReverseNames } from '../../../adapters/hosts/index.js';
import { IpAddress } from '../../../domain/net/ip-address.js';

/** A name as the DNS writes it. */
const encoded = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])]);

/** An answer to a question, with one PTR record for each name. */
function answerTo(question: Buffer, names: readonly string[]): Buffer {
  const asked = question.subarray(12, question.indexOf(0, 12) + 5);
  const header = Buffer.from([
    question[0] ?? 0,
    question[1] ?? 0,
    0x81,
    names.length > 0 ? 0x80 : 0x83,
    0,
    1,
    0,
    names.length,
    0,
    0,
    0,
    0,
  ]);
  const records = names.map((name) => {
    const data = encoded(name);
    return Buffer.concat([Buffer.from([0xc0, 12, 0, 12, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]), data]);
  });
  return Buffer.concat([header, asked, ...records]);
}

describe('Names of hosts by the DNS', () => {
  let server: Socket;
  let names: DnsReverseNames;
  let asked: string[];
  let answers: readonly string[] | undefined;
  beforeEach(async () => {
    asked = [];
    server = createSocket('udp4');
    server.on('message', (question, { port, address }) => {
      asked.push(
        question
          .subarray(13, question.indexOf(0, 12))
          .toString('latin1')
          .replace(/[^a-z0-9-]/g, '.'),
      );
      if (answers) server.send(answerTo(question, answers), port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    names = new DnsReverseNames([`127.0.0.1:${server.address().port}`]);
  });
  afterEach(() => void server.close());

  it('are all that an address has', async () => {
    answers = ['one.example', 'two.example'];
    expect(await names.namesOf(IpAddress.parse('192.0.2.7'), 2000)).to.deep.equal(answers);
    expect(asked).to.deep.equal(['7.2.0.192.in-addr.arpa']);
    expect(await names.namesOf(IpAddress.parse('2001:db8::1'), 2000)).to.deep.equal(answers);
    expect(asked[1]).to.match(/^1(\.0){23}\.8\.b\.d\.0\.1\.0\.0\.2\.ip6\.arpa$/);
  });

  it('are none where there is none, and where nobody answers in time', async () => {
    answers = [];
    expect(await names.namesOf(IpAddress.parse('192.0.2.7'), 2000)).to.deep.equal([]);
    answers = undefined;
    expect(await names.namesOf(IpAddress.parse('192.0.2.8'), 50)).to.deep.equal([]);
    expect(asked.at(-1)).to.equal('8.2.0.192.in-addr.arpa');
  });
});
