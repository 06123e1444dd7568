import { IpamError } from '../errors.js';
import { addressBits, type Family } from '../net/ip-address.js';

/** The shortest prefix of networks that are taken from whichever candidate has room: nobody has looked at what that is. */
const shortestLength = 8;

/** Whether networks of a prefix length are taken from candidates. */
export const isTakenFromCandidates = (length: number, family: Family): boolean =>
  length >= shortestLength && length <= addressBits(family);

/** With what a candidate is refused that is full, has got children, or is gone. */
const noRoom = [
  'allocation.noSubnet',
  'allocation.noAddress',
  'allocation.subnetFull',
  'subnet.hasChildren',
  'subnet.unknown',
] as const;

/** With what one is refused that has room, though not for this caller, or not for this. */
const notAllowed = ['subnet.outsideMaster', 'permission.denied'] as const;

/** What became of networks that are tried one after the other, until one has room that may be taken. */
export class ExaminedCandidates {
  readonly #whenFull: 'allocation.noSubnet' | 'allocation.noAddress';
  #refusal: IpamError | undefined;

  /** @param purpose what is to be taken from one */
  constructor(purpose: 'subnets' | 'addresses') {
    this.#whenFull = purpose === 'subnets' ? 'allocation.noSubnet' : 'allocation.noAddress';
  }

  /** Passes one over. @param error with which it was refused @throws the same error where the next one would fare no better */
  passOver(error: unknown): void {
    if (IpamError.is(error, ...notAllowed)) this.#refusal ??= error;
    else if (!IpamError.is(error, ...noRoom)) throw error;
  }

  /** What is told when all were passed over: that there is no room, unless some was refused. */
  get refusal(): IpamError {
    return this.#refusal ?? new IpamError(this.#whenFull);
  }
}
