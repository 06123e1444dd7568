type Kind<E extends Error> = abstract new (...args: never[]) => E;

/** The error that work fails with, of these classes. @throws whatever else it fails with, and when it does not fail */
export async function errorOf<E extends Error>(work: Promise<unknown>, ...kinds: readonly Kind<E>[]): Promise<E> {
  try {
    await work;
  } catch (error) {
    for (const kind of kinds) if (error instanceof kind) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
