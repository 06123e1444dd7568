import { expect } from 'chai';
import type { Answer } from '../support/api-client.js';
import { ApiServer } from '../support/api-server.js';
import { EncryptingClient, encryptCbc, encryptions, signed } from './support/encrypting-client.js';

const code = 'c'.repeat(31).concat('1');
const otherCode = 'c'.repeat(31).concat('2');
const apps = [
  { id: 'main', permission: 'admin', security: 'none', showLinks: false },
  { id: 'crypt', permission: 'write', security: 'crypt', code, showLinks: false },
  { id: 'strict', permission: 'write', security: 'crypt', code, showLinks: false, cryptLegacy: false },
  { id: 'other', permission: 'write', security: 'crypt', code: otherCode, showLinks: false },
];

/** An answer's status, content type and text but for the time that it took. */
const withoutTime = ({ status, headers, text }: Answer): string =>
  `${status} ${headers['content-type']} ${text.replace(/"time":[\d.]+/, '')}`;

/** The bytes with one bit turned. */
const turned = (bytes: Buffer, place: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[place] = (copy[place] ?? 0) ^ 1;
  return copy;
};

describe('Encrypted requests', () => {
  let server: ApiServer;
  let refused: string;
  const client = (app: string, form: keyof typeof encryptions = 'AES-256', own = code): EncryptingClient =>
    new EncryptingClient(server.client, app, own, encryptions[form]);
  const section = { controller: 'sections', id: '1' };

  before(async () => {
    server = await ApiServer.start({ provision: { apps } });
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
    describe(`in the form ${form}`, () => {
      it('read and write, without a token', async () => {
        const sender = client('crypt', form);
        expect((await sender.send('GET', 'sections', { id: 'Customers' })).record).to.include({ id: '1', name: 'Customers' });
        const created = await sender.send('POST', 'vlan', { number: 7, name: `by ${form}` });
        expect((await sender.send('GET', 'vlan', { id: created.id })).record).to.include({ name: `by ${form}` });
        expect((await sender.send('DELETE', 'vlan', { id: created.id })).status).to.equal(200);
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

      it('are refused when they are cut short, wherever', async () => {
        const bytes = client('crypt', form).encrypted({ ...section, padding: 'x'.repeat(80) });
        for (let length = 0; length < bytes.length; length++)
          expect(withoutTime(await client('crypt').sendBytes(bytes.subarray(0, length))), String(length)).to.equal(refused);
      });

      it('are refused when a bit is turned, wherever', async () => {
        const bytes = client('crypt', form).encrypted(section);
        for (let place = 0; place < bytes.length; place++)
          expect(withoutTime(await client('crypt').sendBytes(turned(bytes, place))), String(place)).to.equal(refused);
      });

      it('are refused when something is added', async () => {
        const bytes = client('crypt', form).encrypted(section);
        for (const added of [Buffer.alloc(1), Buffer.alloc(16), Buffer.alloc(32), bytes])
          expect(withoutTime(await client('crypt').sendBytes(Buffer.concat([bytes, added])))).to.equal(refused);
      });

      it('take nothing from parameters beside them', async () => {
        const bytes = client('crypt', form).encrypted({ ...section, filter_by: 'name', filter_value: 'Customers' });
        const alone = withoutTime(await client('crypt').sendBytes(bytes));
        for (const further of ['&controller=vlan', '&id=2', '&id2=subnets', '&filter_value=x', '&links=true'])
          expect(withoutTime(await client('crypt').sendBytes(bytes, { further })), further).to.equal(alone);
        for (const further of ['&enc_request=x', '&app_id=other'])
          expect(withoutTime(await client('crypt').sendBytes(bytes, { further })), further).to.equal(refused);
      });
    });
  }

  it('are read in the old form with any number of zero bytes at the end, as clients send them', async () => {
    for (const length of [32, 64, 96, 128])
      for (const zeros of [0, 32, 64]) {
        const empty = JSON.stringify({ ...section, padding: '' }).length;
        const request = JSON.stringify({ ...section, padding: 'x'.repeat(length - (empty % 32)) });
        expect(request.length % 32).to.equal(0);
        const bytes = encryptions.Rijndael(request + '\0'.repeat(zeros), code);
        expect((await client('crypt').sendBytes(bytes)).summary, `${length} and ${zeros}`).to.equal('200');
      }
  });

  it('are refused when they are no base64, or nothing, or too long', async () => {
    for (const text of ['', ' ', '=', 'a', 'é', '{"controller":"sections"}', 'A-_B', '\0', 'A'.repeat(12_000)])
      expect(withoutTime(await client('crypt').sendText(text)), text.slice(0, 40)).to.equal(refused);
  });

  it('are refused in the old form from 4 KB on, and read in the authenticated form', async () => {
    const long = { ...section, padding: 'x'.repeat(4096) };
    expect((await client('crypt', 'AES-256').send('GET', 'sections', long)).status).to.equal(200);
    expect(withoutTime(await client('crypt', 'Rijndael').send('GET', 'sections', long))).to.equal(refused);
    const fitting = { ...section, padding: 'x'.repeat(4000) };
    expect((await client('crypt', 'Rijndael').send('GET', 'sections', fitting)).status).to.equal(200);
  });

  describe('that are authenticated', () => {
    it('are refused with the authentication code of another request', async () => {
      const [one, other] = [section, { controller: 'vlan' }].map((request) => client('strict').encrypted(request));
      const spliced = Buffer.concat([one?.subarray(0, 32) ?? Buffer.alloc(0), other?.subarray(32) ?? Buffer.alloc(0)]);
      expect(withoutTime(await client('strict').sendBytes(spliced))).to.equal(refused);
    });

    for (const app of ['crypt', 'strict']) {
      it(`do not tell on ${app} whether the padding or the authentication code is wrong`, async () => {
        const bytes = client(app).encrypted(section);
        const answers = new Set<string>();
        for (let place = 0; place < 32; place++) answers.add(withoutTime(await client(app).sendBytes(turned(bytes, place))));
        for (let value = 0; value < 256; value++) {
          // what decides on the padding of the last block is the block before it
          const forged = Buffer.from(bytes);
          forged[bytes.length - 17] = value;
          if (!forged.equals(bytes)) answers.add(withoutTime(await client(app).sendBytes(forged)));
        }
        expect([...answers]).to.deep.equal([refused]);
      });
    }

    it('are refused like others when they are signed well and cannot be decrypted', async () => {
      const unsound = [Buffer.alloc(0), Buffer.alloc(16), Buffer.alloc(17), Buffer.alloc(32), Buffer.alloc(48)];
      const foreign = encryptCbc('aes-256-cbc', JSON.stringify(section), otherCode);
      for (const bytes of [...unsound, foreign])
        expect(withoutTime(await client('strict').sendBytes(signed(bytes, code)))).to.equal(refused);
    });
  });

  describe('of an application that does not take the old form', () => {
    it('are read in the authenticated forms', async () => {
      for (const form of ['AES-128', 'AES-256'] as const)
        expect((await client('strict', form).send('GET', 'sections', { id: 1 })).status).to.equal(200);
    });

    it('are refused in the old form, like anything that cannot be read', async () => {
      expect(withoutTime(await client('strict', 'Rijndael').send('GET', 'sections', { id: 1 }))).to.equal(refused);
    });

    it('are read in the old form once it is allowed again', async () => {
      const allowed = apps.map((app) => (app.id === 'strict' ? { ...app, cryptLegacy: true } : app));
      await server.provision({ apps: allowed });
      expect((await client('strict', 'Rijndael').send('GET', 'sections', { id: 1 })).status).to.equal(200);
      await server.provision({ apps });
    });
  });
});
