type None = Record<never, never>;
interface WithId {
  readonly id: number | string;
}
interface NamedObject {
  readonly what: string;
  readonly name: string;
}
interface OfField {
  readonly field: string;
}

/** Conflict of a custom field: unknown type, name in use with different case, or stored values that are invalid or missing. */
export type CustomFieldProblem = 'typeUnknown' | 'nameTaken' | 'valuesDoNotFit' | 'valuesMissing';

export type ExpectedValue =
  | 'text'
  | 'integer'
  | 'number'
  | 'flag'
  | 'oneOf'
  | 'date'
  | 'timestamp'
  | 'address'
  | 'network'
  | 'mac'
  | 'permissions'
  | 'idList'
  | 'idLists'
  | 'object'
  | 'sameText';

/** All errors that a caller can cause, with their details. Adapters must map every code; a missing code does not compile. */
export interface ErrorDetails {
  'field.unknown': OfField & { readonly among?: readonly string[] };
  'field.required': OfField;
  'field.type': OfField & {
    readonly expected: ExpectedValue;
    readonly among?: readonly string[];
    /** Omitted for secrets and unhelpful values. */
    readonly given?: string;
  };
  'field.tooLong': OfField & { readonly max: number };
  'field.range': OfField & { readonly min: number; readonly max: number };
  'field.control': OfField;
  /** The referenced record is missing or hidden. An invalid `id` is reported as sent. */
  'field.reference': OfField & WithId;
  'record.nothingToChange': None;
  /** Several records match an input that must match one. */
  'record.ambiguous': { readonly ids: readonly number[] };
  /** The record does not have the expected version. */
  'record.changed': None;

  'list.fieldUnknown': OfField;
  'list.operatorUnknown': OfField & { readonly operator: string; readonly among: readonly string[] };
  'list.tooManyValues': OfField & { readonly max: number };
  'list.valueMissing': OfField & { readonly operator: string };
  'list.sortTooLong': { readonly max: number };
  'list.tooManyConditions': { readonly max: number };
  'list.tooManyPatterns': { readonly max: number };
  'list.limit': { readonly max: number };
  'list.conditionMissing': None;
  'list.expect': { readonly max: number };
  'bulk.items': { readonly max: number };
  'list.positionUnknown': None;
  'list.countDiffers': { readonly expected: number; readonly found: number };

  'import.state': { readonly state: string };

  'row.cells': { readonly cells: number; readonly columns: number };
  'row.repeatedAddress': OfField;
  /** Several records have the name in a cell. `ids` are the first of them. */
  'row.ambiguous': OfField & { readonly text: string; readonly ids: string; readonly further: number };
  /** A row refers to a missing record that cannot be created. `reason` is the error message of the failed creation. */
  'row.uncreated': { readonly kind: string; readonly name: string; readonly reason: string };

  /** Another process records the utilization. */
  'usage.recording': None;
  'map.cells': { readonly min: number; readonly max: number };

  'address.malformed': { readonly text: string };
  'prefix.malformed': { readonly text: string };
  'prefix.length': { readonly length: string };
  'prefix.hostBits': { readonly network: string; readonly length: number; readonly family: 4 | 6 };

  'section.unknown': WithId | { readonly name: string };
  'section.nameTooShort': None;
  'section.nameTaken': { readonly name: string };
  'section.tooDeep': None;
  'section.masterOfItself': None;

  'subnet.unknown': WithId;
  'subnet.outsideMaster': None;
  'subnet.otherSection': { readonly sectionId: number };
  /** After the change of a section, a subnet would be outside of its master. */
  'subnet.outsideAfterChange': { readonly id: number };
  /** Conflicts after a change, for callers without permission on the subnets. */
  'subnet.conflictAfterChange': None;
  'subnet.masterNotFolder': None;
  'subnet.cycle': None;
  'subnet.overlapInSection': {
    readonly cidr: string;
    readonly other: string;
    readonly description: string;
    readonly section: string;
  };
  'subnet.overlapWithSibling': { readonly cidr: string };
  'subnet.overlapAfterChange': { readonly one: string; readonly other: string };
  'subnet.networkFixed': None;
  'subnet.maskFixed': None;
  'subnet.folderFixed': None;
  'subnet.poolInUse': None;
  'subnet.addressOutside': { readonly ip: string; readonly cidr: string };
  'subnet.hasChildren': None;
  'subnet.isFolder': None;
  'permission.groupUnknown': { readonly group: string };
  'subnet.permissionLevelUnknown': { readonly level: string };
  'subnet.permissionsMissing': None;

  'resize.maskRequired': None;
  'resize.maskTooShort': None;
  'resize.maskNotInteger': None;
  'resize.unchanged': None;
  'resize.outsideMaster': None;
  'resize.overlap': { readonly cidr: string; readonly other: string; readonly description: string };
  'resize.childOutside': { readonly cidr: string; readonly description: string };
  'split.countMissing': None;
  'split.countNotAllowed': None;
  'split.tooSmall': { readonly length: number };
  'split.childOverlaps': { readonly cidr: string; readonly other: string };

