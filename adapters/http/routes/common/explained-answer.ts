import type { Caller } from '../../../../application/caller.js';
import type { Application } from '../../../../application/index.js';
import type { Readers } from '../../../../application/ports/unit-of-work.js';
import { inServiceZone } from '../../../../application/service-time.js';
import {
  addressCriteriaFields,
  defaultAddressCriteria,
  readAddressCriteria,
} from '../../../../domain/allocation/address-criteria.js';
import { type Explanation, refusedFor } from '../../../../domain/allocation/explanation.js';
import { IpamError } from '../../../../domain/errors.js';
import { defineFields } from '../../../../domain/fields/field.js';
import { readFields } from '../../../../domain/fields/read-fields.js';
import { IpAddress } from '../../../../domain/net/ip-address.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest } from '../../api-request.js';
import { DetailedError } from '../../error-mapping.js';
import { splitParameters } from '../../wire/names.js';
import type { RequestParameters } from '../../wire/parameters.js';
import type { WireObject, WireValue } from '../../wire/wire-value.js';

export const explainFields = defineFields({ explain: { type: 'flag' } });

/** Whether the request asks for an explanation. @throws IpamError field.type */
export const wantsExplanation = (input: RequestParameters | undefined): boolean =>
  input !== undefined && readFields(explainFields, input, 'create').explain;

/** Errors with an explanation: no free space, or space that the caller cannot see. */
const explained = [
  'allocation.noAddress',
  'allocation.subnetFull',
  'allocation.noSubnet',
  'subnet.hasChildren',
  'range.unknown',
  'range.never',
  'subnet.unknown',
  'permission.denied',
] as const;

/**
 * @param taken the allocated networks or addresses as texts; empty after a failure
 * @param within readers of the unit of work that allocates; undefined outside of this unit of work
 */
type Explain = (taken: readonly string[], within?: Readers) => Promise<Explanation>;

/** Returns the found objects, with an explanation if requested. Failures are explained too. @throws DetailedError */
export function explainedAnswer(isRequested: boolean, find: () => Promise<PlainAnswer>, explain: Explain): Promise<PlainAnswer> {
  if (!isRequested) return find();
  return explainedFailure(async () => withExplanation(await find(), explain), explain);
}

/**
 * Wraps a write so that its answers and failures contain an explanation if requested. A stored answer includes it.
 * @param input the explanation parameters of the request
 * @returns a write, which throws DetailedError
 * @throws IpamError field.type
 */
export function explainedWrite(input: RequestParameters, write: ApiRequest['write'], explain: Explain): ApiRequest['write'] {
  if (!wantsExplanation(input)) return write;
  return <T>(
    work: (caller: Caller) => Promise<T>,
    answer: (result: T, within?: Readers) => PlainAnswer | Promise<PlainAnswer>,
  ) => {
    const withReason = async (result: T, within?: Readers) => withExplanation(await answer(result, within), explain, within);
    return explainedFailure(() => write(work, withReason), explain);
  };
}

async function withExplanation(answer: PlainAnswer, explain: Explain, within?: Readers): Promise<PlainAnswer> {
  return { ...answer, explain: printed(await explain(allocatedOf(answer.data ?? null), within)) };
}

async function explainedFailure(work: () => Promise<PlainAnswer>, explain: Explain): Promise<PlainAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!IpamError.is(error, ...explained)) throw error;
    const isForbidden = IpamError.is(error, 'subnet.unknown', 'permission.denied');
    throw new DetailedError(error, { explain: printed(isForbidden ? refusedFor('permission') : await explain([])) });
  }
}

function allocatedOf(data: WireValue): readonly string[] {
  if (typeof data === 'string') return [data];
  if (!Array.isArray(data)) return [];
  return data.flatMap((each: WireValue) => {
    if (typeof each === 'string') return [each];
    const ip = typeof each === 'object' && each && 'ip' in each ? each.ip : undefined;
    return typeof ip === 'string' ? [ip] : [];
  });
}

const printed = ({ refusal, ranges, leftOff }: Explanation): WireObject => ({
  ...(refusal === undefined ? {} : { refusal }),
  ranges: ranges.map(({ first, last, reason, until, range }) => ({
    first: first.toString(),
    last: last.toString(),
    reason,
    ...(until === undefined ? {} : { until: inServiceZone(until) }),
    ...(range === undefined ? {} : { range }),
  })),
  leftOff: leftOff.toString(),
});

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
