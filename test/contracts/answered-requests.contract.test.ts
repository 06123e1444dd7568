import { expect } from 'chai';
import { type AnsweredRequest, UndoneWork } from '../../application/ports/unit-of-work.js';
import { uniqueWord } from './support/builders.js';
import { describeContract } from './support/contract.js';
import { expectError } from './support/expect-error.js';

const now = new Date('2024-03-01T12:00:00.123Z');
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);

describeContract('Answered requests', ['idempotency'], (storage) => {
  const requestOf = (further: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
    caller: uniqueWord(),
    key: 'key',
    payload: 'payload',
    answer: '{"id":1}',
    outlived: later(1000),
    ...further,
  });
  const add = (...requests: AnsweredRequest[]): Promise<void> =>
    storage.write(({ answeredRequests }) => answeredRequests.add(requests, now));
  const find = (key: Pick<AnsweredRequest, 'caller' | 'key'>) => storage.readers.answeredRequests.find(key);

  it('are found by caller and key, with the values that were added', async () => {
    const request = requestOf();
    expect(await find(request)).to.equal(undefined);
    await add(request, { ...request, key: 'other', answer: 'ü "\u2028' });
    expect(await find(request)).to.deep.equal(request);
    expect((await find({ ...request, key: 'other' }))?.answer).to.equal('ü "\u2028');
    expect(await find({ ...request, caller: uniqueWord() })).to.equal(undefined);
  });

  it('are committed or rolled back with their unit of work', async () => {
    const request = requestOf();
    const undone = storage.write(async ({ answeredRequests }) => {
      await answeredRequests.add([request], now);
      expect(await answeredRequests.find(request)).to.deep.equal(request);
      throw new UndoneWork();
    });
    expect(await undone.catch((error: unknown) => error)).to.be.instanceOf(UndoneWork);
    expect(await find(request)).to.equal(undefined);
  });

  it('are added once for each key. A second one rolls back its whole unit of work', async () => {
    const request = requestOf();
    await add(request);
    const beside = requestOf();
    await expectError(add(beside, { ...request, answer: 'another' }), 'repeat.underWay');
    expect(await find(request)).to.deep.equal(request);
    expect(await find(beside)).to.equal(undefined);
  });

  it('are added by exactly one of several concurrent units of work', async () => {
    const request = requestOf();
    const added = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => add({ ...request, answer: String(index) }, { ...request, key: `own ${index}` })),
    );
    const first = added.findIndex(({ status }) => status === 'fulfilled');
    expect(added.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
    expect((await find(request))?.answer).to.equal(String(first));
    for (const index of added.keys()) {
      const own = await find({ ...request, key: `own ${index}` });
      expect(own === undefined, `own ${index}`).to.equal(index !== first);
    }
  });

  it('cause no deadlock when two units of work add the same ones in different orders', async () => {
    const [one, other] = [requestOf(), requestOf()];
    const added = await Promise.allSettled([add(one, other), add(other, one)]);
    expect(added.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
  });

  it('are replaced by a new request after they expire', async () => {
    const request = requestOf({ outlived: now });
    await add(request);
    const next = { ...request, payload: 'other', outlived: later(5) };
    await add(next);
    expect(await find(request)).to.deep.equal(next);
  });

  it('are deleted after they expire, and not before', async () => {
    const [gone, retained] = [requestOf({ outlived: now }), requestOf({ outlived: later(1) })];
    await add(gone, retained);
    while ((await storage.write(({ answeredRequests }) => answeredRequests.deleteOutlived(now))) > 0);
    expect(await find(gone)).to.equal(undefined);
    expect(await find(retained)).to.deep.equal(retained);
  });
});
