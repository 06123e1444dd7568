import { writtenTime } from '../../../application/service-time.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import type { FieldSet } from '../../../domain/fields/field.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { readId, scalarText } from '../../../domain/scalar-text.js';
import { RequestError } from '../request-error.js';
import type { RequestParameters } from './parameters.js';

/** How the names of a resource's fields on the wire differ from the fields' own. */
export interface WireNames {
  /** Names that writes may use instead of a field's own. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Fields whose own name writes may not use. */
  readonly onlyBySynonym?: readonly string[];
  /** Members that records show beside their fields and `links`: computed, so that nobody can write them. */
  readonly computed?: readonly string[];
  /** Members that records show beside a field, with its value. */
  readonly shownTwice?: Readonly<Record<string, string>>;
  /** References that print as 0 where they name nothing. */
  readonly zeroWhenUnset?: readonly string[];
  /** Fields that print as text even where numbers print as numbers. */
  readonly alwaysText?: readonly string[];
  /** Fields that writes may set to a time, which is one of the service's zone. */
  readonly times?: readonly string[];
  /** Name of the id in records, unless a path shows it as `id`; requests may give it under this name and `id`. */
  readonly id?: string;
}

/** Every deviation of wire names from field names. */
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
  deviceType: { id: 'tid' },
  vlan: { id: 'vlanId' },
  vrf: { id: 'vrfId' },
};

/**
 * Turns the parameters of a write into a use-case's input: fields under their own names, times in UTC, without the record's
 * id, and with an object `custom_fields` where the application nests them.
 * @throws IpamError field.unknown for a name that writes may not use
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

/** The field that a write means by a name. */
const fieldCalled = ({ synonyms = {} }: WireNames, name: string): string =>
  Object.hasOwn(synonyms, name) ? (synonyms[name] ?? name) : name;

/** Refuses two values of one field that records show under two names. @throws RequestError request.conflictingId */
function requireSame(
  { shownTwice = {} }: WireNames,
  parameters: RequestParameters,
  names: { readonly field: string; readonly other: string },
): void {
  const isShownTwice = Object.hasOwn(shownTwice, names.field) && Object.hasOwn(parameters, names.other);
  if (isShownTwice && parameters[names.field] !== parameters[names.other]) throw new RequestError('request.conflictingId', names);
}

/** The input of what the service makes by itself: a description that is not sent, or null, is the default text. */
export const described = (input: Readonly<Record<string, unknown>>, text: string): Record<string, unknown> => ({
  ...input,
  description: input.description ?? text,
});

/**
 * The same for a change: what records show and nobody can write is passed over, so that a record may be written back as it
 * was read. @throws IpamError field.unknown
 */
export function readChange(names: WireNames, parameters: RequestParameters, nestsCustomFields = false): Record<string, unknown> {
  const isComputed = (name: string): boolean => name === 'links' || (names.computed?.includes(name) ?? false);
  const given = Object.entries(parameters).filter(([name]) => !isComputed(name));
  return readInput(names, Object.fromEntries(given), nestsCustomFields);
}

/**
 * The id that a request names, in its path or as a parameter; a parameter that is no text or number counts as empty.
 * @throws RequestError request.conflictingId when both are there and differ
 */
export function requestedId(pathId: string | undefined, parameters: RequestParameters, name = 'id'): string | undefined {
  const given = parameters[name] === undefined ? undefined : (scalarText(parameters[name]) ?? '');
  if (pathId === undefined) return given;
  if (given !== undefined && given !== pathId) throw new RequestError('request.conflictingId', { field: name });
  return pathId;
}

/** Whether a path segment looks like a number; only such can be an id. */
export const isNumeric = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text);

/** The id in a numeric path segment; 0, which no record has, for numbers that cannot be one. */
export const pathId = (text: string): number => readId(text) ?? 0;

/**
 * The address that a path names beside a subnet: `/addresses/{ip}/{subnetId}/`.
 * @returns undefined where there is no subnet, or an id in the place of the address
 * @throws RequestError path.addressInvalid for any other text there
 */
export function addressNamed(text: string, subnetId: string): IpAddress | undefined {
  if (subnetId === '') return undefined;
  const ip = IpAddress.read(text);
  if (!ip && !isNumeric(text)) throw new RequestError('path.addressInvalid', { text });
  return ip;
}

/** Parameters, parted into those of a set of fields and all others. */
export interface SplitParameters {
  /** undefined where none of them was given. */
  readonly given: RequestParameters | undefined;
  readonly others: RequestParameters;
}

/** Parts parameters by their names. */
export function splitParameters(
  fields: FieldSet,
  parameters: RequestParameters,
  except: readonly string[] = [],
): SplitParameters {
  const isGiven = (name: string): boolean => Object.hasOwn(fields, name) && !except.includes(name);
  const entries = Object.entries(parameters);
  const given = entries.filter(([name]) => isGiven(name));
  if (given.length === 0) return { given: undefined, others: parameters };
  return { given: Object.fromEntries(given), others: Object.fromEntries(entries.filter(([name]) => !isGiven(name))) };
}

/**
 * Parts the parameters of a write that sets fields of a record too: what has the name of a custom field is that field.
 * @param customFields reads those; only asked where there is anything to part
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
