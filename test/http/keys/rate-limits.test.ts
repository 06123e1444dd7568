import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RateLimiter } from '../../../application/access/sign-in/rate-limiter.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import type { UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { IpamError } from '../../../domain/errors.js';
import { app } from '../../domain/support/apps.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

let now = new Date('2026-11-25T12:00:10Z');
let minutes = 0;
const clock = { now: () => now };

describe('Limits of requests', () => {
  let server: ApiServer;
  let key: ApiClient;
  let subnet: number;
  before(async () => {
    server = await ApiServer.start({ clock });
    const admin = server.client;
    const section = (await admin.post('/sections/', { name: 'Lab' })).id;
    subnet = (await admin.post('/subnets/', { sectionId: section, subnet: '10.0.0.0', mask: 24 })).id;
    const limits = { 'limits.requestsPerMinute': 5, 'limits.allocationsPerMinute': 3 };
    const made = await admin.post('/keys/', { name: 'limited', scopes: ['*:write'], ...limits });
    key = server.unauthenticated('main').with({ token: String(made.record.key) });
    await server.provision({ apps: [{ id: 'narrow', permission: 'read', security: 'none', limits: { requestsPerMinute: 2 } }] });
  });
  after(() => server.close());
  beforeEach(() => {
    minutes += 5;
    now = new Date(Date.UTC(2026, 10, 25, 12, minutes, 10));
  });

  const limitsIn = ({ headers }: Answer) => [headers['ratelimit-policy'], headers.ratelimit, headers['retry-after']];

  it('are returned in headers; requests above them return 429 until the minute ends', async () => {
    for (const left of [4, 3, 2, 1, 0])
      expect(limitsIn(await key.get('/sections/'))).to.deep.equal([
        '"key-requests";q=5;w=60',
        `"key-requests";r=${left};t=50`,
        undefined,
      ]);
    const refused = await key.get('/sections/');
    expect(refused.summary).to.equal('429 Limit of key-requests reached: 5 a minute, try again in 50 seconds');
    expect(limitsIn(refused)).to.deep.equal(['"key-requests";q=5;w=60', '"key-requests";r=0;t=50', '50']);
    now = new Date(now.getTime() + 50_000);
    expect((await key.get('/sections/')).status).to.equal(200);
  });

  it('of allocations count addresses, in addition to the requests', async () => {
    const first = await key.post(`/addresses/first_free/${subnet}/`, { count: 2 });
    expect(first.status, first.text).to.equal(201);
    expect(limitsIn(first)).to.deep.equal([
      ...[
        '"key-requests";q=5;w=60, "key-allocations";q=3;w=60',
        '"key-requests";r=4;t=50, "key-allocations";r=1;t=50',
        undefined,
      ],
    ]);
    expect((await key.post(`/addresses/first_free/${subnet}/`, { count: 2 })).status).to.equal(429);
    expect((await key.post(`/addresses/first_free/${subnet}/`)).status).to.equal(201);
    expect((await key.post(`/subnets/${subnet}/first_subnet/30/`)).status).to.equal(429);
    expect((await key.get('/sections/')).status).to.equal(200);
  });

  it('of an application count requests of all users, but not unauthenticated ones', async () => {
    const [admin, guest] = [server.on('narrow'), await server.signIn('guest', 'narrow')];
    for (let times = 0; times < 5; times++)
      expect((await server.unauthenticated('narrow').get('/sections/')).status).to.equal(401);
    expect((await admin.get('/sections/')).headers.ratelimit).to.equal('"app-requests";r=1;t=50');
    expect((await guest.get('/sections/')).headers.ratelimit).to.equal('"app-requests";r=0;t=50');
    expect((await admin.get('/sections/')).status).to.equal(429);
    expect((await server.client.get('/sections/')).headers.ratelimit).to.equal(undefined);
  });
});

describe('The limiter of requests', () => {
  const limitsOf = (requestsPerMinute: number | null) => ({
    app: { ...app, limits: { requestsPerMinute, allocationsPerMinute: null } },
    key: undefined,
  });
  const counting = (unitOfWork: UnitOfWork) => {
    const seen = { units: 0 };
    const watched: UnitOfWork = {
      run: (work, terms) => {
        seen.units++;
        return unitOfWork.run(work, terms);
      },
    };
    return { seen, limiter: new RateLimiter(watched, clock) };
  };
  const attempt = async (limiter: RateLimiter, limit: number): Promise<boolean> => {
    try {
      await limiter.count(limitsOf(limit), 'requests');
      return true;
    } catch (error) {
      if (IpamError.is(error, 'rate.limited')) return false;
      throw error;
    }
  };

  it('runs no unit of work without a limit, and one for each twentieth of a limit', async () => {
    const { seen, limiter } = counting(createMemoryDatabase().unitOfWork);
    expect(limiter.isLimited(limitsOf(null), 'requests')).to.equal(false);
    for (let times = 0; times < 100; times++) expect(await attempt(limiter, 400)).to.equal(true);
    expect(seen.units).to.equal(5);
  });

  it('admits exactly the limit across all processes', async () => {
    const { unitOfWork } = createMemoryDatabase();
    const processes = [counting(unitOfWork), counting(unitOfWork), counting(unitOfWork)];
    const tries = processes.flatMap(({ limiter }) => Array.from({ length: 100 }, () => attempt(limiter, 100)));
    expect((await Promise.all(tries)).filter(Boolean)).to.have.length(100);
    const { limiter, seen } = processes[0] ?? counting(unitOfWork);
    const before = seen.units;
    for (let times = 0; times < 50; times++) expect(await attempt(limiter, 100)).to.equal(false);
    expect(seen.units - before, 'refusals cost no statements').to.be.below(2);
  });

  it('admits all requests while the storage fails', async () => {
    const failing: UnitOfWork = { run: () => Promise.reject(new StorageError('gone', 'unavailable')) };
    const { limiter } = counting(failing);
    for (let times = 0; times < 5; times++) expect(await attempt(limiter, 2)).to.equal(true);
  });

  it('deletes counts of past minutes', async () => {
    const { limiter } = counting(createMemoryDatabase().unitOfWork);
    await attempt(limiter, 10);
    expect(await limiter.sweep()).to.equal(0);
    now = new Date(now.getTime() + 60_000);
    expect(await limiter.sweep()).to.equal(1);
  });
});
