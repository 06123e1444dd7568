import type { ErrorDetails } from './error-details.js';
import { type Texts, textsFor } from './text-template.js';

type FieldTypeDetails = ErrorDetails['field.type'];

const words = {
  text: 'a text',
  integer: 'an integer',
  number: 'a number',
  flag: '0 or 1',
  oneOf: 'one of',
  date: 'a date YYYY-MM-DD',
  timestamp: 'a time YYYY-MM-DD HH:MM:SS',
  address: 'an IP address',
  network: 'a network like 10.0.0.0/8',
  mac: 'a MAC address',
  permissions: 'a map of group id to level 0 to 3',
  idList: 'ids separated by semicolons',
  idLists: 'an object of id lists',
  object: 'an object',
  sameText: 'a value with the same text as before',
} as const satisfies Readonly<Record<FieldTypeDetails['expected'], string>>;

const wordsOf: ReadonlyMap<string, string> = new Map(Object.entries(words));

/**
 * The expected value for error messages, e.g. `an integer` or `one of a, b`. Texts from the OpenAPI description are unchanged.
 */
export function expectedValue({ expected, among = [] }: FieldTypeDetails): string {
  const text = wordsOf.get(expected) ?? expected;
  return among.length === 0 ? text : `${text} ${among.join(expected === 'oneOf' ? ', ' : ' and ')}`;
}

type Conflict = ErrorDetails['customField.conflict'];

/** The invalid member of a definition, and a text that completes a sentence after its name, such as `is not known`. */
export function conflictText({ on, problem, other = '' }: Conflict): { readonly member: string; readonly text: string } {
  return {
    typeUnknown: { member: 'type', text: 'is not known' },
    nameTaken: { member: 'name', text: `differs from ${other} in case only` },
    valuesDoNotFit: { member: 'type', text: `does not fit the values of some ${on}` },
    valuesMissing: { member: 'nullable', text: `must be true, or a default is required: some ${on} have no value` },
  }[problem];
}

export const inBrackets = (description: string): string => (description === '' ? '' : ` (${description})`);

/** Formats networks with their ids. The placeholder of a description remains unchanged. */
function networksText(candidates: ErrorDetails['address.ambiguous']['candidates']): string {
  if (!Array.isArray(candidates)) return String(candidates);
  return candidates
    .map(({ id, cidr, sectionId, vrfId }) => `${id} (${cidr} in section ${sectionId}, VRF ${vrfId ?? 'none'})`)
    .join(', ');
}

const andMore = (further: number): string => (further > 0 ? ` and ${further} more` : '');

