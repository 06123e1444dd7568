import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { openEmbeddedConnection } from '../../../../adapters/knex/connection/open-connection.js';
import { openInMemory } from '../../../../adapters/knex/embedded/pglite.js';

const mebibyte = 1024 * 1024;

describe('An embedded database that has returned many rows', function () {
  this.timeout(120_000);

  it('retains none of them in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { engine, close } = await openInMemory();
    const connection = await openEmbeddedConnection(engine);
    const read = async (times: number): Promise<number> => {
      for (let turn = 0; turn < times; turn++)
        await connection.run({ text: "select repeat('x', 50) as text from generate_series(1, 10000)" }, []);
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = await read(2);
    expect((await read(12)) - before).to.be.lessThan(10 * mebibyte);
    await connection.close();
    await close();
  });
});
