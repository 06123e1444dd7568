type None = Record<never, never>;
interface WithId {
  readonly id: number | string;
}
interface Named {
  /** What sort of thing, as people say. */
  readonly what: string;
  readonly name: string;
}
interface OfField {
  readonly field: string;
}

/**
 * Why a custom field cannot be put in force: nobody knows its type, another one has its name in another case, records hold values
 * that its type does not admit, or hold none although it must have one.
 */
export type CustomFieldProblem = 'typeUnknown' | 'nameTaken' | 'valuesDoNotFit' | 'valuesMissing';

/** What a field's value should have been: one of some texts, ids by sort, what reads as before... */
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

/**
 * Every mistake a caller can make, grouped by subject, with the facts that its message may name. The list is closed: an
 * adapter that turns errors into answers has one row for each, and a missing row does not compile.
 */
export interface ErrorDetails {
  // one field's value
  'field.unknown': OfField & { readonly among?: readonly string[] };
  'field.required': OfField;
  'field.type': OfField & {
    readonly expected: ExpectedValue;
    readonly among?: readonly string[];
    /** The value itself, where it is no secret and helps to find the mistake. */
    readonly given?: string;
  };
  'field.tooLong': OfField & { readonly max: number };
  'field.range': OfField & { readonly min: number; readonly max: number };
  'field.control': OfField;
  /** A record that a field names is not there, or not for the caller. `id` as it was given, where that can be none. */
  'field.reference': OfField & WithId;
  'record.nothingToChange': None;
  /** Several records are known by what was to name one. */
  'record.ambiguous': { readonly ids: readonly number[] };
  /** It is not as the caller expected it. */
  'record.changed': None;

  // conditions, order and place of a list
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

  // cells of a map
  'map.cells': { readonly min: number; readonly max: number };

  // addresses and prefixes as text
  'address.malformed': { readonly text: string };
  'prefix.malformed': { readonly text: string };
  'prefix.length': { readonly length: string };
  'prefix.hostBits': { readonly network: string; readonly length: number; readonly family: 4 | 6 };

  // sections
  'section.unknown': WithId | { readonly name: string };
  'section.nameTooShort': None;
  'section.nameTaken': { readonly name: string };
  'section.tooDeep': None;
  'section.masterOfItself': None;

  // subnets
  'subnet.unknown': WithId;
  'subnet.outsideMaster': None;
  'subnet.otherSection': { readonly sectionId: number };
  /** A change of a section would leave a subnet outside of its master. */
  'subnet.outsideAfterChange': { readonly id: number };
  /** As the two codes for after a change, for callers who do not see the subnets. */
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

  // resize and split
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

  // addresses
  'address.unknown': WithId | { readonly subnetId: number; readonly ip: string };
  'address.noNetwork': { readonly ip: string };
  /** Several networks could hold an address. */
  'address.ambiguous': {
    readonly ip: string;
    readonly candidates: readonly {
      readonly id: number;
      readonly cidr: string;
      readonly sectionId: number;
      readonly vrfId: number | null;
    }[];
    /** How many more there are. */
    readonly further: number;
  };
  'address.exists': None;
  'address.notInSubnet': { readonly ip: string; readonly cidr: string };
  'address.ipFixed': None;
  'address.subnetFixed': None;

  // allocation
  'allocation.noAddress': None;
  'allocation.subnetFull': None;
  'allocation.noSubnet': None;
  /** Several addresses cannot be the one gateway of a subnet. */
  'allocation.oneGateway': None;
  /** The last end lies before the first. */
  'allocation.rangeInvalid': None;
  /** The ends are of two families. */
  'allocation.rangeMixed': None;

  // holds
  /** What is not held cannot be held longer. */
  'hold.none': None;
  'hold.tag': { readonly tag: number };
  'hold.folder': None;

  // other kinds
  'vlan.numberNegative': None;
  'vlan.numberTooHigh': { readonly max: number };
  'vlan.numberTaken': None;
  'rack.outside': { readonly first: number; readonly last: number; readonly size: number };
  'rack.occupied': { readonly hostname: string };
  'rack.inUse': { readonly hostname: string };
  'kind.unknown': { readonly kind: string; readonly id: number | string };
  'kind.taken': { readonly kind: string };
  'kind.inUse': { readonly kind: string; readonly id: number | string };

  // identity and access
  'signIn.failed': None;
  'signIn.userDisabled': None;
  'signIn.blocked': { readonly minutes: number };
  'signIn.nameBlocked': { readonly seconds: number };
  'signIn.busy': None;
  /** A strategy cannot check a proof now, e.g. as its directory does not answer; `problem` says why. */
  'signIn.unavailable': { readonly problem: string };
  /** A sign-in provider has authenticated a person who may not sign in; `problem` is the reason. */
  'signIn.refused': { readonly problem: string };
  'token.invalid': None;
  'token.expired': None;
  'permission.denied': None;
  'app.lockTimeout': { readonly app: string; readonly seconds: number };

  // requests that are sent again under a key
  'repeat.otherPayload': None;
  'repeat.underWay': None;

  // pings and scans
  'ping.busy': None;

  // custom fields
  'customField.unknown': OfField;
  'customField.notDefined': OfField;
  'customField.conflict': {
    readonly on: string;
    readonly name: string;
    readonly problem: CustomFieldProblem;
    /** The field that has the name in another case. */
    readonly other?: string;
  };

  // the feed of changes
  'feed.cursorUnknown': None;
  'feed.pruned': None;

  // storages in parts
  /** The storage lacks a capability that the request needs. */
  'storage.unsupported': { readonly capability: string };

  // administration
  'provision.invalid': { readonly entry: string; readonly problem: string };
  'administration.unknown': Named;
  'administration.exists': Named;
  'administration.lastAdministrator': None;
}

/** A code from the closed list of mistakes. */
export type ErrorCode = keyof ErrorDetails;

/** The one exception of domain and application: a code, the facts that go with it, and both as a sentence for logs. */
export class IpamError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'IpamError';
  readonly code: C;
  readonly details: ErrorDetails[C];

  constructor(code: C, ...details: Record<never, never> extends ErrorDetails[C] ? [] : [ErrorDetails[C]]) {
    super(sentenceOf(code, details[0] ?? {}));
    this.code = code;
    this.details = (details[0] ?? {}) as ErrorDetails[C];
  }

  /** Narrows an unknown exception to one of the given codes; any IpamError when none is given. */
  static is<C extends ErrorCode>(error: unknown, ...codes: readonly C[]): error is IpamError<C> {
    return error instanceof IpamError && (codes.length === 0 || codes.some((code) => code === error.code));
  }
}

/** A code and its facts as a sentence: `Subnet: unknown (id 7).` */
function sentenceOf(code: string, details: object): string {
  const [subject = '', problem = ''] = code.split('.').map(wordsOf);
  const facts = Object.entries(details).map(([name, value]) => `${wordsOf(name)} ${factText(value)}`);
  const text = `${subject}: ${problem}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const factText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
