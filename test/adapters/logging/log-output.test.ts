import { PassThrough, Writable } from 'node:stream';
import { expect } from 'chai';
import fc from 'fast-check';
import { LogOutput } from '../../../adapters/logging/log-output.js';
import { DescriptorSink, standardErrorSink } from '../../../adapters/logging/log-sink.js';

/** A sink that accepts at most `room` bytes. */
function fakeSink() {
  const sink = {
    pieceSize: 4096,
    isBusy: false,
    bytes: Buffer.alloc(0),
    get text(): string {
      return this.bytes.toString();
    },
    room: Number.POSITIVE_INFINITY,
    pieces: [] as number[],
    take(bytes: Buffer): number {
      const taken = Math.min(bytes.length, sink.room);
      sink.room -= taken;
      sink.bytes = Buffer.concat([sink.bytes, bytes.subarray(0, taken)]);
      if (taken > 0) sink.pieces.push(taken);
      return taken;
    },
  };
  return sink;
}

const outputTo = (sink: ReturnType<typeof fakeSink>) => new LogOutput(sink, (count) => `${count} lost\n`);
const lines = (count: number, size = 99): string[] =>
  Array.from({ length: count }, (_, index) => `${String(index).padStart(size - 1, '.')}\n`);

describe('The output of the log', () => {
  it('writes the lines of one turn together, in chunks of whole lines that a pipe does not mix with others', async () => {
    const sink = fakeSink();
    const output = outputTo(sink);
    const all = lines(100);
    for (const line of all) output.write(line);
    expect(sink.text).to.equal('');
    await new Promise(setImmediate);
    expect(sink.text).to.equal(all.join(''));
    expect(sink.pieces.length).to.be.below(5);
    for (const size of sink.pieces) expect(size).to.be.at.most(4096);
    expect(sink.pieces.every((size) => size % 99 === 0)).to.equal(true);
  });

  it('buffers lines that follow others closely, and writes a single line at once', async () => {
    const sink = fakeSink();
    const timers: (() => void)[] = [];
    let now = 0;
    const time = { elapsed: () => now, after: (_: number, run: () => void) => void timers.push(run) };
    const output = new LogOutput(sink, String, time);
    const write = async (line: string): Promise<string> => {
      output.write(line);
      await new Promise(setImmediate);
      return sink.text;
    };
    expect(await write('first\n')).to.equal('first\n');
    now = 9;
    expect(await write('second\n')).to.equal('first\n');
    expect(await write('third\n')).to.equal('first\n');
    expect(timers).to.have.lengthOf(1);
    timers[0]?.();
    expect(sink.text).to.equal('first\nsecond\nthird\n');
    expect(sink.pieces).to.have.lengthOf(2);
    now = 19;
    expect(await write('alone\n')).to.equal('first\nsecond\nthird\nalone\n');
  });

  it('writes a line that is longer than a chunk unchanged', () => {
    const sink = fakeSink();
    const output = outputTo(sink);
    const [long = ''] = lines(1, 10_000);
    output.write(long);
    output.flush();
    expect(sink.text).to.equal(long);
  });

  it('buffers bytes that a sink does not accept, and continues there by itself', async () => {
    const sink = fakeSink();
    sink.room = 150;
    const output = outputTo(sink);
    const all = lines(4);
    for (const line of all) output.write(line);
    expect(output.flush()).to.equal(false);
    expect(sink.text).to.equal(all.join('').slice(0, 150));
    sink.room = Number.POSITIVE_INFINITY;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sink.text).to.equal(all.join(''));
  });

  it('writes everything once and in order, however much a sink accepts, for any length and script', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string({ unit: 'grapheme', minLength: 3000, maxLength: 9000 }),
    );
    const step = fc.oneof(fc.record({ line }), fc.record({ room: fc.integer({ min: 0, max: 200_000 }) }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const sink = fakeSink();
        const output = outputTo(sink);
        let all = '';
        for (const each of steps)
          if ('line' in each) {
            all += `${each.line}\n`;
            output.write(`${each.line}\n`);
          } else {
            sink.room = each.room;
            output.flush();
          }
        sink.room = Number.POSITIVE_INFINITY;
        expect(output.flush()).to.equal(true);
        expect(sink.bytes.toString()).to.equal(Buffer.from(all).toString());
      }),
      { numRuns: 50 },
    );
  });

  it('drops lines beyond its buffer without waiting, and reports their number when there is room again', () => {
    const sink = fakeSink();
    sink.room = 0;
    const output = outputTo(sink);
    const all = lines(50_000, 100);
    for (const line of all) output.write(line);
    sink.room = Number.POSITIVE_INFINITY;
    output.flush();
    const written = sink.text.split('\n');
    const lostCounts = written.filter((line) => line.endsWith(' lost')).map((line) => Number.parseInt(line, 10));
    expect(lostCounts).to.have.length(1);
    expect(written.filter((line) => line.startsWith('.')).length + (lostCounts[0] ?? 0)).to.equal(50_000);
    expect(sink.text).to.include(all[0]);
    expect(lostCounts[0]).to.be.within(5_000, 15_000);
  });

  it('writes waiting lines at the end of the process, and gives up on a sink that accepts nothing', () => {
    const sink = fakeSink();
    const output = outputTo(sink);
    output.write('last\n');
    output.end();
    expect(sink.text).to.equal('last\n');
    sink.room = 0;
    output.write('never\n');
    output.end();
    expect(sink.text).to.equal('last\n');
  });

  it('waits at the end for a slow reader, and gives up on one that accepts nothing', async () => {
    let text = '';
    const slow = new Writable({
      write: (chunk: Buffer, _, done) => {
        text += chunk.toString();
        setTimeout(done, 5);
      },
    });
    const output = new LogOutput(standardErrorSink(Object.assign(slow, { fd: -1 })), String);
    const all = lines(300);
    for (const line of all) output.write(line);
    await output.settle();
    expect(text).to.equal(all.join(''));
    expect(slow.writableLength).to.equal(0);
    const stuck = fakeSink();
    stuck.room = 0;
    const never = outputTo(stuck);
    never.write('never\n');
    await never.settle();
    expect(stuck.text).to.equal('');
  });

  it('continues when a full disk has room again, and reports the lost lines', () => {
    let [text, room] = ['', 150];
    const disk = (_: number, bytes: Buffer): number => {
      if (room === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const taken = Math.min(room, bytes.length);
      room -= taken;
      text += bytes.subarray(0, taken).toString();
      return taken;
    };
    const output = new LogOutput(new DescriptorSink(2, 4096, disk), (count) => `${count} lost\n`);
    for (const line of lines(50_000, 100)) output.write(line);
    expect(output.flush()).to.equal(false);
    expect(text).to.have.lengthOf(150);
    room = Number.POSITIVE_INFINITY;
    expect(output.flush()).to.equal(true);
    const written = text.split('\n').slice(0, -1);
    const entries = written.filter((line) => /^[.]+\d+$/.test(line) && line.length === 99);
    const lost = written.filter((line) => line.endsWith(' lost')).map((line) => Number.parseInt(line, 10));
    expect(written).to.have.lengthOf(entries.length + lost.length);
    expect(entries.length + lost.reduce((sum, count) => sum + count, 0)).to.equal(50_000);
  });

  it('uses chunks that a pipe does not split for a stream that it cannot identify', () => {
    const stream = Object.assign(new PassThrough(), { fd: -1 });
    expect(standardErrorSink(stream).pieceSize).to.equal(4096);
  });
});
