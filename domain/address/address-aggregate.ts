import { withMeantTimes } from '../ambiguous-time.js';
import { IpamError } from '../errors.js';
import type { CustomField } from '../fields/custom-field.js';
import { changeOfHold, holdFrom, holdTag, inputWithHold, splitHold } from '../fields/hold.js';
import { rowOf } from '../fields/kind.js';
import { type Input, readIp } from '../fields/read-fields.js';
import { readChangeBesideHold, readRecordInput } from '../fields/record-input.js';
import { type NamedReference, namedReferences, referenceNames, requireReferences } from '../fields/references.js';
import { requireVersion, versionOf } from '../fields/version.js';
import type { IpAddress } from '../net/ip-address.js';
import { readId } from '../scalar-text.js';
import type { Subnet } from '../subnet/subnet.js';
import { SubnetAggregate } from '../subnet/subnet-aggregate.js';
import { type Address, addressFields, positionInput } from './address.js';

/** Facts about the surroundings of an address that is created or changed. */
export interface AddressFacts {
  readonly definitions: readonly CustomField[];
  /** Fields of the input that name a record which does not exist (of AddressAggregate.references). */
  readonly missing: ReadonlySet<string>;
  /** Now, as records store times. */
  readonly at: string;
}

/** Facts about an address that is to be changed. */
export interface AddressChangeFacts extends AddressFacts {
  /** Whether a version of the record is the one that the caller expects; without it any is. */
  readonly isExpected?: ((version: string) => boolean) | undefined;
}

/** An address that is to be stored. As a gateway it takes the mark from the other addresses of its subnet. */
export type NewAddress = Omit<Address, 'id'>;

/** New values of an address, and their consequences. */
export interface AddressChanges {
  readonly changes: Partial<NewAddress>;
  /** Whether the other addresses of its subnet lose the gateway mark. */
  readonly takesGatewayMark: boolean;
}

/** References whose mistakes are reported before those of other fields. */
const firstReferences = ['deviceId', 'tag'];

const allReferences = referenceNames(addressFields);

/** An address: how it is created in a subnet, and changed. */
export class AddressAggregate {
  readonly record: Address;

  constructor(record: Address) {
    this.record = record;
  }

  /** The records that an input names, the tag of a hold included: to be read before it is checked. */
  static references(input: Input): NamedReference[] {
    const tag = input.tag ?? (input.hold ? holdTag : undefined);
    return namedReferences(addressFields, allReferences, { ...input, tag });
  }

  /**
   * A new address of a subnet, at the position that its input names.
   * @param facts with isTaken: whether the subnet has an address there
   * @throws IpamError field.type of subnetId and ip, address.exists, hold.tag, field.*, address.notInSubnet, field.reference
   */
  static create(subnet: Subnet, input: Input, facts: AddressFacts & { readonly isTaken: boolean }): NewAddress {
    const parent = new SubnetAggregate(subnet);
    const ip = parent.placeOfNew(positionInput(input).ip, facts.isTaken, input.ip);
    const values = newValues({ ...input, ip: ip.toString() }, facts);
    parent.checkAddress(ip);
    requireReferences(addressFields, allReferences, input, facts.missing);
    return { ...values, ip };
  }

  /**
   * New addresses in free positions of a subnet, which they get in their order. A position in the input is ignored.
   * @throws IpamError allocation.noAddress where there is no position, hold.tag, field.*, allocation.oneGateway, field.reference
   */
  static allocate(subnet: Subnet, ips: readonly IpAddress[], input: Input, facts: AddressFacts): NewAddress[] {
    const [first] = ips;
    if (!first) throw new IpamError('allocation.noAddress');
    const positioned = { ...input, subnetId: subnet.id, ip: first.toString() };
    const values = newValues(positioned, facts);
    new SubnetAggregate(subnet).checkGateways(ips.length, values.is_gateway);
    requireReferences(addressFields, allReferences, positioned, facts.missing);
    return ips.map((ip) => ({ ...values, ip }));
  }

  /**
   * Its new values.
   * @throws IpamError address.ipFixed, address.subnetFixed, field.*, record.nothingToChange, record.changed, hold.*,
   * field.reference
   */
  change(input: Input, { definitions, missing, at, isExpected }: AddressChangeFacts): AddressChanges {
    const { hold, others } = splitHold(this.inputOfChange(input), definitions);
    requireReferences(addressFields, firstReferences, others, missing);
    const { values, custom } = readChangeBesideHold(definitions, addressFields, others, hold);
    requireVersion(isExpected, () => versionOf(addressFields, rowOf(this.record)));
    const ofHold = changeOfHold(this.record, { hold, tag: values.tag }, at);
    requireReferences(addressFields, allReferences, others, missing);
    return { changes: { ...values, ...ofHold, custom }, takesGatewayMark: values.is_gateway === true };
  }

  /**
   * The input of a change: the position of the address stays, and may be named as it is, in any spelling. Of times that the clocks
   * showed twice the stored one is meant, if it is one of them.
   * @throws IpamError address.ipFixed, address.subnetFixed for another position
   */
  inputOfChange({ ip, subnetId, ...others }: Input): Input {
    if (ip !== undefined && !readIp(ip)?.equals(this.record.ip)) throw new IpamError('address.ipFixed');
    if (subnetId !== undefined && readId(subnetId) !== this.record.subnetId) throw new IpamError('address.subnetFixed');
    return withMeantTimes(others, this.record);
  }
}

/** Values of a new address. @param input with its position @throws IpamError hold.tag, field.* */
function newValues(input: Input, { definitions, missing, at }: AddressFacts): NewAddress {
  const { hold, others } = splitHold(input, definitions);
  const fields = inputWithHold(others, hold);
  requireReferences(addressFields, firstReferences, fields, missing);
  const { values, custom } = readRecordInput(definitions, { fields: addressFields }, fields, 'create');
  return { ...values, ...holdFrom(at, hold), custom };
}
