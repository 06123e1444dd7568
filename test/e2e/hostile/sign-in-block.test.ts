import { expect } from 'chai';
import type { Answer } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { tally } from '../support/races/fleet.js';

const blocked = '500 Your IP has been blocked for 5 minutes because of excessive login failures';
const failed = '500 Invalid username or password';

describe('Two processes on one PostgreSQL database during password guessing', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let services: ServiceProcess[];

  before(async () => {
    database = await createPostgresDatabase();
    const options = { databaseUrl: database.url, variables: { HEXIPAM_TRUST_PROXY: '127.0.0.1' } };
    services = [await ServiceProcess.start(options)];
    services.push(await ServiceProcess.start(options));
  });

  after(async () => {
    for (const service of services) await service.stop();
    await database?.drop();
  });

  const attempt = async (turn: number, from: string, password: string, name = 'Admin'): Promise<Answer> => {
    const client = (services[turn % 2] as ServiceProcess).client();
    const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
    const headers = { authorization, 'X-Forwarded-For': from };
    return client.send({ method: 'POST', target: '/user/', headers }).finally(() => client.close());
  };
  /** Sends 25 attempts in parallel, about twice the limit. Each accepted attempt costs a password hash. */
  const many = (guess: (turn: number) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(Array.from({ length: 25 }, (_, turn) => guess(turn)));

  it('accept 25 parallel sign-ins with the correct password from one address', async () => {
    expect(tally(await many((turn) => attempt(turn, '192.0.2.1', adminPassword)))).to.deep.equal({ 200: 25 });
  });

  it('allow one client eleven guesses, also when all arrive at once', async () => {
    const answers = await many((turn) => attempt(turn, `2001:db8::${turn}`, 'wrong', `name ${turn}`));
    expect(tally(answers)).to.deep.equal({ [failed]: 11, [blocked]: 14 });
    expect((await attempt(0, '2001:db8::ffff', adminPassword)).summary).to.equal(blocked);
    expect((await attempt(1, '2001:db8:0:1::1', adminPassword)).status).to.equal(200);
  });

  it('allow many clients together eleven guesses for one user name, and its user a sign-in from a known address', async () => {
    const begun = performance.now();
    const answers = await many((turn) => attempt(turn, `198.51.100.${turn}`, 'wrong'));
    // On a slow machine, the first pauses (1, 2 and 4 s) end before the last guess arrives.
    const ended = Math.floor(Math.log2(1 + (performance.now() - begun) / 1000));
    const counts = tally(answers);
    const paused = Object.keys(counts).filter((summary) => /^429 Too many login failures for this user name/.test(summary));
    expect(counts[failed]).to.be.within(11, 11 + ended);
    expect(paused).to.have.length.within(1, 2 ** (ended + 1));
    expect(Object.keys(counts)).to.have.members([failed, ...paused]);
    expect((await attempt(0, '192.0.2.1', adminPassword)).status).to.equal(200);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).to.be.within(1, 2 ** ended);
  });

  it('log no warnings or errors', () => {
    expect(services.flatMap(({ complaints }) => complaints)).to.deep.equal([]);
  });
});
