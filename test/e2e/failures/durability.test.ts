import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { faultsOf, readRegister } from '../support/naive-register.js';
import { prepareWrites, type Write } from '../support/races/interrupted-writes.js';
import { fillWithEverything } from '../support/samples.js';

/** Test timeout in ms. A service starts slowly on a busy machine. */
const maxWait = 120_000;

const databases = [
  { name: 'the embedded database', open: createEmbeddedDatabase },
  { name: 'PostgreSQL', open: createPostgresDatabase },
];

for (const { name, open } of databases) {
  describe(`A service on ${name}`, function () {
    this.timeout(maxWait);
    let database: { readonly url: string; drop(): Promise<void> };
    let service: ServiceProcess;
    let client: ApiClient;

    const start = async (): Promise<void> => {
      service = await ServiceProcess.start({ databaseUrl: database.url });
    };

    /** Connects the client, with its token, to the current service. */
    const reconnect = (): void => {
      client.close();
      client = client.with({ url: service.url });
    };

    before(async () => {
      database = await open();
      await start();
      client = await service.signIn();
    });

    after(async () => {
      client?.close();
      await service?.kill9();
      await database?.drop();
    });

    it('has the same records and accepts the same tokens after a restart', async () => {
      const targets = await fillWithEverything(client);
      const read = async () => Promise.all(targets.map(async (target) => [target, (await client.get(target)).record]));
      const before = [await readRegister(client), await read()];
      await service.stop();
      await start();
      reconnect();
      expect([await readRegister(client), await read()]).to.deep.equal(before);
    });

    for (const { round, acknowledgements, delay } of [
      { round: 1, acknowledgements: 10, delay: 30 },
      { round: 2, acknowledgements: 50, delay: 80 },
      { round: 3, acknowledgements: 100, delay: 150 },
    ]) {
      it(`has every acknowledged write, and no partial ones, after a kill at ${acknowledgements} acknowledgements`, async () => {
        const { addressPool, subnetPool, short, long, more } = await prepareWrites(client, round);
        const writes = [
          ...long.slice(0, 2),
          ...short.slice(0, acknowledgements),
          ...long.slice(2),
          ...short.slice(acknowledgements),
        ];
        const answers = await killAfter(acknowledgements, delay, writes, more);
        await start();
        reconnect();
        const register = await readRegister(client);
        expect(answers.size, 'acknowledged writes').to.be.at.least(acknowledgements);
        expect([...answers.values()].filter(({ status }) => status > 201).map(({ text }) => text)).to.deep.equal([]);
        const sent = new Set([...writes, ...answers.keys()]);
        expect([...sent].flatMap((write) => write.faults(register, answers.get(write)))).to.deep.equal([]);
        expect(faultsOf(register)).to.deep.equal([]);
        const further = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            client.post(index % 2 === 0 ? `/addresses/first_free/${addressPool}/` : `/subnets/${subnetPool}/first_subnet/28/`),
          ),
        );
        expect(further.map(({ status }) => status)).to.deep.equal(further.map(() => 201));
        expect(faultsOf(await readRegister(client))).to.deep.equal([]);
      });
    }

    /**
     * Runs 16 writing clients until the given number of writes is acknowledged. Kills the service `delay` ms later, during
     * long writes.
     * @returns the answers received
     */
    async function killAfter(
      acknowledgements: number,
      delay: number,
      writes: readonly Write[],
      more: () => Write,
    ): Promise<Map<Write, Answer>> {
      const answers = new Map<Write, Answer>();
      const waiting = [...writes];
      let death: Promise<void> | undefined;
      const clients = Array.from({ length: 16 }, () => client.with({}));
      const work = async (own: ApiClient): Promise<void> => {
        for (;;) {
          const write = waiting.shift() ?? more();
          const answer = await write.send(own).catch(() => undefined);
          if (!answer) return;
          answers.set(write, answer);
          if (answers.size >= acknowledgements) death ??= sleep(delay).then(() => service.kill9());
        }
      };
      await Promise.all(clients.map(work));
      await death;
      for (const own of clients) own.close();
      return answers;
    }
  });
}
