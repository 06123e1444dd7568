import { IpamError } from '../errors.js';
import { addressBits, type Family } from '../net/ip-address.js';

/** Minimum prefix length for allocation from several candidates. */
const shortestLength = 8;

export const isTakenFromCandidates = (length: number, family: Family): boolean =>
  length >= shortestLength && length <= addressBits(family);

/** Errors of a candidate without room: full, deleted, or with children. */
const noRoom = [
  'allocation.noSubnet',
  'allocation.noAddress',
  'allocation.subnetFull',
  'subnet.hasChildren',
  'subnet.unknown',
] as const;

/** Errors of a candidate with room that the request may not use. */
const notAllowed = ['subnet.outsideMaster', 'permission.denied'] as const;

/** Records the refusals of candidate networks until one succeeds. */
export class ExaminedCandidates {
  readonly #whenFull: 'allocation.noSubnet' | 'allocation.noAddress';
  #refusal: IpamError | undefined;

  constructor(purpose: 'subnets' | 'addresses') {
    this.#whenFull = purpose === 'subnets' ? 'allocation.noSubnet' : 'allocation.noAddress';
  }

  /** Skips a candidate after an error of `notAllowed` or `noRoom`. @throws any other error */
  skip(error: unknown): void {
    if (IpamError.is(error, ...notAllowed)) this.#refusal ??= error;
    else if (!IpamError.is(error, ...noRoom)) throw error;
  }

  /** The error if every candidate was refused: the first `notAllowed` error, otherwise no room. */
  get refusal(): IpamError {
    return this.#refusal ?? new IpamError(this.#whenFull);
  }
}
