import type { Input } from '../../domain/catalog/read-fields.js';
import { IpamError } from '../../domain/errors.js';
import type { Repositories } from '../ports/unit-of-work.js';
import type { KindWrites, PlainWrites } from './kind-writes.js';

/** Writes of tags: one that is locked cannot be deleted. */
export class TagWrites implements KindWrites {
  readonly #plain: PlainWrites;

  constructor(plain: PlainWrites) {
    this.#plain = plain;
  }

  create(repositories: Repositories, input: Input): Promise<number> {
    return this.#plain.create(repositories, input);
  }

  change(repositories: Repositories, id: number, input: Input): Promise<void> {
    return this.#plain.change(repositories, id, input);
  }

  /** @throws IpamError kind.unknown, kind.inUse */
  async delete(repositories: Repositories, id: number): Promise<void> {
    const { values } = await this.#plain.hold(repositories, id);
    if (values.locked === 'Yes') throw new IpamError('kind.inUse', { kind: this.#plain.kind, id });
    await this.#plain.delete(repositories, id);
  }
}
