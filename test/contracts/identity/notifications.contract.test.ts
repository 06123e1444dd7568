import { expect } from 'chai';
import type { Notice } from '../../../domain/notifications/notice.js';
import { newUser } from '../support/builders.js';
import { describeFreshContract } from '../support/contract.js';

const notice = (key: string): Notice => ({
  event: 'thresholdRisen',
  key,
  at: '2026-03-01 12:00:00',
  audience: { of: 'level', level: 1, exceptUserId: null },
  sectionId: 1,
  subnetId: 2,
  facts: { network: `it's "日"\r\n`, percent: 80 },
});
const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 12, minute));
const later = at(59);

describeFreshContract('Notifications', ['notifications', 'identity'], (storage) => {
  const user = () => storage.write((to) => to.users.insert(newUser(), 'hash'));
  const add = (userId: number, keys: readonly string[], minute = 0) =>
    storage.write(({ notifications }) =>
      notifications.add(
        keys.map((key) => ({ userId, notice: notice(key) })),
        at(minute),
      ),
    );
  const gather = (userId: number, id: string, max = 10) =>
    storage.write(({ notifications }) => notifications.gather(userId, id, max));
  const claim = (now = later, until = at(70)) => storage.write(({ notifications }) => notifications.claim(now, until));
  const due = (minute: number) => storage.write(({ notifications }) => notifications.due(at(minute), 100));
  const finish = (id: string) => storage.write(({ notifications }) => notifications.finish(id));

  afterEach(() =>
    storage.write(async (to) => {
      for (const { id } of await to.users.list()) if (id > 1) await to.users.delete(id);
    }),
  );

  it('have a subscription of each user, which is deleted with the user', async () => {
    const [one, other] = [await user(), await user()];
    const subscription = { topics: ['threshold:3', 'key'], language: 'de' } as const;
    await storage.write(async ({ notifications }) => {
      await notifications.saveSubscription(one, { topics: [], language: 'en' });
      await notifications.saveSubscription(one, subscription);
      await notifications.saveSubscription(other, { topics: ['hold'], language: 'en' });
    });
    const { notifications } = storage.readers;
    expect(await notifications.subscription(one)).to.deep.equal(subscription);
    expect([...(await notifications.subscriptions()).keys()]).to.deep.equal([one, other]);
    expect(await storage.write((to) => to.notifications.deleteSubscription(one))).to.equal(true);
    expect(await storage.write((to) => to.notifications.deleteSubscription(one))).to.equal(false);
    await storage.write((to) => to.users.delete(other));
    expect((await notifications.subscriptions()).size).to.equal(0);
    expect(await notifications.subscription(one)).to.equal(undefined);
  });

  it('are gathered into a mail in order of insertion, at most a given number at once', async () => {
    const id = await user();
    await add(id, ['a', 'b']);
    await add(id, ['c'], 1);
    expect(await gather(id, 'first', 2)).to.equal(2);
    const notices = [notice('a'), notice('b')];
    expect(await claim()).to.deep.equal({ id: 'first', userId: id, notices, further: 0, failures: 0 });
    await finish('first');
    expect(await gather(id, 'second')).to.equal(1);
    expect(await gather(id, 'third')).to.equal(0);
    expect((await claim())?.notices).to.deep.equal([notice('c')]);
    await finish('second');
    expect(await claim()).to.equal(undefined);
  });

  it('are due by their oldest notice, and only if the user has no queued mail', async () => {
    const [one, other] = [await user(), await user()];
    await add(other, ['x'], 3);
    await add(one, ['a'], 5);
    await add(other, ['y'], 9);
    expect(await due(2)).to.deep.equal([]);
    expect(await due(4)).to.deep.equal([other]);
    expect(await due(5)).to.deep.equal([other, one]);
    await gather(other, 'mail');
    await add(other, ['z'], 5);
    expect(await due(5)).to.deep.equal([one]);
    await finish('mail');
    expect(await due(5)).to.deep.equal([one, other]);
  });

  it('are ignored for users that do not exist, and deleted with their user', async () => {
    const id = await user();
    await add(2_000_000, ['nobody']);
    await add(id, ['a', 'b']);
    await gather(id, 'mail', 1);
    expect(await storage.readers.notifications.backlog()).to.deep.include({ notices: 1, mails: 1 });
    await storage.write((to) => to.users.delete(id));
    expect(await storage.readers.notifications.backlog()).to.deep.include({ notices: 0, mails: 0 });
  });

  it('have mails that one process at a time reserves, until the reservation ends', async () => {
    const [one, other] = [await user(), await user()];
    await add(one, ['a']);
    await add(other, ['b']);
    await gather(one, 'first');
    await gather(other, 'second');
    expect((await claim(at(10), at(20)))?.id).to.equal('first');
    expect((await claim(at(10), at(20)))?.id).to.equal('second');
    expect(await claim(at(19), at(30))).to.equal(undefined);
    expect((await claim(at(20), at(30)))?.id).to.equal('first');
  });

  it('reserve each mail once in concurrent claims', async () => {
    const ids = [];
    for (let index = 0; index < 8; index++) ids.push(await user());
    for (const id of ids) await add(id, ['a']);
    for (const id of ids) await gather(id, `mail ${id}`);
    const claimed = await Promise.all(ids.flatMap(() => [claim(at(10), at(20)), claim(at(10), at(20))]));
    const names = claimed.flatMap((mail) => (mail ? [mail.id] : []));
    expect(new Set(names).size).to.equal(names.length);
    while (true) {
      const mail = await claim(at(10), at(20));
      if (!mail) break;
      names.push(mail.id);
    }
    expect(names.toSorted()).to.deep.equal(ids.map((id) => `mail ${id}`).toSorted());
  });

  it('gather each notice once in concurrent calls', async () => {
    const id = await user();
    await add(
      id,
      Array.from({ length: 50 }, (_, index) => `${index}`),
    );
    const gathered = await Promise.all(Array.from({ length: 6 }, (_, index) => gather(id, `mail ${index}`, 1000)));
    expect(gathered.toSorted((a, b) => b - a)).to.deep.equal([50, 0, 0, 0, 0, 0]);
    expect((await claim())?.notices).to.have.lengthOf(50);
  });

  it('count the failures of a mail, and delay it', async () => {
    const id = await user();
    await add(id, ['a']);
    await gather(id, 'mail');
    await claim(at(0), at(1));
    await storage.write(({ notifications }) => notifications.postpone('mail', at(30), 'it failed'));
    expect(await storage.readers.notifications.backlog()).to.deep.equal({
      ...{ notices: 0, mails: 1, failing: 1, problem: 'it failed', oldest: at(0) },
    });
    expect(await claim(at(29))).to.equal(undefined);
    expect((await claim(at(30)))?.failures).to.equal(1);
  });

  it('return the earlier value of a mark', async () => {
    const mark = (value: string) => storage.write(({ notifications }) => notifications.mark('threshold:1', value, null));
    expect(await mark('above')).to.equal(undefined);
    expect(await mark('above')).to.equal('above');
    expect(await mark('other')).to.equal('above');
    expect(await storage.write(({ notifications }) => notifications.unmark('threshold:1'))).to.equal(true);
    expect(await storage.write(({ notifications }) => notifications.unmark('threshold:1'))).to.equal(false);
    expect(await mark('above')).to.equal(undefined);
  });

  it('return the earlier value of a mark to one of several concurrent calls', async () => {
    await storage.write(({ notifications }) => notifications.mark('race', 'before', null));
    const marks = await Promise.all(
      Array.from({ length: 8 }, () => storage.write(({ notifications }) => notifications.mark('race', 'after', null))),
    );
    expect(marks.filter((earlier) => earlier === 'before')).to.have.lengthOf(1);
  });

  it('are counted in a mail if it does not contain them', async () => {
    const id = await user();
    await add(id, ['a', 'b', 'c', 'd', 'e', 'f']);
    const count = (mailId: string, max: number) => storage.write(({ notifications }) => notifications.countFurther(mailId, max));
    expect(await count('one', 2)).to.equal(0);
    await gather(id, 'one', 2);
    expect([await count('one', 1), await count('one', 2)]).to.deep.equal([1, 2]);
    expect(await count('other', 2)).to.equal(0);
    const first = await claim();
    expect(first?.notices.map(({ key }) => key)).to.deep.equal(['a', 'b']);
    expect(first?.further).to.equal(3);
    expect(await count('one', 2)).to.equal(0);
    await finish('one');
    expect(await gather(id, 'two')).to.equal(1);
    expect(await count('two', 2)).to.equal(0);
    const second = await claim();
    expect([second?.notices.map(({ key }) => key), second?.further]).to.deep.equal([['f'], 0]);
    await finish('two');
  });

  it('read marks by their names', async () => {
    await storage.write(async ({ notifications }) => {
      await notifications.mark("it's a", 'one', null);
      await notifications.mark('b', 'two', at(5));
    });
    const { notifications } = storage.readers;
    expect([...(await notifications.marks(['b', 'unknown', "it's a", 'b']))].toSorted()).to.deep.equal([
      ['b', 'two'],
      ["it's a", 'one'],
    ]);
    expect((await notifications.marks([])).size).to.equal(0);
  });

  it('return no earlier value of a new mark to one of several concurrent calls', async () => {
    const marks = await Promise.all(
      Array.from({ length: 8 }, () => storage.write(({ notifications }) => notifications.mark('new race', 'same', null))),
    );
    expect(marks.filter((earlier) => earlier === undefined)).to.have.lengthOf(1);
  });

  it('are deleted after a time, like expired marks', async () => {
    const id = await user();
    await add(id, ['a'], 1);
    await gather(id, 'old');
    await add(id, ['b'], 2);
    await add(id, ['c'], 5);
    await storage.write(async ({ notifications }) => {
      await notifications.mark('outlived', 'x', at(3));
      await notifications.mark('living', 'x', at(5));
      await notifications.mark('eternal', 'x', null);
    });
    expect(await storage.write(({ notifications }) => notifications.deleteBefore(at(4)))).to.equal(2);
    await storage.write(({ notifications }) => notifications.deleteOutlivedMarks(at(4)));
    expect(await storage.readers.notifications.backlog()).to.deep.include({ notices: 1, mails: 0 });
    const unmark = (name: string) => storage.write(({ notifications }) => notifications.unmark(name));
    expect(await unmark('outlived')).to.equal(false);
    expect([await unmark('living'), await unmark('eternal')]).to.deep.equal([true, true]);
  });
});
