/** A listener that could not be opened; its text is one line for people. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}