/** The English text of each error. The REST interface prints most of them: clients depend on these texts. */
export const errorTexts: Texts<ErrorDetails> = textsFor<ErrorDetails>()({
  'field.unknown': 'There is no writable field {field}',
  'field.required': '{field} is required',
  'field.type': (details) => `Invalid ${details.field}: ${expectedValue(details)} expected`,
  'field.tooLong': 'Invalid {field}: longer than {max} characters',
  'field.range': 'Invalid {field}: not between {min} and {max}',
  'field.control': 'Invalid {field}: control characters are not allowed',
  'field.reference': 'Invalid {field}: {id:64} does not exist',
  'record.changed': 'The record has another version than expected: read it again',
  'record.nothingToChange': 'No values to update',
  'record.ambiguous': 'More than one record matches: {ids}',
  'list.fieldUnknown': 'Invalid field {field}: the records of this list have no such field',
  'list.operatorUnknown': ({ field, operator, among }) =>
    `Invalid operator ${operator} for ${field}: ${['one of', ...among].join(' ')} expected`,
  'list.valueMissing': 'Invalid {field}: {operator} needs a value',
  'list.tooManyValues': 'Too many values for {field}: at most {max} are allowed',
  'list.sortTooLong': 'Invalid sort: at most {max} fields are allowed',
  'list.countDiffers': '{found} records meet the conditions, not {expected}: nothing was deleted',
  'list.positionUnknown': 'The cursor does not belong to this list in this order',
  'address.malformed': 'Invalid IP address! ({text:64})',
  'prefix.malformed': 'Invalid network {text:64}',
  'prefix.length': 'Invalid netmask ({length:64})',
  'prefix.hostBits': 'The address has host bits: its network is {network}/{length}',
  'section.unknown': (details) => `There is no section ${'name' in details ? details.name : details.id}`,
  'section.nameTooShort': 'The name of a section has at least 3 characters',
  'section.nameTaken': 'Section {name} already exists',
  'section.tooDeep': 'Only 1 level of nesting is permitted for sections',
  'section.masterOfItself': 'Section cannot be its own master',
  'subnet.unknown': 'There is no subnet {id}',
  'subnet.outsideMaster': 'Subnet is not within boundaries of its master subnet',
  'subnet.masterNotFolder': 'Parent is not a folder',
  'subnet.cycle': 'Subnet cannot be below itself',
  'subnet.overlapInSection': ({ cidr, other, description, section }) =>
    `Subnet ${cidr} overlaps with ${other}${inBrackets(description)} in section ${section}`,
  'subnet.overlapWithSibling': 'Subnet overlaps with {cidr}',
  'subnet.otherSection': 'Master subnet belongs to another section (id {sectionId})',
  'subnet.outsideAfterChange': 'Subnet {id} would lie outside of its master subnet in a strict section',
  'subnet.conflictAfterChange': 'Subnets would conflict in a strict section',
  'subnet.overlapAfterChange': '{one} would overlap {other} in a strict section',
  'subnet.networkFixed': 'The network of a subnet cannot be changed',
  'subnet.maskFixed': 'The mask of a subnet changes by resizing',
  'subnet.folderFixed': 'isFolder cannot be changed',
  'subnet.poolInUse': 'Can not disable isPool, network or broadcast address is allocated',
  'subnet.addressOutside': '{ip} is not a valid address for subnet {cidr}',
  'subnet.hasChildren': 'Subnet contains subnets',
  'subnet.isFolder': 'Folder cannot be resized or split',
  'permission.groupUnknown': 'Invalid group identifier {group}',
  'subnet.permissionLevelUnknown': 'Invalid permissions {level}',
  'subnet.permissionsMissing': 'Permissions are missing',
  'resize.maskRequired': 'Subnet mask not provided',
  'resize.maskTooShort': 'New mask must be at least /8!',
  'resize.maskNotInteger': 'Mask must be an integer!',
  'resize.unchanged': 'New network is same as old network',
  'resize.outsideMaster': 'New subnet not in master subnet!',
  'resize.overlap': ({ cidr, other, description }) => `Subnet ${cidr} overlaps with ${other}${inBrackets(description)}`,
  'resize.childOutside': ({ cidr, description }) =>
    `Nested subnet ${cidr}${inBrackets(description)} is outside of the new subnet`,
  'split.countMissing': 'Invalid number of new subnets',
  'split.countNotAllowed': 'Invalid number of subnets',
  'split.tooSmall': 'Invalid netmask: parts would be /{length}',
  'split.childOverlaps': 'Subnet overlapping - {cidr} overlaps with {other}',
  'address.unknown': (details) =>
    'ip' in details ? `There is no address ${details.ip} in subnet ${details.subnetId}` : `There is no address ${details.id}`,
  'address.noNetwork': 'No subnet contains {ip}',
  'address.ambiguous': ({ ip, candidates, further }) =>
    `Several subnets contain ${ip}: ${networksText(candidates)}${andMore(further)}`,
  'address.exists': 'IP address already exists',
  'address.notInSubnet': '{ip} is not a valid address for subnet {cidr}',
  'address.ipFixed': 'IP address cannot be changed',
  'address.subnetFixed': 'The subnet of an address cannot be changed',
  'allocation.noAddress': 'No free addresses found',
  'allocation.subnetFull': 'No free addresses found (subnet is full)',
  'allocation.noSubnet': 'No free subnet found',
  'allocation.oneGateway': 'A subnet has one gateway: a single address is expected',
  'allocation.rangeInvalid': 'Invalid range: to must not lie before from',
  'allocation.rangeMixed': 'Invalid range: from and to must both be IPv4, or both IPv6',
  'range.reversed': 'Invalid range: last must not lie before first',
  'range.outside': 'Range {range} does not lie inside of subnet {cidr}',
  'range.subnetFixed': 'The subnet of a range cannot be changed',
  'range.overlap': 'The range overlaps with range {name} ({range})',
  'range.unknown': 'The subnet has no range {name:64}',
  'range.never': 'Range {name:64} is excluded from allocation',
  'spaceRequest.notAllowed': 'The subnet does not allow requests',
  'spaceRequest.tooMany': 'The requester has {max} open requests in the subnet, the largest possible number',
  'spaceRequest.severalNetworks': 'Invalid count: a request for a network has count 1',
  'spaceRequest.untilPast': 'Invalid until: the time has passed',
  'spaceRequest.subnetFixed': 'The subnet of a request cannot be changed',
  'spaceRequest.closed': 'The request is {state}: only open requests change',
  'spaceRequest.taken': '{place} is in use',
  'hold.none': 'The record is not held: only an existing hold can be extended',
  'hold.tag': 'Invalid tag: a held record has tag {tag}',
  'hold.folder': 'Folder cannot be held',
  'vlan.numberNegative': 'Vlan number cannot be negative',
  'vlan.numberTooHigh': 'Highest possible VLAN number is {max}!',
  'vlan.numberTaken': 'Vlan already exists',
  'rack.outside': 'Units {first} to {last} are not in a rack of {size} units',
  'rack.occupied': 'Rack units are taken by {hostname}',
  'rack.inUse': '{hostname} would lose its position in the rack',
  'kind.unknown': 'There is no {kind} {id}',
  'kind.taken': '{kind} already exists',
  'kind.inUse': '{kind} {id} cannot be deleted',
  'signIn.failed': 'Invalid username or password',
  'signIn.userDisabled': 'User account is disabled',
  'signIn.blocked': 'Your IP has been blocked for {minutes} minutes because of excessive login failures',
  'signIn.nameBlocked': 'Too many login failures for this user name, try again in {seconds} seconds',
  'signIn.busy': 'Too many logins at the same time',
  'signIn.unavailable': 'Sign-in is not available: {problem}',
  'signIn.refused': 'Sign-in refused: {problem}',
  'signIn.factorNeeded': 'A code of a second factor is needed',
  'signIn.factorWrong': 'The code of the second factor is wrong or was used before',
  'signIn.factorMissing': 'A second factor is required',
  'account.factorNeeded': 'A code or a passkey is needed for this change, since the account has second factors',
  'account.proofNeeded': 'The password, a code or a passkey is needed for this change',
  'account.proofWrong': 'The password, code or passkey is wrong',
  'authorization.invalid': 'Invalid authorization request: {problem}',
  'account.proofOutdated': 'The last confirmation of identity in this session is older than {minutes} minutes',
  'account.codeWrong': 'Second factor refused: the code is not one of the new secret',
  'account.enrolment': 'Second factor refused: {problem}',
  'ping.busy': 'Too many pings at the same time',
  'repeat.otherPayload': 'The idempotency key was used for another request',
  'repeat.underWay': 'A request with this idempotency key is under way',
  'app.lockTimeout': 'Cannot obtain lock for {app} after {seconds} seconds',
  'token.invalid': 'Invalid token',
  'token.expired': 'Token expired',
  'permission.denied': 'Insufficient permissions',
  'rate.limited': 'Limit of {name} reached: {limit} a minute, try again in {seconds} seconds',
  'customField.unknown': '{field} is not a valid custom field',
  'customField.notDefined': 'Invalid custom field {field}',
  'customField.conflict': (details) => {
    const { member, text } = conflictText(details);
    return `${details.on} ${details.name} ${member} ${text}`;
  },
  'provision.invalid': '{entry}: {problem}',
  'feed.cursorUnknown': 'The cursor does not belong to the feed of changes',
  'feed.pruned': 'The changes after this cursor were deleted: read all records again, then follow the feed from now',
  'storage.unsupported': 'Not supported by the storage: {capability}',
  'administration.unknown': 'There is no {what} {name}',
  'administration.exists': 'There is a {what} {name} already',
  'administration.lastAdministrator': 'The last active administrator must remain: add another one first',
  'usage.recording': 'Another process records the utilization',
  'map.cells': 'Invalid cells: a prefix length from {min} to {max} expected',
  'bulk.items': 'Invalid items: a list of 1 to {max} expected',
  'import.state': 'The state of the import is {state}',
  'row.cells': 'The row has {cells} cells, where there are {columns} columns',
  'row.repeatedAddress': 'The same address is in an earlier row',
  'row.ambiguous': ({ text, ids, further }) => `${text} may be any of ${ids}${andMore(further)}: name one of these`,
  'row.uncreated': '{kind} {name} does not exist and cannot be created: {reason}',
  'list.conditionMissing': 'A deletion needs an id or a condition',
  'list.expect': 'Invalid expect: the number of records to delete expected, at most {max}',
  'list.limit': 'Invalid limit: 1 to {max} expected',
  'list.tooManyConditions': 'Too many conditions: at most {max} are allowed',
  'list.tooManyPatterns': 'Too many regular expressions: at most {max} are allowed',
});
