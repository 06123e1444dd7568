import { expect } from 'chai';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Answer } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { EncryptingClient, encryptCbc, encryptions, signed } from '../support/encrypting-client.js';

const code = 'c'.repeat(31).concat('1');
const otherCode = 'c'.repeat(31).concat('2');
const apps = [
  { id: 'main', permission: 'admin', security: 'none', showLinks: false },
  { id: 'crypt', permission: 'write', security: 'crypt', code, showLinks: false },
  { id: 'modern', permission: 'write', security: 'crypt', code, showLinks: false, cryptLegacy: false, cryptStrict: false },
  { id: 'strict', permission: 'write', security: 'crypt', code, showLinks: false, cryptLegacy: false },
  { id: 'strict-legacy', permission: 'write', security: 'crypt', code, cryptStrict: true },
  { id: 'other', permission: 'write', security: 'crypt', code: otherCode, showLinks: false },
];

const https = { 'X-Forwarded-Proto': 'https' };
const json = { 'Content-Type': 'application/json' };

/** Status, content type and text of an answer, without its duration. */
const withoutTime = ({ status, headers, text }: Answer): string =>
  `${status} ${headers['content-type']} ${text.replace(/"time":[\d.]+/, '')}`;

/** A copy of the bytes with one bit flipped. */
const turned = (bytes: Buffer, place: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[place] = (copy[place] ?? 0) ^ 1;
  return copy;
};

