import type { Application } from '../../../../application/index.js';
import {
  addressCriteriaFields,
  defaultAddressCriteria,
  readAddressCriteria,
} from '../../../../domain/allocation/address-criteria.js';
import { IpAddress } from '../../../../domain/net/ip-address.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest } from '../../api-request.js';
import { splitParameters } from '../../wire/names.js';
import { explainedAnswer, explainFields, wantsExplanation } from './explained-answer.js';

/** Free addresses of a subnet: one, or a list if the request has a count. */
export async function describeFree(
  { allocation, explaining }: Application,
  { caller, parameters }: Pick<ApiRequest, 'caller' | 'parameters'>,
  subnetId: number,
): Promise<PlainAnswer> {
  const { given } = splitParameters(addressCriteriaFields, parameters);
  const criteria = given && readAddressCriteria(given);
  const find = async (): Promise<PlainAnswer> => {
    if (!criteria) return { data: (await allocation.findFreeAddress(caller, subnetId)).toString() };
    const free = (await allocation.findFreeAddresses(caller, subnetId, criteria)).map(String);
    return { data: given.count === undefined ? (free[0] ?? null) : free };
  };
  return explainedAnswer(wantsExplanation(splitParameters(explainFields, parameters).given), find, (taken) =>
    explaining.addresses(caller, subnetId, criteria ?? defaultAddressCriteria, taken.map(IpAddress.parse)),
  );
}
