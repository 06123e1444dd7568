import type { UnstoredToken } from '../../../domain/access/access-token.js';

/** Largest number of unstored tokens. The oldest are removed first. */
const maxTokens = 10_000;

export class UnstoredTokens {
  readonly #tokens = new Map<string, UnstoredToken>();

  find(digest: string): UnstoredToken | undefined {
    return this.#tokens.get(digest);
  }

  add(token: UnstoredToken): void {
    this.#tokens.delete(token.digest);
    const [oldest] = this.#tokens.keys();
    if (oldest !== undefined && this.#tokens.size >= maxTokens) this.#tokens.delete(oldest);
    this.#tokens.set(token.digest, token);
  }

  delete(digest: string): void {
    this.#tokens.delete(digest);
  }
}