describe('Encrypted requests', () => {
  let server: ApiServer;
  let refused: string;
  let now = new Date();
  const client = (app: string, form: keyof typeof encryptions = 'AES-256', own = code): EncryptingClient =>
    new EncryptingClient(server.client, app, own, encryptions[form]);
  const section = { controller: 'sections', id: '1' };

  before(async () => {
    const trustedProxies = [Prefix.parse('127.0.0.1/32')];
    server = await ApiServer.start({ provision: { apps }, trustedProxies, clock: { now: () => now } });
    await server.client.post('/sections/', { name: 'Customers' });
    const without = await server.client.raw({ method: 'GET', target: '/api/?app_id=crypt&enc_request=' });
    expect(without.summary).to.equal('503 Invalid enc_request');
    refused = withoutTime(without);
  });
  after(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  for (const form of Object.keys(encryptions) as (keyof typeof encryptions)[]) {
    describe(`in the format ${form}`, () => {
      it('read and write, without a token', async () => {
        const sender = client('crypt', form);
        expect((await sender.send('GET', 'sections', { id: 'Customers' })).record).to.include({ id: '1', name: 'Customers' });
        const created = await sender.send('POST', 'vlan', { number: 7, name: `by ${form}` });
        expect((await sender.send('GET', 'vlan', { id: created.id })).record).to.include({ name: `by ${form}` });
        expect((await sender.send('DELETE', 'vlan', { id: created.id })).status).to.equal(200);
      });

      it('are accepted in base64 with white space, with line breaks or without padding', async () => {
        const text = encryptions[form](JSON.stringify(section), code).toString('base64');
        const lines = text.match(/.{1,20}/g) ?? [];
        const spellings = [
          ...['\n', '\r\n', ' ', '\t'].map((between) => lines.join(between)),
          text.replace(/=+$/, ''),
          ` ${text}\n`,
        ];
        const sent = spellings.map((spelling) => encodeURIComponent(spelling));
        for (const given of [...sent, text.replaceAll('=', '%3D')]) {
          const answer = await server.client.raw({ method: 'GET', target: `/api/?app_id=crypt&enc_request=${given}` });
          expect(answer.status, given).to.equal(200);
        }
      });

      if (form !== 'Rijndael')
        it('may begin with a plus sign that the client has not encoded', async () => {
          const encrypted = (): string => encryptions[form](JSON.stringify(section), code).toString('base64');
          let text = encrypted();
          while (!text.startsWith('+')) text = encrypted(); // about 64 attempts: the initialization vector is random
          const { status } = await server.client.raw({ method: 'GET', target: `/api/?app_id=crypt&enc_request=${text}` });
          expect(status, text).to.equal(200);
        });

      it('may be of any length, with characters of any script', async () => {
        for (let length = 0; length < 70; length++) {
          const name = `é日${'x'.repeat(length)}`;
          expect((await client('crypt', form).send('GET', 'sections', { id: name })).summary).to.equal('404 Not Found');
        }
      });

      it('are refused with the code of another application', async () => {
        for (let turn = 0; turn < 300; turn++)
          expect(withoutTime(await client('crypt', form, otherCode).send('GET', 'sections', { turn }))).to.equal(refused);
        const bytes = client('crypt', form).encrypted(section);
        expect(withoutTime(await client('other').sendBytes(bytes))).to.equal(refused);
      });

      it('are refused when they are truncated at any byte', async () => {
        const bytes = client('crypt', form).encrypted({ ...section, padding: 'x'.repeat(80) });
        for (let length = 0; length < bytes.length; length++)
          expect(withoutTime(await client('crypt').sendBytes(bytes.subarray(0, length))), String(length)).to.equal(refused);
      });

      it('are refused when a bit of any byte is flipped', async () => {
        const bytes = client('crypt', form).encrypted(section);
        for (let place = 0; place < bytes.length; place++)
          expect(withoutTime(await client('crypt').sendBytes(turned(bytes, place))), String(place)).to.equal(refused);
      });

      it('are refused when bytes are appended', async () => {
        const bytes = client('crypt', form).encrypted(section);
        for (const added of [Buffer.alloc(1), Buffer.alloc(16), Buffer.alloc(32), bytes])
          expect(withoutTime(await client('crypt').sendBytes(Buffer.concat([bytes, added])))).to.equal(refused);
      });

      it('are refused with unencrypted parameters over plain HTTP, and ignore these over HTTPS', async () => {
        const bytes = client('crypt', form).encrypted({ ...section, filter_by: 'name', filter_value: 'Customers' });
        const alone = withoutTime(await client('crypt').sendBytes(bytes));
        expect(alone).to.contain('200');
        for (const further of ['&controller=vlan', '&id=2', '&id2=subnets', '&filter_value=x', '&links=true', '&=', '&x']) {
          expect(withoutTime(await client('crypt').sendBytes(bytes, { further })), further).to.equal(refused);
          expect(withoutTime(await client('crypt').sendBytes(bytes, { further, headers: https })), further).to.equal(alone);
        }
        for (const further of ['&enc_request=x', '&app_id=other'])
          for (const headers of [{}, https])
            expect(withoutTime(await client('crypt').sendBytes(bytes, { further, headers })), further).to.equal(refused);
      });

      it('are refused with an unencrypted body over plain HTTP, and read it over HTTPS', async () => {
        const bytes = client('crypt', form).encrypted({ controller: 'vlan', number: 9, name: 'inside' });
        const body = JSON.stringify({ name: `outside ${form}` });
        expect(withoutTime(await client('crypt').sendBytes(bytes, { method: 'POST', headers: json, body }))).to.equal(refused);
        const answer = await client('crypt').sendBytes(bytes, { method: 'POST', headers: { ...json, ...https }, body });
        expect((await client('crypt').send('GET', 'vlan', { id: answer.id })).record.name).to.equal(`outside ${form}`);
        expect((await client('crypt').send('DELETE', 'vlan', { id: answer.id })).status).to.equal(200);
      });
    });
  }

  it('are accepted in the old format with any number of trailing zero bytes', async () => {
    for (const length of [32, 64, 96, 128])
      for (const zeros of [0, 32, 64]) {
        const empty = JSON.stringify({ ...section, padding: '' }).length;
        const request = JSON.stringify({ ...section, padding: 'x'.repeat(length - (empty % 32)) });
        expect(request.length % 32).to.equal(0);
        const bytes = encryptions.Rijndael(request + '\0'.repeat(zeros), code);
        expect((await client('crypt').sendBytes(bytes)).summary, `${length} and ${zeros}`).to.equal('200');
      }
  });

  it('are refused when they are empty, too long or no base64', async () => {
    for (const text of ['', ' ', '=', 'a', 'é', '{"controller":"sections"}', 'A-_B', '\0', 'A'.repeat(12_000)])
      expect(withoutTime(await client('crypt').sendText(text)), text.slice(0, 40)).to.equal(refused);
  });

  it('are refused above 4 KB in the old format, and accepted in the authenticated format', async () => {
    const long = { ...section, padding: 'x'.repeat(4096) };
    expect((await client('crypt', 'AES-256').send('GET', 'sections', long)).status).to.equal(200);
    expect(withoutTime(await client('crypt', 'Rijndael').send('GET', 'sections', long))).to.equal(refused);
    const fitting = { ...section, padding: 'x'.repeat(4000) };
    expect((await client('crypt', 'Rijndael').send('GET', 'sections', fitting)).status).to.equal(200);
  });

  describe('that are authenticated', () => {
    it('are refused with the authentication code of another request', async () => {
      const [one, other] = [section, { controller: 'vlan' }].map((request) => client('modern').encrypted(request));
      const spliced = Buffer.concat([one?.subarray(0, 32) ?? Buffer.alloc(0), other?.subarray(32) ?? Buffer.alloc(0)]);
      expect(withoutTime(await client('modern').sendBytes(spliced))).to.equal(refused);
    });

    for (const app of ['crypt', 'modern']) {
      it(`give the same answer on ${app} for a wrong padding and a wrong authentication code`, async () => {
        const bytes = client(app).encrypted(section);
        const answers = new Set<string>();
        for (let place = 0; place < 32; place++) answers.add(withoutTime(await client(app).sendBytes(turned(bytes, place))));
        for (let value = 0; value < 256; value++) {
          // the block before the last one determines the padding
          const forged = Buffer.from(bytes);
          forged[bytes.length - 17] = value;
          if (!forged.equals(bytes)) answers.add(withoutTime(await client(app).sendBytes(forged)));
        }
        expect([...answers]).to.deep.equal([refused]);
      });
    }

    it('are refused when the signature is valid but decryption fails', async () => {
      const unsound = [Buffer.alloc(0), Buffer.alloc(16), Buffer.alloc(17), Buffer.alloc(32), Buffer.alloc(48)];
      const withOtherCode = encryptCbc('aes-256-cbc', JSON.stringify(section), otherCode);
      for (const bytes of [...unsound, withOtherCode])
        expect(withoutTime(await client('modern').sendBytes(signed(bytes, code)))).to.equal(refused);
    });
  });

  describe('of an application that does not accept the old format', () => {
    it('are accepted in the authenticated formats', async () => {
      for (const form of ['AES-128', 'AES-256'] as const)
        expect((await client('modern', form).send('GET', 'sections', { id: 1 })).status).to.equal(200);
    });

    it('are refused in the old format, with the same answer as unreadable requests', async () => {
      expect(withoutTime(await client('modern', 'Rijndael').send('GET', 'sections', { id: 1 }))).to.equal(refused);
    });

    it('are accepted in the old format after it is allowed again', async () => {
      const allowed = apps.map((app) => (app.id === 'modern' ? { ...app, cryptLegacy: true } : app));
      await server.provision({ apps: allowed });
      expect((await client('modern', 'Rijndael').send('GET', 'sections', { id: 1 })).status).to.equal(200);
      await server.provision({ apps });
    });
  });

  describe('with a method, a time and a nonce', () => {
    let last = 0;
    const seconds = (): number => Math.floor(now.getTime() / 1000);
    const seal = (method: string) => ({ method, time: seconds(), nonce: `a nonce of its own ${++last}`.replaceAll(' ', '-') });
    const bytes = (given: object, request: object = section): Buffer => client('strict').encrypted({ ...request, ...given });
    const send = async (app: string, given: Buffer, method = 'GET'): Promise<string> =>
      withoutTime(await client(app).sendBytes(given, { method }));

    for (const app of ['crypt', 'modern', 'strict', 'strict-legacy']) {
      it(`are accepted on ${app}, and the three values are not parameters`, async () => {
        expect(await send(app, bytes(seal('GET')))).to.contain('200');
        expect(await send(app, bytes({ ...seal('GET'), time: String(seconds()) }))).to.contain('200');
        const made = await client(app).send('POST', 'vlan', { number: 11, name: 'sealed', ...seal('POST') });
        expect((await client(app).send('DELETE', 'vlan', { id: made.id, ...seal('DELETE') })).summary).to.equal('200');
      });

      it(`are refused on ${app} under another method`, async () => {
        for (const method of ['DELETE', 'PATCH', 'POST', 'HEAD', 'OPTIONS']) {
          const answer = await client(app).sendBytes(bytes(seal('GET')), { method });
          expect(answer.status, method).to.equal(503);
        }
        for (const method of ['get', 'G', '', null, ['GET'], {}, true])
          expect(await send(app, bytes({ ...seal('GET'), method })), String(method)).to.equal(refused);
        expect(await send(app, bytes(seal('GET')))).to.contain('200');
      });

      it(`are refused on ${app} when they are repeated, during and after the validity of their time`, async () => {
        const given = bytes(seal('GET'));
        expect(await send(app, given)).to.contain('200');
        const begun = now;
        try {
          for (const passed of [0, 1, 299, 300, 301, 86_400]) {
            now = new Date(begun.getTime() + passed * 1000);
            expect(await send(app, given), String(passed)).to.equal(refused);
          }
        } finally {
          now = begun;
        }
      });

      it(`are refused on ${app} when their time is malformed or differs from the clock by more than five minutes`, async () => {
        for (const off of [-299, 299])
          expect(await send(app, bytes({ ...seal('GET'), time: seconds() + off }))).to.contain('200');
        for (const off of [-302, 302, -86_400, 1e9])
          expect(await send(app, bytes({ ...seal('GET'), time: seconds() + off })), String(off)).to.equal(refused);
        for (const time of ['', 'now', '0x7fffffff', `${seconds()} `, `-${seconds()}`, true, null, [seconds()], -1])
          expect(await send(app, bytes({ ...seal('GET'), time })), String(time)).to.equal(refused);
      });

      it(`are refused on ${app} when the nonce is malformed`, async () => {
        for (const nonce of ['', 'x'.repeat(15), 'x'.repeat(129), 'x y'.repeat(9), '日'.repeat(20), 1e20, null, ['x'.repeat(20)]])
          expect(await send(app, bytes({ ...seal('GET'), nonce })), String(nonce)).to.equal(refused);
        for (const nonce of ['y'.repeat(16), 'y'.repeat(128)])
          expect(
            await send(
              app,
              bytes({ ...seal('GET'), nonce: nonce.replace(/^y{8}/, app.padEnd(8).slice(0, 8).replaceAll(' ', '_')) }),
            ),
          ).to.contain('200');
      });
    }

    it('are stored until they expire, also when the time is ahead of the clock', async () => {
      const begun = now;
      const given = bytes({ ...seal('GET'), time: seconds() + 299 });
      try {
        expect(await send('strict', given)).to.contain('200');
        now = new Date(begun.getTime() + 590_000);
        expect(await send('strict', given)).to.equal(refused);
      } finally {
        now = begun;
      }
    });

    it('are accepted once when parallel requests are identical', async () => {
      const given = bytes(seal('POST'), { controller: 'vlan', number: 12, name: 'once' });
      const answers = await Promise.all(Array.from({ length: 8 }, () => client('strict').sendBytes(given, { method: 'POST' })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array(7).fill(503)]);
    });

    it('may be repeated on another application', async () => {
      const given = bytes(seal('GET'));
      expect([await send('strict', given), await send('modern', given)].map((answer) => answer.slice(0, 3))).to.deep.equal([
        '200',
        '200',
      ]);
    });

    it('are required by a strict application, which also refuses the old format', async () => {
      for (const app of ['strict', 'strict-legacy']) {
        for (const missing of ['method', 'time', 'nonce'] as const) {
          const { [missing]: _left, ...rest } = seal('GET');
          expect(await send(app, bytes(rest)), missing).to.equal(refused);
        }
        expect(await send(app, bytes({}))).to.equal(refused);
        expect(await send(app, encryptions.Rijndael(JSON.stringify({ ...section, ...seal('GET') }), code))).to.equal(refused);
      }
    });

    it('are ordinary parameters in the old format, which does not authenticate them', async () => {
      const old = (given: object) => encryptions.Rijndael(JSON.stringify({ ...section, ...given }), code);
      expect(await send('crypt', old({ method: 'DELETE', time: 1, nonce: 'x' }))).to.contain('200');
    });
  });
});
