import { expect } from 'chai';
import fc from 'fast-check';
import { collect } from '../../support/collect.js';
import type { StorageUnderTest } from './contract.js';

/** Histories of model tests, by the subnets that they created. */
export class FollowedHistories {
  readonly #bySubnet = new Map<number, string>();

  /** Records a finished history. */
  note(subnetIds: readonly number[], history: unknown): void {
    for (const id of subnetIds) this.#bySubnet.set(id, fc.stringify(history));
  }

  /** Expects consistent data after all histories. One check covers all, because a check reads the whole storage. */
  async expectConsistent(storage: Pick<StorageUnderTest, 'check' | 'has'>): Promise<void> {
    if (!storage.has('consistency')) return;
    const findings = await collect(storage.check({ repair: false }));
    const own = findings.filter(({ subnetId }) => this.#bySubnet.has(subnetId ?? 0));
    expect(own.map((finding) => ({ ...finding, after: this.#bySubnet.get(finding.subnetId ?? 0) }))).to.deep.equal([]);
  }
}
