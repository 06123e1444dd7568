import { withMeantTimes } from '../ambiguous-time.js';
import { IpamError } from '../errors.js';
import type { CustomField } from '../fields/custom-field.js';
import { changeOfHold, holdFrom, holdTag, inputWithHold, splitHold } from '../fields/hold.js';
import { rowOf } from '../fields/kind.js';
import { type Input, readIp, wrongAddress } from '../fields/read-fields.js';
import { readChangeBesideHold, readRecordInput } from '../fields/record-input.js';
import { type InputReference, inputReferences, referenceNames, requireReferences } from '../fields/references.js';
import { requireVersion, versionOf } from '../fields/version.js';
import type { IpAddress } from '../net/ip-address.js';
import { readId } from '../scalar-text.js';
import type { Subnet } from '../subnet/subnet.js';
import { SubnetAggregate } from '../subnet/subnet-aggregate.js';
import { type Address, addressFields, positionInput } from './address.js';

export interface AddressFacts {
  readonly definitions: readonly CustomField[];
  /** Fields of AddressAggregate.references with a missing record. */
  readonly missing: ReadonlySet<string>;
  /** Current time, as a stored timestamp. */
  readonly at: string;
}

export interface AddressChangeFacts extends AddressFacts {
  /** Whether a version is expected. undefined: every version is expected. */
  readonly isExpected?: ((version: string) => boolean) | undefined;
}

/** A new address, before storage. If the address is a gateway, the previous gateway loses its flag. */
export type NewAddress = Omit<Address, 'id'>;

export interface AddressChanges {
  readonly changes: Partial<NewAddress>;
  /** If true, the other addresses of the subnet lose the gateway flag. */
  readonly becomesGateway: boolean;
}

/** Checked before other fields. */
const firstReferences = ['deviceId', 'tag'];

const allReferences = referenceNames(addressFields);

export class AddressAggregate {
  readonly record: Address;

  constructor(record: Address) {
    this.record = record;
  }

  /** Includes the tag of a hold. */
  static references(input: Input): InputReference[] {
    const tag = input.tag ?? (input.hold ? holdTag : undefined);
    return inputReferences(addressFields, allReferences, { ...input, tag });
  }

  /**
   * @param facts with isTaken: whether the subnet already has this address
   * @throws IpamError field.type of subnetId and ip, address.exists, hold.tag, field.*, address.notInSubnet, field.reference
   */
  static create(subnet: Subnet, input: Input, facts: AddressFacts & { readonly isTaken: boolean }): NewAddress {
    const { ip } = positionInput(input);
    if (!ip) throw wrongAddress('ip', input.ip);
    if (facts.isTaken) throw new IpamError('address.exists');
    const values = newValues({ ...input, ip: ip.toString() }, facts);
    new SubnetAggregate(subnet).checkAddress(ip);
    requireReferences(addressFields, allReferences, input, facts.missing);
    return { ...values, ip };
  }

  /**
   * Returns a new address for each free IP. The position in the input is ignored.
   * @throws IpamError allocation.noAddress without an IP, hold.tag, field.*, allocation.oneGateway, field.reference
   */
  static allocate(subnet: Subnet, ips: readonly IpAddress[], input: Input, facts: AddressFacts): NewAddress[] {
    const [first] = ips;
    if (!first) throw new IpamError('allocation.noAddress');
    const positioned = { ...input, subnetId: subnet.id, ip: first.toString() };
    const values = newValues(positioned, facts);
    if (values.is_gateway && ips.length > 1) throw new IpamError('allocation.oneGateway');
    requireReferences(addressFields, allReferences, positioned, facts.missing);
    return ips.map((ip) => ({ ...values, ip }));
  }

  /**
   * @throws IpamError address.ipFixed, address.subnetFixed, field.*, record.nothingToChange, record.changed, hold.*,
   *   field.reference
   */
  change(input: Input, { definitions, missing, at, isExpected }: AddressChangeFacts): AddressChanges {
    const { hold, others } = splitHold(this.#inputOfChange(input), definitions);
    requireReferences(addressFields, firstReferences, others, missing);
    const { values, custom } = readChangeBesideHold(definitions, addressFields, others, hold);
    requireVersion(isExpected, () => versionOf(addressFields, rowOf(this.record)));
    const ofHold = changeOfHold(this.record, { hold, tag: values.tag }, at);
    requireReferences(addressFields, allReferences, others, missing);
    return { changes: { ...values, ...ofHold, custom }, becomesGateway: values.is_gateway === true };
  }

  /** The input without the position; ambiguous times are resolved. @throws IpamError address.ipFixed, address.subnetFixed */
  #inputOfChange({ ip, subnetId, ...others }: Input): Input {
    if (ip !== undefined && !readIp(ip)?.equals(this.record.ip)) throw new IpamError('address.ipFixed');
    if (subnetId !== undefined && readId(subnetId) !== this.record.subnetId) throw new IpamError('address.subnetFixed');
    return withMeantTimes(others, this.record);
  }
}

function newValues(input: Input, { definitions, missing, at }: AddressFacts): NewAddress {
  const { hold, others } = splitHold(input, definitions);
  const fields = inputWithHold(others, hold);
  requireReferences(addressFields, firstReferences, fields, missing);
  const { values, custom } = readRecordInput(definitions, { fields: addressFields }, fields, 'create');
  return { ...values, ...holdFrom(at, hold), custom };
}
