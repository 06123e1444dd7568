import type { SecondFactorRepository } from '../../../application/ports/second-factors.js';
import { isNextCounter, type PasskeyFactor, type SecondFactor } from '../../../domain/access/second-factor.js';
import { IpamError } from '../../../domain/errors.js';
import { MemoryRepository } from '../records/state.js';
import { compareBytewise } from '../records/text-order.js';
import { requireUser } from './tokens.js';

const byOwner = (a: SecondFactor, b: SecondFactor): number =>
  a.userId - b.userId || a.created.getTime() - b.created.getTime() || compareBytewise(a.id, b.id);

export class MemorySecondFactorRepository extends MemoryRepository implements SecondFactorRepository {
  readonly #factors = this.draft.collection('secondFactors');
  readonly #recoveryCodes = this.draft.collection('recoveryCodes');

  async list(userId?: number): Promise<SecondFactor[]> {
    return this.#factors.by('user', ...(userId === undefined ? [] : [userId])).sort(byOwner);
  }

  async findPasskey(credentialId: string): Promise<PasskeyFactor | undefined> {
    const found = this.#factors.findBy('credential', credentialId);
    return found?.type === 'passkey' ? found : undefined;
  }

  async countRecoveryCodes(userId: number): Promise<number> {
    return this.#recoveryCodes.by('user', userId).length;
  }

  async insert(factor: SecondFactor): Promise<void> {
    requireUser(this.draft, factor.userId);
    if (factor.type === 'passkey' && (await this.findPasskey(factor.credentialId)))
      throw new IpamError('account.enrolment', { problem: 'this passkey is already registered' });
    this.#factors.save(factor);
  }

  async confirm(id: string): Promise<void> {
    const stored = this.#factors.find(id);
    if (stored) this.#factors.save({ ...stored, isConfirmed: true });
  }

  async useStep(id: string, step: number, at: Date): Promise<boolean> {
    const stored = this.#factors.find(id);
    if (stored?.type !== 'totp' || (stored.lastStep !== null && stored.lastStep >= step)) return false;
    this.#factors.save({ ...stored, lastStep: step, lastUsed: at });
    return true;
  }

  async useCounter(id: string, counter: number, at: Date): Promise<boolean> {
    const stored = this.#factors.find(id);
    if (stored?.type !== 'passkey' || !isNextCounter(stored.counter, counter)) return false;
    this.#factors.save({ ...stored, counter, lastUsed: at });
    return true;
  }

  async delete(id: string): Promise<boolean> {
    return this.#factors.delete(id);
  }

  async replaceRecoveryCodes(userId: number, digests: readonly string[]): Promise<void> {
    this.#recoveryCodes.deleteBy('user', userId);
    for (const digest of digests) this.#recoveryCodes.save({ userId, digest });
  }

  async useRecoveryCode(userId: number, digest: string): Promise<boolean> {
    return this.#recoveryCodes.delete(userId, digest);
  }
}
