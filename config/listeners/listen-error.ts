/** The message is one line. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}
