import type { Caller, Remembered } from '../caller.js';
import { type Repositories, UndoneWork, type UnitOfWork } from '../ports/unit-of-work.js';

/** Runs a unit of work for a caller, which ends as the caller's terms say. @throws whatever it throws; IpamError repeat.underWay */
export async function runFor<T>(
  unitOfWork: UnitOfWork,
  caller: Caller,
  work: (repositories: Repositories) => Promise<T>,
): Promise<T> {
  const { terms } = caller;
  if (terms?.isTrial) return dryRun(unitOfWork, work);
  if (!terms?.remembered) return unitOfWork.run(work);
  return unitOfWork.run(async (repositories) => {
    const result = await work(repositories);
    await remember(repositories, [{ caller, result }]);
    return result;
  });
}

/** Writes down what was given to callers who want it remembered, in the unit of work that gives it. */
export async function remember(
  repositories: Repositories,
  given: readonly { readonly caller: Caller; readonly result: unknown }[],
): Promise<void> {
  const remembered: Remembered[] = [];
  for (const { caller, result } of given) {
    const kept = await caller.terms?.remembered?.(result, repositories);
    if (kept) remembered.push(kept);
  }
  const [first] = remembered;
  if (first)
    await repositories.answeredRequests.add(
      remembered.map(({ request }) => request),
      first.now,
    );
}

async function dryRun<T>(unitOfWork: UnitOfWork, work: (repositories: Repositories) => Promise<T>): Promise<T> {
  let done: { readonly result: T } | undefined;
  try {
    return await unitOfWork.run(
      async (repositories) => {
        done = { result: await work(repositories) };
        throw new UndoneWork();
      },
      { isTrial: true },
    );
  } catch (error) {
    if (error instanceof UndoneWork && done) return done.result;
    throw error;
  }
}