  'address.unknown': WithId | { readonly subnetId: number; readonly ip: string };
  'address.noNetwork': { readonly ip: string };
  'address.ambiguous': {
    readonly ip: string;
    readonly candidates: readonly {
      readonly id: number;
      readonly cidr: string;
      readonly sectionId: number;
      readonly vrfId: number | null;
    }[];
    /** Number of candidates beyond those listed. */
    readonly further: number;
  };
  'address.exists': None;
  'address.notInSubnet': { readonly ip: string; readonly cidr: string };
  'address.ipFixed': None;
  'address.subnetFixed': None;

  'allocation.noAddress': None;
  'allocation.subnetFull': None;
  'allocation.noSubnet': None;
  'allocation.oneGateway': None;
  /** `to` lies before `from`. */
  'allocation.rangeInvalid': None;
  /** `from` and `to` have different address families (IPv4 and IPv6). */
  'allocation.rangeMixed': None;

  'range.reversed': None;
  'range.outside': { readonly range: string; readonly cidr: string };
  'range.subnetFixed': None;
  'range.overlap': { readonly name: string; readonly range: string };
  'range.unknown': { readonly name: string };
  /** The requested range is excluded from allocation. */
  'range.never': { readonly name: string };

  'spaceRequest.notAllowed': None;
  'spaceRequest.tooMany': { readonly max: number };
  'spaceRequest.severalNetworks': None;
  'spaceRequest.untilPast': None;
  'spaceRequest.subnetFixed': None;
  /** The request was already decided or has expired. */
  'spaceRequest.closed': { readonly state: string };
  'spaceRequest.taken': { readonly place: string };

  /** Only a held record can be extended. */
  'hold.none': None;
  'hold.tag': { readonly tag: number };
  'hold.folder': None;

  'vlan.numberNegative': None;
  'vlan.numberTooHigh': { readonly max: number };
  'vlan.numberTaken': None;
  'rack.outside': { readonly first: number; readonly last: number; readonly size: number };
  'rack.occupied': { readonly hostname: string };
  'rack.inUse': { readonly hostname: string };
  'kind.unknown': { readonly kind: string; readonly id: number | string };
  'kind.taken': { readonly kind: string };
  'kind.inUse': { readonly kind: string; readonly id: number | string };

  'signIn.failed': None;
  'signIn.userDisabled': None;
  'signIn.blocked': { readonly minutes: number };
  'signIn.nameBlocked': { readonly seconds: number };
  'signIn.busy': None;
  /** The strategy cannot check credentials now, e.g. because its directory does not respond. */
  'signIn.unavailable': { readonly problem: string };
  /** The sign-in provider authenticated a person who may not sign in. `problem` is the reason. */
  'signIn.refused': { readonly problem: string };
  /** The password is correct. A second factor is required. */
  'signIn.factorNeeded': { readonly userId: number };
  'signIn.factorWrong': None;
  /** The password is correct. The user needs a second factor and has none. */
  'signIn.factorMissing': { readonly userId: number };
  /** The password alone is not sufficient for the change, because the user has second factors. */
  'account.factorNeeded': None;
  /** Changes of the own account require the password or a second factor again. */
  'account.proofNeeded': None;
  'account.proofWrong': None;
  /** The last authentication of the session is older than `recentAuthenticationMinutes`. */
  'account.proofOutdated': { readonly minutes: number };
  /** An invalid OAuth authorization request, shown on the consent page. */
  'authorization.invalid': { readonly problem: string };
  /** The first code of a new authenticator app is wrong. */
  'account.codeWrong': None;
  /** A new factor failed its verification. */
  'account.enrolment': { readonly problem: string };
  'token.invalid': None;
  'token.expired': None;
  'permission.denied': None;
  'rate.limited': { readonly name: string; readonly limit: number; readonly seconds: number };
  'app.lockTimeout': { readonly app: string; readonly seconds: number };

  'repeat.otherPayload': None;
  'repeat.underWay': None;

  'ping.busy': None;

  'customField.unknown': OfField;
  'customField.notDefined': OfField;
  'customField.conflict': {
    readonly on: string;
    readonly name: string;
    readonly problem: CustomFieldProblem;
    /** The field with the same name in different case. */
    readonly other?: string;
  };

  'feed.cursorUnknown': None;
  'feed.pruned': None;

  'storage.unsupported': { readonly capability: string };

  'provision.invalid': { readonly entry: string; readonly problem: string };
  'administration.unknown': NamedObject;
  'administration.exists': NamedObject;
  'administration.lastAdministrator': None;
}

export type ErrorCode = keyof ErrorDetails;
