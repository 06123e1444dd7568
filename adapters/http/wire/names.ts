import { writtenTime } from '../../../application/service-time.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import type { FieldSet } from '../../../domain/fields/field.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { readId, scalarText } from '../../../domain/scalar-text.js';
import { isNumeric } from '../paths.js';
import { RequestError } from '../request-error.js';
import type { RequestParameters } from './parameters.js';

/** Differences between wire names and field names of a resource. */
export interface WireNames {
  /** Alternative names of fields that writes accept. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Fields that writes accept only under a synonym. */
  readonly onlyBySynonym?: readonly string[];
  /** Names of computed read-only members, besides fields and `links`. */
  readonly computed?: readonly string[];
  /** Members that repeat the value of a field: field name by member name. */
  readonly shownTwice?: Readonly<Record<string, string>>;
  /** References that are printed as 0 when unset. */
  readonly zeroWhenUnset?: readonly string[];
  /** Fields printed as text in both number styles. */
  readonly alwaysText?: readonly string[];
  /** Writable timestamps, in the service's time zone on the wire. */
  readonly times?: readonly string[];
  /** Name of the id in records, unless a path prints it as `id`. Requests may use this name or `id`. */
  readonly id?: string;
}

export const wireNames: Readonly<Partial<Record<KindName, WireNames>>> &
  Readonly<Record<'section' | 'subnet' | 'address', WireNames>> = {
  section: { alwaysText: ['strictMode'], zeroWhenUnset: ['masterSection'] },
  subnet: {
    synonyms: { state: 'tag' },
    onlyBySynonym: ['tag'],
    zeroWhenUnset: ['vrfId', 'masterSubnetId', 'vlanId', 'device', 'nameserverId'],
    computed: ['nameservers', 'gatewayId', 'gateway', 'calculation', 'usage', 'addresses'],
  },
  address: { synonyms: { ip_addr: 'ip', state: 'tag', switch: 'deviceId' }, times: ['lastSeen'] },
  nameserver: { synonyms: { sections: 'permissions' } },
  l2domain: { synonyms: { permissions: 'sections' } },
  device: { synonyms: { ip_addr: 'ip', descriptuion: 'description' }, zeroWhenUnset: ['type'] },
  customer: { synonyms: { state: 'tag' }, shownTwice: { state: 'tag' } },
  request: { times: ['until'] },
  deviceType: { id: 'tid' },
  vlan: { id: 'vlanId' },
  vrf: { id: 'vrfId' },
};

/**
 * Converts the parameters of a write to the input of a use case: field names, times in UTC, without the record's id. If the
 * application nests custom fields, `custom_fields` contains them.
 * @throws IpamError field.unknown for a name that writes do not accept
 */
export function readInput(names: WireNames, parameters: RequestParameters, nestsCustomFields = false): Record<string, unknown> {
  const input: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(parameters)) {
    if (name === 'id' || name === names.id) continue;
    if (names.onlyBySynonym?.includes(name) || (name === 'custom_fields' && !nestsCustomFields))
      throw new IpamError('field.unknown', { field: name });
    const field = fieldCalled(names, name);
    if (field !== name) requireSame(names, parameters, { field: name, other: field });
    input[field] = value;
  }
  for (const name of names.times ?? []) if (name in input) input[name] = writtenTime(input[name]);
  return input;
}

/** Returns the name of a field in writes. It differs from that in records if writes accept only a synonym. */
export const inputName = ({ synonyms = {}, onlyBySynonym = [] }: WireNames, field: string): string =>
  (onlyBySynonym.includes(field) && Object.keys(synonyms).find((synonym) => synonyms[synonym] === field)) || field;

/** Resolves a synonym to its field. */
const fieldCalled = ({ synonyms = {} }: WireNames, name: string): string =>
  Object.hasOwn(synonyms, name) ? (synonyms[name] ?? name) : name;

/** Rejects different values under two names of a field. @throws RequestError request.conflictingId */
function requireSame(
  { shownTwice = {} }: WireNames,
  parameters: RequestParameters,
  names: { readonly field: string; readonly other: string },
): void {
  const isShownTwice = Object.hasOwn(shownTwice, names.field) && Object.hasOwn(parameters, names.other);
  if (isShownTwice && parameters[names.field] !== parameters[names.other]) throw new RequestError('request.conflictingId', names);
}

/** Adds a default description if the input has none. */
export const described = (input: Readonly<Record<string, unknown>>, text: string): Record<string, unknown> => ({
  ...input,
  description: input.description ?? text,
});

/**
 * Reads the input of a change. Read-only members are skipped, so that clients can send a record as they read it.
 * @throws IpamError field.unknown
 */
export function readChange(names: WireNames, parameters: RequestParameters, nestsCustomFields = false): Record<string, unknown> {
  const isComputed = (name: string): boolean => name === 'links' || (names.computed?.includes(name) ?? false);
  const input = Object.entries(parameters).filter(([name]) => !isComputed(name));
  return readInput(names, Object.fromEntries(input), nestsCustomFields);
}

/**
 * Returns the id in the path or in a parameter. A parameter that is neither text nor number counts as empty.
 * @throws RequestError request.conflictingId for two different ids
 */
export function requestedId(pathId: string | undefined, parameters: RequestParameters, name = 'id'): string | undefined {
  const input = parameters[name] === undefined ? undefined : (scalarText(parameters[name]) ?? '');
  if (pathId === undefined) return input;
  if (input !== undefined && input !== pathId) throw new RequestError('request.conflictingId', { field: name });
  return pathId;
}

/** Returns the id in a numeric path segment; 0, which no record has, for an invalid id. */
export const pathId = (text: string): number => readId(text) ?? 0;

/**
 * Returns the address in a path with a subnet: `/addresses/{ip}/{subnetId}/`.
 * @returns undefined without a subnet, or for an id instead of an address
 * @throws RequestError path.addressInvalid for any other text
 */
export function addressNamed(text: string, subnetId: string): IpAddress | undefined {
  if (subnetId === '') return undefined;
  const ip = IpAddress.read(text);
  if (!ip && !isNumeric(text)) throw new RequestError('path.addressInvalid', { text });
  return ip;
}

export interface SplitParameters {
  /** Undefined if the request has no parameter of the field set. */
  readonly given: RequestParameters | undefined;
  readonly others: RequestParameters;
}

/** Separates the parameters of a field set from all others. */
export function splitParameters(
  fields: FieldSet,
  parameters: RequestParameters,
  except: readonly string[] = [],
): SplitParameters {
  const isPresent = (name: string): boolean => Object.hasOwn(fields, name) && !except.includes(name);
  const entries = Object.entries(parameters);
  const input = entries.filter(([name]) => isPresent(name));
  if (input.length === 0) return { given: undefined, others: parameters };
  return { given: Object.fromEntries(input), others: Object.fromEntries(entries.filter(([name]) => !isPresent(name))) };
}

/**
 * Separates query parameters from the record's fields in a write. A parameter with the name of a custom field sets the custom
 * field.
 * @param customFields reads the definitions; called only if a parameter is part of the field set
 */
export async function splitWriteParameters(
  fields: FieldSet,
  parameters: RequestParameters,
  customFields: () => Promise<readonly { readonly name: string }[]>,
): Promise<SplitParameters> {
  const parted = splitParameters(fields, parameters);
  if (!parted.given) return parted;
  return splitParameters(
    fields,
    parameters,
    (await customFields()).map(({ name }) => name),
  );
}
