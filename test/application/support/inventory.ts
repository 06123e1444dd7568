import { expect } from 'chai';
import type { Caller } from '../../../application/caller.js';
import type { ChangeEntry } from '../../../application/ports/change-log.js';
import type { Repositories, UnitOfWork } from '../../../application/ports/unit-of-work.js';
import type { ChangedObject } from '../../../domain/changes/change.js';
import { type ErrorCode, IpamError } from '../../../domain/errors.js';
import type { PermissionLevel } from '../../../domain/fields/permission-map.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import { collect } from '../../support/collect.js';
import { levels } from '../../support/levels.js';
import { memberOf, startApplication } from './application.js';

const now = new Date(Date.UTC(2024, 2, 1, 12, 0, 0));
/** The timestamp of every change, in the format of records. */
export const at = formatTimestamp(now);

/** The group of `member`. */
export const group = 2;
export const member = memberOf(group);

/** The author that the history names for changes by the service itself. */
const author = { userId: null, by: 'Hexipam', appId: null, clientAddress: null };

export const everyLevel: readonly PermissionLevel[] = [0, 1, 2, 3];

/** Every pair of levels on a section and on a subnet in it, with the effective level on the subnet. */
export const everyPair = everyLevel.flatMap((section) =>
  everyLevel.map((subnet) => ({ section, subnet, effective: section === 0 ? 0 : subnet })),
);

/** While `isBroken`, every unit of work fails at its entry in the history. Use cases write this entry last. */
class BrokenHistory {
  isBroken = false;

  around = (unitOfWork: UnitOfWork): UnitOfWork => ({
    run: (work, terms) =>
      unitOfWork.run(
        (repositories) =>
          work(this.isBroken ? { ...repositories, changeLog: failingChangeLog(repositories.changeLog) } : repositories),
        terms,
      ),
  });
}

const failingChangeLog = (changeLog: Repositories['changeLog']): Repositories['changeLog'] => ({
  list: (...asked) => changeLog.list(...asked),
  audit: (max) => changeLog.audit(max),
  appendConsequences: (cause, by) => changeLog.appendConsequences(cause, by),
  deleteBefore: (before, keepFrom) => changeLog.deleteBefore(before, keepFrom),
  append: () => Promise.reject(new Error('the history is broken')),
});

/** The highest id of an object in these tests. */
const maxIds = 40;

/** The use cases of the inventory on a stopped clock, with queries of the stored data. */
export async function startInventory() {
  const history = new BrokenHistory();
  const started = await startApplication({ clock: { now: () => now }, around: history.around });
  const { readers, unitOfWork, sectionId } = started;
  const historyOf = (object: ChangedObject, id: number) => readers.changeLog.list(object, id, 100);
  /** The stored inventory and its history. */
  const dump = async () => {
    const ids = Array.from({ length: maxIds }, (_, i) => i + 1);
    const entries = (['section', 'subnet', 'address'] as const).flatMap((object) => ids.map((id) => historyOf(object, id)));
    return {
      sections: await collect(readers.sections.list()),
      subnets: (await collect(readers.subnets.list({ order: { by: 'id' } }))).map(({ subnet }) => subnet),
      addresses: await collect(readers.addresses.list({ order: 'id' })),
      history: (await Promise.all(entries)).flat(),
    };
  };
  /** Sets the levels of the group of `member` on the section and on a subnet. Without a subnet, subnets inherit. */
  const grant = (section: PermissionLevel, subnet?: readonly [id: number, level: PermissionLevel]) =>
    unitOfWork.run(async ({ sections, subnets }) => {
      await sections.update(sectionId, { permissions: levels({ [group]: section }) });
      if (subnet) await subnets.update(subnet[0], { permissions: levels({ [group]: subnet[1] }) });
    });
  /** Expects that the work fails with exactly these details and changes no stored data. */
  const expectRefused = async (work: () => Promise<unknown>, code: ErrorCode, details: object = {}) => {
    const before = await dump();
    expect(await refusalOf(work())).to.deep.equal({ code, details });
    expect(await dump()).to.deep.equal(before);
  };
  /** Expects that the work changes no stored data when it fails at its end, and that a second attempt succeeds. */
  const expectUndone = async (work: () => Promise<unknown>) => {
    const before = await dump();
    history.isBroken = true;
    const failure = await work().then(
      () => 'nothing failed',
      (error: unknown) => String(error),
    );
    history.isBroken = false;
    expect(failure).to.equal('Error: the history is broken');
    expect(await dump()).to.deep.equal(before);
    await work();
    expect(await dump()).not.to.deep.equal(before);
  };
  return { ...started, historyOf, dump, grant, expectRefused, expectUndone };
}

/** Code and details of the IpamError with which the work fails. @throws any other error */
async function refusalOf(work: Promise<unknown>): Promise<object> {
  try {
    return { done: await work };
  } catch (error) {
    if (error instanceof IpamError) return { code: error.code, details: error.details };
    throw error;
  }
}

export type Inventory = Awaited<ReturnType<typeof startInventory>>;

/** A history entry with the service itself as the author. */
export const entry = (
  object: ChangedObject,
  objectId: number,
  action: ChangeEntry['action'],
  differences: readonly string[] = [],
): ChangeEntry => ({ object, objectId, objectName: null, action, differences, at, ...author });

/** The number of successes, and the codes of the failures. */
export async function tally(works: readonly Promise<unknown>[]): Promise<{ done: number; refused: readonly unknown[] }> {
  const ends = await Promise.allSettled(works);
  return {
    done: ends.filter(({ status }) => status === 'fulfilled').length,
    refused: ends.flatMap((end) => (end.status === 'rejected' ? [codeIn(end.reason)] : [])),
  };
}

const codeIn = (reason: unknown): unknown => (typeof reason === 'object' && reason && 'code' in reason ? reason.code : reason);

/** The outcome of the work for a caller: `done` or the error code. */
export async function outcomeFor(work: (caller: Caller) => Promise<unknown>, caller: Caller = member): Promise<string> {
  const { refused } = await tally([work(caller)]);
  return refused.length === 0 ? 'done' : String(refused[0]);
}
