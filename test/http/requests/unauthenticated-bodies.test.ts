import { expect } from 'chai';
import { ApiServer } from '../../support/api-server.js';

const types = { json: 'application/json', xml: 'application/xml', form: 'application/x-www-form-urlencoded' } as const;

/** A malformed body of at least `length` bytes, by type. */
const broken = {
  [types.json]: (length: number) => `{"name":"${'x'.repeat(length)}"`,
  [types.xml]: (length: number) => `<r><name>${'x'.repeat(length)}</name>`,
  [types.form]: (length: number) => `name=%${'x'.repeat(length)}`,
};

describe('Bodies of unauthenticated clients', () => {
  let server: ApiServer;

  before(async () => {
    server = await ApiServer.start();
  });
  after(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  for (const [type, bodyOf] of Object.entries(broken)) {
    describe(`of type ${type}`, () => {
      const send = async (body: string, token?: string): Promise<number> => {
        const headers = { 'Content-Type': type, ...(token === undefined ? {} : { token }) };
        return (await server.unauthenticated('main').send({ method: 'POST', target: '/sections/', headers, body })).status;
      };

      it('are parsed and refused with 400 when they are small', async () => {
        for (const token of [undefined, 'x'.repeat(24)]) {
          expect(await send(bodyOf(0), token)).to.equal(400);
          expect(await send(bodyOf(16_000), token)).to.equal(400);
        }
      });

      it('are not read when they are large', async () => {
        for (const token of [undefined, 'x'.repeat(24)]) {
          expect(await send(bodyOf(17_000), token)).to.equal(401);
          expect(await send(bodyOf(1_000_000), token)).to.equal(401);
          expect(await send(bodyOf(2_000_000), token)).to.equal(401);
        }
      });

      it('are read up to the full limit with a valid token', async () => {
        expect(await send(bodyOf(1_000_000), server.client.token)).to.equal(400);
        expect(await send(bodyOf(1_048_576), server.client.token)).to.equal(413);
      });
    });
  }

  it('have the same limit with a sign-in', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(17_000) });
    const answer = await server.unauthenticated('main').send({
      method: 'POST',
      target: '/user/',
      headers: { 'Content-Type': types.json, authorization: `Basic ${Buffer.from('Admin:admin secret').toString('base64')}` },
      body,
    });
    expect(answer.status).to.equal(413);
  });
});
