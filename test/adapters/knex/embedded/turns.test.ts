import { expect } from 'chai';
import { PGliteStream } from '../../../../adapters/knex/embedded/engine.js';

type Given = ConstructorParameters<typeof PGliteStream>[0];

describe('Slow statements of an embedded database', () => {
  it('leave the event loop 4 to 6 turns before the next one', async () => {
    let turns = 0;
    const seen: number[] = [];
    const busy: Given = {
      isThread: false,
      run: async () => {
        seen.push(turns);
        for (const begun = performance.now(); performance.now() - begun < 6; );
        return new Uint8Array();
      },
    };
    const stream = new PGliteStream(busy);
    const count = (): void => {
      turns++;
      if (seen.length < 3) setImmediate(count);
    };
    setImmediate(count);
    for (let i = 0; i < 3; i++) await new Promise((resolve) => stream.write(Buffer.from([i]), resolve));
    const between = seen.slice(1).map((at, index) => at - (seen[index] ?? 0));
    for (const each of between) expect(each).to.be.within(4, 6);
  });
});
