import type { Application } from '../../../../application/index.js';
import { addressWishFields, readAddressWish } from '../../../../domain/allocation/address-wish.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest } from '../../api-request.js';
import { partParameters } from '../../wire/names.js';

/** The free addresses of a subnet that a request asks for: one, or where it says how many, a list. */
export async function describeFree(
  { allocation }: Application,
  { caller, parameters }: Pick<ApiRequest, 'caller' | 'parameters'>,
  subnetId: number,
): Promise<PlainAnswer> {
  const { given } = partParameters(addressWishFields, parameters);
  if (!given) return { data: (await allocation.findFreeAddress(caller, subnetId)).toString() };
  const free = (await allocation.findFreeAddresses(caller, subnetId, readAddressWish(given))).map(String);
  return { data: given.count === undefined ? (free[0] ?? null) : free };
}
