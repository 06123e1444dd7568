import { type Caller, type Remembered, writeOptionsOf } from '../caller.js';
import { type Repositories, UndoneWork, type UnitOfWork } from '../ports/unit-of-work.js';

/** Runs a unit of work for a caller with its write options. @throws IpamError repeat.underWay */
export async function runFor<T>(
  unitOfWork: UnitOfWork,
  caller: Caller,
  work: (repositories: Repositories) => Promise<T>,
): Promise<T> {
  const writeOptions = writeOptionsOf(caller);
  if (writeOptions?.isDryRun) return dryRun(unitOfWork, work);
  if (!writeOptions?.remembered) return unitOfWork.run(work);
  return unitOfWork.run(async (repositories) => {
    const result = await work(repositories);
    await remember(repositories, [{ caller, result }]);
    return result;
  });
}

export async function remember(
  repositories: Repositories,
  results: readonly { readonly caller: Caller; readonly result: unknown }[],
): Promise<void> {
  const remembered: Remembered[] = [];
  for (const { caller, result } of results) {
    const stored = await caller.writeOptions?.remembered?.(result, repositories);
    if (stored) remembered.push(stored);
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
      { isDryRun: true },
    );
  } catch (error) {
    if (error instanceof UndoneWork && done) return done.result;
    throw error;
  }
}
