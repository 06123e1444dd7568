import type { SecondFactorReader, SecondFactorRepository } from '../../../application/ports/second-factors.js';
import { isNextCounter, type PasskeyFactor, type SecondFactor } from '../../../domain/access/second-factor.js';
import { IpamError } from '../../../domain/errors.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft, Source } from '../records/state.js';
import { compareBytewise } from '../records/text-order.js';

export class MemorySecondFactorReader implements SecondFactorReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async list(userId?: number): Promise<SecondFactor[]> {
    const rows = this.#source.state.secondFactors.under('user', userId === undefined ? [] : [userId]);
    return [...rows].map(({ value }) => value).sort(byOwner);
  }

  async findPasskey(credentialId: string): Promise<PasskeyFactor | undefined> {
    const found = this.#source.state.secondFactors.firstUnder('credential', [credentialId])?.value;
    return found?.type === 'passkey' ? found : undefined;
  }

  async countRecoveryCodes(userId: number): Promise<number> {
    return [...this.#source.state.recoveryCodes.under('digest', [userId])].length;
  }
}

const byOwner = (a: SecondFactor, b: SecondFactor): number =>
  a.userId - b.userId || a.created.getTime() - b.created.getTime() || compareBytewise(a.id, b.id);

export class MemorySecondFactorRepository extends MemorySecondFactorReader implements SecondFactorRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async insert(factor: SecondFactor): Promise<void> {
    if (!this.#draft.state.users.get(factor.userId)) throw new IpamError('signIn.failed');
    if (factor.type === 'passkey' && (await this.findPasskey(factor.credentialId)))
      throw new IpamError('account.enrolment', { problem: 'this passkey is already registered' });
    this.#save(factor);
  }

  async confirm(id: string): Promise<void> {
    const stored = this.#find(id);
    if (stored) this.#save({ ...stored, isConfirmed: true });
  }

  async useStep(id: string, step: number, at: Date): Promise<boolean> {
    const stored = this.#find(id);
    if (stored?.type !== 'totp' || (stored.lastStep !== null && stored.lastStep >= step)) return false;
    this.#save({ ...stored, lastStep: step, lastUsed: at });
    return true;
  }

  async useCounter(id: string, counter: number, at: Date): Promise<boolean> {
    const stored = this.#find(id);
    if (stored?.type !== 'passkey' || !isNextCounter(stored.counter, counter)) return false;
    this.#save({ ...stored, counter, lastUsed: at });
    return true;
  }

  async delete(id: string): Promise<boolean> {
    const secondFactors = withoutNumbered(this.#draft.state.secondFactors, 'id', [id]);
    if (secondFactors) this.#draft.set({ secondFactors });
    return secondFactors !== undefined;
  }

  async replaceRecoveryCodes(userId: number, digests: readonly string[]): Promise<void> {
    const { recoveryCodes } = this.#draft.state;
    const old = [...recoveryCodes.under('digest', [userId])];
    const remaining = old.reduce((left, { id }) => left.without(id), recoveryCodes);
    const added = digests.reduce(
      (codes, digest) => saveNumbered(codes, 'digest', [userId, digest], { userId, digest }),
      remaining,
    );
    this.#draft.set({ recoveryCodes: added });
  }

  async useRecoveryCode(userId: number, digest: string): Promise<boolean> {
    const recoveryCodes = withoutNumbered(this.#draft.state.recoveryCodes, 'digest', [userId, digest]);
    if (recoveryCodes) this.#draft.set({ recoveryCodes });
    return recoveryCodes !== undefined;
  }

  #find(id: string): SecondFactor | undefined {
    return this.#draft.state.secondFactors.firstUnder('id', [id])?.value;
  }

  #save(factor: SecondFactor): void {
    this.#draft.set({ secondFactors: saveNumbered(this.#draft.state.secondFactors, 'id', [factor.id], factor) });
  }
}
