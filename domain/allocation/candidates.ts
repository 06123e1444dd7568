import { IpamError } from '../errors.js';
import { addressBits, type Family } from '../net/ip-address.js';

/** Shortest prefix length for allocation from several candidates, which the caller has not chosen. */
const shortestLength = 8;

export const isTakenFromCandidates = (length: number, family: Family): boolean =>
  length >= shortestLength && length <= addressBits(family);

/** Errors of a full or deleted candidate, or one with children. */
const noRoom = [
  'allocation.noSubnet',
  'allocation.noAddress',
  'allocation.subnetFull',
  'subnet.hasChildren',
  'subnet.unknown',
] as const;

/** Errors of a candidate with room that this request may not use. */
const notAllowed = ['subnet.outsideMaster', 'permission.denied'] as const;

/** Results of candidate networks, tried in order until an allocation succeeds. */
export class ExaminedCandidates {
  readonly #whenFull: 'allocation.noSubnet' | 'allocation.noAddress';
  #refusal: IpamError | undefined;

  constructor(purpose: 'subnets' | 'addresses') {
    this.#whenFull = purpose === 'subnets' ? 'allocation.noSubnet' : 'allocation.noAddress';
  }

  /** Skips a candidate. @param error its refusal @throws the same error if it applies to every candidate */
  passOver(error: unknown): void {
    if (IpamError.is(error, ...notAllowed)) this.#refusal ??= error;
    else if (!IpamError.is(error, ...noRoom)) throw error;
  }

  /** The error when no candidate was usable: the first `notAllowed` one, otherwise no room. */
  get refusal(): IpamError {
    return this.#refusal ?? new IpamError(this.#whenFull);
  }
}
