export interface ClientDocument {
  /** A JSON value. */
  readonly content: unknown;
  /** Time for which the server of the document permits storage. 0: the server permits no storage, or states no time. */
  readonly maxAgeMs: number;
}

/** A document that is unavailable. The message is a clause for users, without the URL. */
export class ClientDocumentFailure extends Error {
  override readonly name = 'ClientDocumentFailure';
}

/** Reads metadata documents of OAuth clients. */
export interface ClientDocumentSource {
  /** @param url see isClientUrl @throws ClientDocumentFailure */
  read(url: string): Promise<ClientDocument>;
}
