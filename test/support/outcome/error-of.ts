type Kind<E extends Error> = abstract new (...args: never[]) => E;

/** The error of failed work, if it is of one of the classes. @throws other errors, and Error when the work succeeds */
export async function errorOf<E extends Error>(work: Promise<unknown>, ...kinds: readonly Kind<E>[]): Promise<E> {
  try {
    await work;
  } catch (error) {
    for (const kind of kinds) if (error instanceof kind) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
