import { expect } from 'chai';
import fc from 'fast-check';
import { collect } from '../../support/collect.js';
import type { StorageUnderTest } from './contract.js';

/** Histories that were followed, by the subnets that they left behind. */
export class FollowedHistories {
  readonly #bySubnet = new Map<number, string>();

  /** Notes a history that nothing is added to any more. */
  note(subnetIds: readonly number[], history: unknown): void {
    for (const id of subnetIds) this.#bySubnet.set(id, fc.stringify(history));
  }

  /** Expects what all of them left to be consistent. They are checked at once, as each check reads the whole storage. */
  async expectConsistent(storage: Pick<StorageUnderTest, 'check' | 'has'>): Promise<void> {
    if (!storage.has('consistency')) return;
    const findings = await collect(storage.check({ repair: false }));
    const own = findings.filter(({ subnetId }) => this.#bySubnet.has(subnetId ?? 0));
    expect(own.map((finding) => ({ ...finding, after: this.#bySubnet.get(finding.subnetId ?? 0) }))).to.deep.equal([]);
  }
}
