import type { Application } from '../../../../application/index.js';
import { addressWishFields, plainWish, readAddressWish } from '../../../../domain/allocation/address-wish.js';
import { IpAddress } from '../../../../domain/net/ip-address.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest } from '../../api-request.js';
import { partParameters } from '../../wire/names.js';
import { explainedAnswer, explainFields, wantsExplanation } from './explained-answer.js';

/** The free addresses of a subnet that a request asks for: one, or where it says how many, a list. */
export async function describeFree(
  { allocation, explaining }: Application,
  { caller, parameters }: Pick<ApiRequest, 'caller' | 'parameters'>,
  subnetId: number,
): Promise<PlainAnswer> {
  const { given } = partParameters(addressWishFields, parameters);
  const wish = given && readAddressWish(given);
  const find = async (): Promise<PlainAnswer> => {
    if (!wish) return { data: (await allocation.findFreeAddress(caller, subnetId)).toString() };
    const free = (await allocation.findFreeAddresses(caller, subnetId, wish)).map(String);
    return { data: given.count === undefined ? (free[0] ?? null) : free };
  };
  return explainedAnswer(wantsExplanation(partParameters(explainFields, parameters).given), find, (taken) =>
    explaining.addresses(caller, subnetId, wish ?? plainWish, taken.map(IpAddress.parse)),
  );
}
