import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { type Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { storageVariants } from '../../support/databases/storage-variants.js';

const open = { permission: 'admin', security: 'none', showLinks: false };
const apps = [
  { id: 'main', ...open },
  { id: 'read', ...open, permission: 'read', lock: { enabled: true, waitSeconds: 0 } },
  { id: 'patient', ...open, lock: { enabled: true, waitSeconds: 30 } },
  { id: 'hasty', ...open, lock: { enabled: true, waitSeconds: 0 } },
];
const tooLate = '503 Cannot obtain lock for hasty after 0 seconds';

for (const variant of storageVariants) {
  describe(`An application with a lock over ${variant.name}`, () => {
    let server: ApiServer;
    let [patient, hasty]: ApiClient[] = [];
    /** Hooks into creations of sections: each awaits `work`, and the creations in progress are counted. */
    const creations = { work: async (): Promise<void> => {}, underWay: 0, maxAtOnce: 0 };
    let sections = 0;
    const create = (client: ApiClient | undefined): Promise<Answer> =>
      (client as ApiClient).post('/sections/', { name: `section ${++sections}` });

    before(async () => {
      server = await ApiServer.start({ storage: await variant.open(), provision: { apps } });
      [patient, hasty] = [server.on('patient'), server.on('hasty')];
      const { sections: useCase } = server.application;
      const createAtOnce = useCase.create.bind(useCase);
      useCase.create = async (...given) => {
        creations.maxAtOnce = Math.max(creations.maxAtOnce, ++creations.underWay);
        await creations.work();
        try {
          return await createAtOnce(...given);
        } finally {
          creations.underWay--;
        }
      };
    });
    after(() => server.close());
    beforeEach(() => Object.assign(creations, { work: () => delay(5), maxAtOnce: 0 }));

    /** Runs the work while a write of the hasty application is in progress. */
    const meanwhile = async (work: () => Promise<void>): Promise<void> => {
      let finish = (): void => {};
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      creations.work = () => finished;
      const slow = create(hasty);
      while (creations.underWay === 0) await delay(5);
      try {
        await work();
        expect(creations.underWay).to.equal(1);
      } finally {
        finish();
      }
      expect((await slow).status).to.equal(201);
    };

    it('runs parallel writes one after another', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(patient)));
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(201));
      expect(creations.maxAtOnce).to.equal(1);
    });

    it('does not delay writes of other applications', async () => {
      await Promise.all([create(patient), ...Array.from({ length: 5 }, () => create(server.client))]);
      expect(creations.maxAtOnce).to.be.greaterThan(1);
    });

    it('does not serialize writes of an application without a lock', async () => {
      const all = 5;
      creations.work = async () => {
        while (creations.underWay > 0 && creations.maxAtOnce < all) await delay(5);
      };
      const answers = await Promise.all(Array.from({ length: all }, () => create(server.client)));
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(all).fill(201));
    });

    it('returns 503 when the wait for the lock times out, and writes nothing', () =>
      meanwhile(async () => {
        const late = await create(hasty);
        expect(late.summary).to.equal(tooLate);
        expect(late.envelope).to.include({ code: 503, success: false });
        expect(late.headers['retry-after']).to.equal('1');
        expect((await server.client.get(`/sections/${encodeURIComponent(`section ${sections}`)}/`)).status).to.equal(404);
      }));

    it('delays writes of every method and the end of tokens, but not reads and sign-ins', () =>
      meanwhile(async () => {
        const client = await server.signIn('Admin', 'hasty');
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
          expect((await client.send({ method, target: '/vlan/1/' })).summary, method).to.equal(tooLate);
        expect((await client.send({ method: 'PATCH', target: '/user/' })).summary).to.equal(tooLate);
        expect((await client.delete('/user/')).summary).to.equal(tooLate);
        for (const method of ['GET', 'HEAD', 'OPTIONS'])
          expect((await client.send({ method, target: '/sections/' })).status, method).to.equal(200);
        expect((await client.get('/user/')).status).to.equal(200);
      }));

    it('reports errors of a request before it waits for the lock', () =>
      meanwhile(async () => {
        const unauthenticated = server.unauthenticated('hasty');
        expect((await unauthenticated.post('/sections/', {})).summary).to.equal('401 Unauthorized');
        expect((await hasty?.post('/nothing/', {}))?.summary).to.equal('400 Invalid controller');
        expect((await server.on('read').post('/sections/', {})).summary).to.equal('401 invalid permissions');
      }));

    it('releases the lock when a write fails or its client disconnects', async () => {
      expect((await patient?.post('/sections/', { name: 'x' }))?.status).to.equal(400);
      creations.work = () => delay(100);
      const leaving = new ApiClient({ url: server.url, app: 'patient', token: String(server.client.token) });
      const left = create(leaving).catch(() => 'gone');
      while (creations.underWay === 0) await delay(5);
      leaving.close();
      const next = create(patient);
      expect([await left, (await next).status, creations.maxAtOnce]).to.deep.equal(['gone', 201, 1]);
    });

    it('logs no warnings or errors', () => {
      expect(server.complaints).to.deep.equal([]);
    });
  });
}
