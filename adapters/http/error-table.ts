import { conflictText } from '../../application/catalog/custom-fields.js';
import { expectedValue } from '../../application/expected-value.js';
import { StorageError, type StorageFailure } from '../../application/ports/storage-error.js';
import { type ErrorDetails, IpamError } from '../../domain/errors.js';
import { rowKinds } from '../../domain/transfer/columns.js';
import { type MappableCode, type MappableDetails, MappedError } from './error-mapping.js';
import { type ErrorText, excerpt, type LanguageHeader } from './error-text.js';
import { germanStorageTexts, germanTexts } from './german-texts.js';
import { RequestError } from './request-error.js';
import { isNumeric } from './wire/names.js';

export interface ErrorRow<D> {
  readonly status: number;
  readonly text: ErrorText<D>;
  /** Retry-After in seconds. */
  readonly retryAfter?: number | ((details: D) => number);
}

const row = <D>(status: number, text: ErrorRow<D>['text']): ErrorRow<D> => ({ status, text });

const retryRow = <D>(
  status: number,
  text: ErrorRow<D>['text'],
  retryAfter: NonNullable<ErrorRow<D>['retryAfter']>,
): ErrorRow<D> => ({
  status,
  text,
  retryAfter,
});

const regexWork =
  'the regular expressions of the request are too complex, use fewer repetitions, alternatives and character ranges';

const withValue = (text: string, details: { readonly given?: string }): string =>
  'given' in details ? `${text} (${excerpt(String(details.given))})` : text;

const refusedRows = ({ failed, rows, written }: MappableDetails['rows.refused']): string =>
  `${failed} of ${rows} rows have errors: ${Number(written) > 0 ? `${written} rows before them were written and stay` : 'nothing was written'}`;

/** The only mapping of errors to answers. Clients depend on the message texts. */
export const errorTable: { readonly [C in MappableCode]: ErrorRow<MappableDetails[C]> } = {
  'field.unknown': row(400, ({ field }) => `Invalid request key ${field}`),
  'field.required': row(400, ({ field }) => `${field} is required`),
  'field.type': row(400, (details) => `Invalid ${details.field}: ${expectedValue(details)} expected`),
  'field.tooLong': row(400, ({ field, max }) => `Invalid ${field}: longer than ${max} characters`),
  'field.range': row(400, ({ field, min, max }) => `Invalid ${field}: not between ${min} and ${max}`),
  'field.control': row(400, ({ field }) => `Invalid ${field}: control characters are not allowed`),
  'field.reference': row(400, ({ field, id }) => `Invalid ${field}: ${excerpt(String(id))} does not exist`),
  'record.changed': row(412, 'The record has another version than expected: read it again'),
  'record.nothingToChange': row(400, 'No values to update'),

  'record.ambiguous': row(409, ({ ids }) => `More than one record matches: ${String(ids)}`),

  'list.fieldUnknown': row(400, ({ field }) => `Invalid field ${field}: the records of this list have no such field`),
  'list.operatorUnknown': row(
    400,
    ({ field, operator, among }) => `Invalid operator ${operator} for ${field}: ${['one of', ...among].join(' ')} expected`,
  ),
  'list.valueMissing': row(400, ({ field, operator }) => `Invalid ${field}: ${operator} needs a value`),
  'list.tooManyValues': row(400, ({ field, max }) => `Too many values for ${field}: at most ${max} are allowed`),
  'list.sortTooLong': row(400, ({ max }) => `Invalid sort: at most ${max} fields are allowed`),
  'list.countDiffers': row(
    409,
    ({ expected, found }) => `${found} records meet the conditions, not ${expected}: nothing was deleted`,
  ),
  'list.positionUnknown': row(400, 'Invalid after: not a cursor of this list in this order'),

  'address.malformed': row(400, ({ text }) => `Invalid IP address! (${excerpt(text)})`),
  'prefix.malformed': row(400, 'Invalid CIDR format!'),
  'prefix.length': row(400, ({ length }) => `Invalid netmask (${excerpt(length)})`),
  'prefix.hostBits': row(
    400,
    ({ network, length, family }) =>
      `IP address cannot be subnet! (Consider using ${family === 6 ? `${network}/${length}` : network})`,
  ),

  'section.unknown': row(404, (details) => ('name' in details ? 'Not Found' : 'Section does not exist')),
  'section.nameTooShort': row(400, 'Name is mandatory or too short (mininum 3 characters)'),
  'section.nameTaken': row(409, ({ name }) => `Section ${name} already exists`),
  'section.tooDeep': row(400, 'Only 1 level of nesting is permitted for sections'),
  'section.masterOfItself': row(400, 'Section cannot be its own master'),

  'subnet.unknown': row(404, ({ id }) => `Invalid subnet Id (${id})`),
  'subnet.outsideMaster': row(409, 'Subnet is not within boundaries of its master subnet'),
  'subnet.masterNotFolder': row(409, 'Parent is not a folder'),
  'subnet.cycle': row(409, 'Subnet cannot be below itself'),
  'subnet.overlapInSection': row(
    409,
    ({ cidr, other, description, section }) => `Subnet ${cidr} overlaps with ${other} (${description}) in section ${section}`,
  ),
  'subnet.overlapWithSibling': row(409, ({ cidr }) => `Subnet overlaps with ${cidr}`),
  'subnet.otherSection': row(409, ({ sectionId }) => `Master subnet belongs to another section (id ${sectionId})`),
  'subnet.outsideAfterChange': row(409, ({ id }) => `Subnet ${id} would lie outside of its master subnet in a strict section`),
  'subnet.conflictAfterChange': row(409, 'Subnets would conflict in a strict section'),
  'subnet.overlapAfterChange': row(409, ({ one, other }) => `${one} would overlap ${other} in a strict section`),
  'subnet.networkFixed': row(400, 'Subnet cannot be changed'),
  'subnet.maskFixed': row(400, 'To change mask use resize method'),
  'subnet.folderFixed': row(400, 'isFolder cannot be changed'),
  'subnet.poolInUse': row(409, 'Can not disable isPool, network or broadcast address is allocated'),
  'subnet.addressOutside': row(409, ({ ip, cidr }) => `${ip} is not a valid address for subnet ${cidr}`),
  'subnet.hasChildren': row(409, 'Subnet contains subnets'),
  'subnet.isFolder': row(400, 'Folder cannot be resized or split'),
  'permission.groupUnknown': row(404, ({ group }) => `Invalid group identifier ${group}`),
  'subnet.permissionLevelUnknown': row(400, ({ level }) => `Invalid permissions ${level}`),
  'subnet.permissionsMissing': row(400, 'Cannot remove permissions, use DELETE call'),

  'resize.maskRequired': row(400, 'Subnet mask not provided'),
  'resize.maskTooShort': row(400, 'New mask must be at least /8!'),
  'resize.maskNotInteger': row(400, 'Mask must be an integer!'),
  'resize.unchanged': row(400, 'New network is same as old network'),
  'resize.outsideMaster': row(409, 'New subnet not in master subnet!'),
  'resize.overlap': row(409, ({ cidr, other, description }) => `Subnet ${cidr} overlaps with ${other} (${description})`),
  'resize.childOutside': row(409, ({ cidr, description }) => `Nested subnet out of new subnet! (${cidr} - ${description})`),
  'split.countMissing': row(400, 'Invalid number of new subnets'),
  'split.countNotAllowed': row(400, 'Invalid number of subnets'),
  'split.tooSmall': row(400, ({ length }) => `Invalid netmask: parts would be /${length}`),
  'split.childOverlaps': row(409, ({ cidr, other }) => `Subnet overlapping - ${cidr} overlaps with ${other}`),

  'address.unknown': row(404, (details) => ('ip' in details ? 'No addresses found' : 'Invalid Id')),
  'address.noNetwork': row(404, ({ ip }) => `No subnet contains ${ip}`),
  'address.ambiguous': row(409, ({ ip, candidates, further }) => {
    const others = further > 0 ? ` and ${further} more` : '';
    return `Several subnets contain ${ip}: ${networksText(candidates)}${others}`;
  }),
  'address.exists': row(409, 'IP address already exists'),
  'address.notInSubnet': row(400, ({ ip, cidr }) => `${ip} is not a valid address for subnet ${cidr}`),
  'address.ipFixed': row(400, 'IP address cannot be changed'),
  'address.subnetFixed': row(400, 'Subnet cannot be changed'),

  'allocation.noAddress': row(404, 'No free addresses found'),
  'allocation.subnetFull': row(404, 'No free addresses found (subnet is full)'),
  'allocation.noSubnet': row(404, 'No subnets found'),
  'allocation.oneGateway': row(400, 'Invalid is_gateway: a subnet has one gateway, count must be 1'),
  'allocation.rangeInvalid': row(400, 'Invalid range: to must not lie before from'),
  'allocation.rangeMixed': row(400, 'Invalid range: from and to must both be IPv4, or both IPv6'),
  'range.reversed': row(400, 'Invalid range: last must not lie before first'),
  'range.outside': row(409, ({ range, cidr }) => `Range ${range} does not lie inside of subnet ${cidr}`),
  'range.subnetFixed': row(409, 'The subnet of a range cannot be changed'),
  'range.overlap': row(409, ({ name, range }) => `The range overlaps with range ${name} (${range})`),
  'range.unknown': row(404, ({ name }) => `The subnet has no range ${excerpt(name)}`),
  'range.never': row(409, ({ name }) => `Range ${excerpt(name)} is excluded from allocation`),

  'spaceRequest.notAllowed': row(409, 'The subnet does not allow requests'),
  'spaceRequest.tooMany': row(
    409,
    ({ max }) => `The requester has ${max} open requests in the subnet, the largest possible number`,
  ),
  'spaceRequest.severalNetworks': row(400, 'Invalid count: a request for a network has count 1'),
  'spaceRequest.untilPast': row(400, 'Invalid until: the time has passed'),
  'spaceRequest.subnetFixed': row(409, 'The subnet of a request cannot be changed'),
  'spaceRequest.closed': row(409, ({ state }) => `The request is ${state}: only open requests change`),
  'spaceRequest.taken': row(409, ({ place }) => `${place} is in use`),
  'hold.none': row(409, 'The record is not held: only an existing hold can be extended'),
  'hold.tag': row(400, ({ tag }) => `Invalid tag: a held record has tag ${tag}`),
  'hold.folder': row(400, 'Folder cannot be held'),

  'vlan.numberNegative': row(400, 'Vlan number cannot be negative'),
  'vlan.numberTooHigh': row(400, ({ max }) => `Highest possible VLAN number is ${max}!`),
  'vlan.numberTaken': row(409, 'Vlan already exists'),
  'rack.outside': row(
    400,
    ({ first, last, size }) => `Invalid rack_start: units ${first} to ${last} are not in a rack of ${size}`,
  ),
  'rack.occupied': row(409, ({ hostname }) => `Rack units are taken by ${hostname}`),
  'rack.inUse': row(409, ({ hostname }) => `${hostname} would lose its position in the rack`),
  'kind.unknown': row(404, 'No objects found'),
  'kind.taken': row(409, ({ kind }) => `${kind} already exists`),
  'kind.inUse': row(409, ({ kind, id }) => `${kind} ${id} cannot be deleted`),

  'signIn.failed': row(500, 'Invalid username or password'),
  'signIn.userDisabled': row(500, 'User account is disabled'),
  'signIn.blocked': row(
    500,
    ({ minutes }) => `Your IP has been blocked for ${minutes} minutes because of excessive login failures`,
  ),
  'signIn.nameBlocked': retryRow(
    429,
    ({ seconds }) => `Too many login failures for this user name, try again in ${seconds} seconds`,
    ({ seconds }) => seconds,
  ),
  'signIn.busy': retryRow(503, 'Too many logins at the same time', 1),
  'signIn.unavailable': retryRow(503, ({ problem }) => `Sign-in is not available: ${problem}`, 2),
  'signIn.refused': row(403, ({ problem }) => `Sign-in refused: ${problem}`),
  'signIn.factorNeeded': row(
    401,
    'A code of a second factor is needed, in the header X-Hexipam-OTP or as otp; programs use a key of a service account',
  ),
  'signIn.factorWrong': row(401, 'The code of the second factor is wrong or was used before'),
  'signIn.factorMissing': row(
    403,
    'A second factor is required: add one at the sign-in to the web console; programs use a key of a service account',
  ),
  'account.factorNeeded': row(403, 'A code or a passkey is needed for this change, since the account has second factors'),
  'account.proofNeeded': row(403, 'The password, a code or a passkey is needed for this change'),
  'account.proofWrong': row(403, 'The password, code or passkey is wrong'),
  'authorization.invalid': row(400, ({ problem }) => `Invalid authorization request: ${problem}`),
  'account.proofOutdated': row(
    403,
    ({ minutes }) =>
      `The last confirmation of identity in this session is older than ${minutes} minutes: sign in again, or send the password, a code or a passkey to /account/proof/`,
  ),
  'account.codeWrong': row(400, 'Second factor refused: the code is not one of the new secret'),
  'account.enrolment': row(400, ({ problem }) => `Second factor refused: ${problem}`),
  'ping.busy': retryRow(503, 'Too many pings at the same time', 1),
  'repeat.otherPayload': row(422, 'Idempotency-Key was used for another request'),
  'repeat.underWay': retryRow(409, 'A request with this Idempotency-Key is under way', 1),
  'app.lockTimeout': retryRow(503, ({ app, seconds }) => `Cannot obtain lock for ${app} after ${seconds} seconds`, 1),
  'token.invalid': row(403, 'Invalid token'),
  'token.expired': row(403, 'Token expired'),
  'permission.denied': row(403, 'Insufficient permissions'),
  'rate.limited': retryRow(
    429,
    ({ name, limit, seconds }) => `Limit of ${name} reached: ${limit} a minute, try again in ${seconds} seconds`,
    ({ seconds }) => seconds,
  ),
  'customField.unknown': row(400, ({ field }) => `${field} is not a valid custom field`),
  'customField.notDefined': row(400, ({ field }) => `Invalid custom field ${field}`),
  'customField.conflict': row(409, (details) => {
    const { member, text } = conflictText(details);
    return `${details.on} ${details.name} ${member} ${text}`;
  }),
  'provision.invalid': row(400, ({ entry, problem }) => `${entry}: ${problem}`),
  'feed.cursorUnknown': row(400, 'Invalid after: not a cursor of the feed of changes'),
  'feed.pruned': row(410, 'The changes after this cursor were deleted: read all records again, then follow the feed from now'),

  'storage.unsupported': row(501, ({ capability }) => `Not supported by the storage: ${capability}`),

  'administration.unknown': row(404, ({ what, name }) => `There is no ${what} ${name}`),
  'administration.exists': row(409, ({ what, name }) => `There is a ${what} ${name} already`),
  'administration.lastAdministrator': row(409, 'The last active administrator must remain: add another one first'),

  'request.tooMany': retryRow(503, 'Too many requests at the same time', 1),
  'request.tooManyBodies': retryRow(503, 'Too many large requests at the same time', 1),
  'changes.limit': row(
    400,
    ({ max }) => `Invalid limit: a whole number of at least 1 expected (values above ${max} count as ${max})`,
  ),
  'changes.text': row(400, ({ name }) => `Invalid ${name}: a single text expected`),
  'changes.kind': row(400, ({ kind }) => `Invalid kind ${kind}`),
  'usage.day': row(400, ({ name }) => `Invalid ${name}: a day such as 2026-01-31 expected`),
  'usage.reversed': row(400, 'Invalid until: a day before from'),
  'usage.resolution': row(400, 'Invalid resolution: day, week or month expected'),
  'usage.recording': row(409, 'Another process records the utilization'),
  'report.limit': row(400, ({ max }) => `Invalid limit: a number from 1 to ${max} expected`),
  'report.after': row(400, 'Invalid after: the value of next in the previous answer expected'),
  'report.days': row(400, ({ max }) => `Invalid days: a number from 1 to ${max} expected`),
  'dns.after': row(400, 'Invalid after: the value of next in the previous answer expected'),
  'dns.disabled': row(409, 'DNS records are disabled: the setting dns.enabled is false'),
  'dns.failed': row(502, ({ problem }) => `The request to the DNS server failed: ${problem}`),
  'map.cells': row(400, ({ min, max }) => `Invalid cells: a prefix length from ${min} to ${max} expected`),
  'map.id': row(400, ({ name }) => `Invalid ${name}: an id expected`),
  'changes.section': row(400, ({ id }) => `Invalid section ${id}`),
  'changes.object': row(400, ({ id }) => `Invalid id ${id}`),
  'changes.subnet': row(400, ({ id }) => `Invalid subnet ${id}`),
  'changes.moment': row(400, ({ name }) => `Invalid ${name}: a time such as 2026-01-31T12:00:00Z expected`),
  'request.malformedPath': row(400, 'Request is not valid'),
  'request.json': row(400, ({ problem }) => `Invalid JSON: ${problem}`),
  'request.xml': row(400, 'Invalid XML'),
  'request.encoding': row(400, 'Invalid character encoding'),
  'request.gzip': row(400, 'Invalid gzip data'),
  'request.tooLarge': row(413, 'Request body is too large'),
  'request.tooManyElements': row(400, ({ max }) => `Request has more than ${max} elements`),
  'request.tooManyNames': row(400, ({ max }) => `Request has more than ${max} different names`),
  'request.aborted': row(400, 'Request was not completed'),
  'request.contentType': row(415, ({ type }) => `Invalid Content type ${type}`),
  'request.contentEncoding': row(415, ({ encoding }) => `Invalid Content encoding ${encoding}`),
  'request.hostNotPermitted': row(400, ({ host, urls }) => `${excerpt(host)} is not a host name of this service: open ${urls}`),
  'request.noApp': row(400, 'Invalid application id'),
  'request.appUnknown': row(400, 'Invalid application id'),
  'request.appDisabled': row(503, 'Application disabled'),
  'request.tlsRequired': row(503, 'SSL connection is required for API'),
  'request.encrypted': row(503, 'Invalid enc_request'),
  'request.noController': row(400, 'Request is not valid'),
  'request.unknownController': row(400, 'Invalid controller'),
  'request.unknownMethod': row(501, 'Not Implemented'),
  'request.methodNotImplemented': row(501, 'Method not implemented'),
  'request.identifier': row(400, 'Invalid identifier'),
  'request.parameters': row(400, 'No parameters'),
  'request.subController': row(400, 'Invalid subcontroller'),
  'request.optionsParameter': row(400, ({ name }) => `Invalid request key parameter ${name}`),
  'request.conflictingId': row(400, (details) =>
    'other' in details
      ? `Invalid ${details.field}: differs from ${details.other}`
      : `Invalid ${details.field}: differs from the one in the path`,
  ),

  'access.credentialsMissing': row(400, 'Please provide username and password'),
  'access.tokenMissing': row(403, 'Please provide token'),
  'access.tokenInvalid': row(403, 'Invalid token'),
  'access.tokenExpired': row(403, 'Token expired'),
  'access.unauthorized': row(401, 'Unauthorized'),
  'access.notNeeded': row(409, 'Authentication not needed'),
  'access.readOnly': row(401, 'invalid permissions'),
  'access.adminOnly': row(503, 'Invalid app permissions'),

  'bulk.items': row(400, ({ max }) => `Invalid items: a list of 1 to ${max} expected`),
  'bulk.item': row(409, ({ index, problem }) => `items[${index}]: ${problem}`),

  'import.state': row(409, ({ state }) => `The state of the import is ${state}`),
  'row.cells': row(400, ({ cells, columns }) => `has ${cells} cells, where there are ${columns} columns`),
  'row.repeatedAddress': row(400, 'the same address is in an earlier row'),
  'row.ambiguous': row(
    400,
    ({ text, ids, further }) => `${text} may be any of ${ids}${further > 0 ? ` and ${further} more` : ''}: name one of these`,
  ),
  'row.uncreated': row(400, ({ kind, name, reason }) => `${kind} ${name} does not exist and cannot be created: ${reason}`),
  'rows.kind': row(404, ({ kind }) => `There are no rows of ${excerpt(kind)}: one of ${rowKinds.join(', ')} expected`),
  'rows.format': row(400, 'Invalid format: json or csv expected'),
  'rows.column': row(400, ({ field }) => `Invalid column ${excerpt(field)}: the records have no such field`),
  'rows.table': row(400, ({ problem }) => `Invalid table: ${problem}`),
  'rows.refused': row(400, refusedRows),
  'rows.conflict': row(409, refusedRows),
  'rows.interrupted': retryRow(503, ({ written }) => `The database failed: at least ${written} rows were written and stay`, 2),

  'path.notFound': row(404, 'Not Found'),
  'path.idInvalid': row(404, 'Invalid Id'),
  'path.sectionIdRequired': row(400, 'Section Id required'),
  'path.subnetIdNotNumeric': row(400, ({ id }) => `Subnet Id must be numeric (${id})`),
  'path.subnetUnknown': row(400, ({ id }) => `Invalid subnet Id (${id})`),
  'path.subnetIdentifier': row(400, 'Invalid subnet identifier'),
  'path.subnetRequest': row(400, 'Invalid request'),
  'path.subnetParameters': row(400, 'Invalid parameters'),
  'path.addressIdInvalid': row(400, 'Invalid Id'),
  'path.addressInvalid': row(400, ({ text }) => `Invalid address (${excerpt(text)})`),
  'path.macInvalid': row(400, ({ text }) => `Invalid MAC address (${excerpt(text)})`),
  'path.addressUnknown': row(404, (details) => ('ip' in details ? 'No addresses found' : 'Address does not exist')),
  'path.tagInvalid': row(400, 'Invalid tag identifier'),
  'path.tagUnknown': row(404, 'Address tag does not exist'),
  'path.noCustomFields': row(404, 'No custom fields defined'),
  'path.sectionCustomFields': row(409, 'Custom fields not supported'),
  'path.vlanUnknown': row(404, 'Vlan not found'),
  'path.vlanIdUnknown': row(404, 'Invalid Vlan id'),
  'path.vlanIdNotNumeric': row(400, 'Vlan Id must be numeric'),
  'path.vlanIdRequired': row(400, 'Vlan Id is required'),
  'path.domainIdUnknown': row(404, 'Invalid domain id'),
  'path.domainIdInvalid': row(400, 'Invalid domain id'),
  'path.domainIdNotNumeric': row(400, 'Domain id must be numeric'),
  'path.vrfIdUnknown': row(400, 'Invalid VRF id'),
  'path.vrfIdNotNumeric': row(400, 'Vrf Id must be numeric'),
  'path.vrfIdRequired': row(400, 'Vrf Id is required'),
  'path.deviceUnknown': row(404, 'Device not found'),
  'path.deviceIdUnknown': row(404, 'Device does not exist'),
  'path.deviceIdInvalid': row(400, 'Invalid device id'),
  'path.deviceIdNotNumeric': row(400, 'ID must be numeric'),
  'path.deviceParameters': row(400, 'Invalid parameters'),
  'path.searchTermMissing': row(400, 'No search term given'),
  'path.toolIdNotNumeric': row(400, 'Identifier must be numeric'),
  'path.toolParameter': row(400, 'Invalid parameter'),
  'path.toolIdentifier': row(400, 'Invalid subcontroller identifier'),
  'path.useVlans': row(400, 'Please use vlans controller'),
  'path.useVrfs': row(400, 'Please use vrf controller'),
  'path.addressType': row(400, 'Invalid address type'),
  'path.subnetMask': row(400, ({ mask }) => `Invalid subnet mask (${excerpt(mask)})`),

  'parameter.network': row(400, 'Invalid CIDR format!'),
  'parameter.networkAddress': row(
    400,
    ({ family, text }) => `${family === 6 ? 'Invalid IPv6 address!' : 'Invalid IP address!'} (${excerpt(text)})`,
  ),
  'parameter.masterSectionUnknown': row(400, ({ id }) => `Invalid masterSection id ${id}`),
  'parameter.sectionRequired': row(400, 'Invalid Section ()'),
  'parameter.sectionUnknown': row(400, ({ id }) =>
    isNumeric(String(id)) ? `Section id (${id}) does not exist` : `Section Id must be numeric (${id})`,
  ),
  'parameter.masterSubnetUnknown': row(404, ({ id }) => `Master Subnet does not exist (id=${id})`),
  'parameter.vlanUnknown': row(404, 'Vlan does not exist'),
  'parameter.vrfUnknown': row(404, 'VRF does not exist'),
  'parameter.subnetNotNumeric': row(400, 'SubnetId must be numeric'),
  'parameter.subnetUnknown': row(404, 'Invalid subnet Id'),
  'parameter.addressInvalid': row(400, (details) => withValue('Invalid address', details)),
  'parameter.macInvalid': row(400, (details) => withValue('Invalid MAC address', details)),
  'parameter.deviceUnknown': row(400, 'Device does not exist'),
  'parameter.tagInvalid': row(400, 'Invalid state'),
  'parameter.tagUnknown': row(400, 'Tag does not exist'),
  'parameter.vlanNumber': row(400, 'Vlan number must be number'),
  'parameter.domainNotNumeric': row(400, 'Domain id must be numeric'),
  'parameter.domainUnknown': row(400, 'Invalid domain id'),
  'parameter.deviceTypeInvalid': row(400, 'Invalid devicetype identifier'),
  'parameter.deviceTypeUnknown': row(400, 'Device type does not exist'),
  'parameter.repeatKey': row(400, 'Invalid Idempotency-Key: 1 to 255 printable ASCII characters are expected'),
  'parameter.dryRun': row(400, 'Invalid dry_run: this request does not support a dry run'),
  'parameter.dryRunTooLong': row(
    503,
    ({ seconds }) => `The dry run took more than ${seconds} seconds and was rolled back: try fewer records`,
  ),
  'parameter.yesOrNo': row(400, ({ field }) => `Invalid ${field}: yes or no expected`),
  'parameter.vlanName': row(400, 'Vlan name is required'),
  'parameter.domainName': row(400, 'Domain name is mandatory'),
  'parameter.vrfName': row(400, 'VRF name is required'),
  'parameter.hostname': row(400, 'Hostname is mandatory'),
  'parameter.vrfNameTaken': row(409, 'VRF with that name already exists'),
  'parameter.defaultDomain': row(409, 'Default domain cannot be deleted'),
  'parameter.limit': row(400, 'Invalid limit: a whole number from 1 is expected'),

  'list.noSubnets': row(404, 'No subnets found'),
  'list.noFolders': row(404, 'No folders found'),
  'list.noSlaves': row(404, 'No slaves'),
  'list.noAddresses': row(404, 'No addresses found'),
  'list.noAddressFound': row(404, 'Address not found'),
  'list.noHostname': row(404, 'Hostname not found'),
  'list.noHostbase': row(404, 'Host name not found'),
  'list.noObjects': row(404, 'No objects found'),
  'list.noChanges': row(404, 'No changelogs found'),
  'list.noVlans': row(404, 'No vlans configured'),
  'list.noVlanFound': row(404, 'Vlans not found'),
  'list.noVlansInDomain': row(404, 'No vlans belonging to this domain'),
  'list.noVrfs': row(404, 'No vrfs configured'),
  'list.noSubnetsInVrf': row(404, 'No subnets belonging to this vrf'),
  'list.noDevices': row(404, 'No devices configured'),
  'list.noDeviceFound': row(404, 'No devices found'),
  'list.noMasterSubnets': row(404, 'No master subnets found'),
  'list.noFreeAddress': row(404, 'No address found'),

  'request.ifMatch': row(400, 'Invalid If-Match: only PATCH and DELETE of a single record support it'),
  'list.conditionMissing': row(400, 'A deletion needs an id or a filter: filter[FIELD][OPERATOR]=VALUE expected'),
  'list.expect': row(400, ({ max }) => `Invalid expect: the number of records to delete expected, at most ${max}`),
  'list.limit': row(400, ({ max }) => `Invalid limit: 1 to ${max} expected`),
  'list.filterForm': row(400, 'Invalid filter: filter[FIELD][OPERATOR]=VALUE expected'),
  'list.tooManyConditions': row(400, ({ max }) => `Too many conditions: at most ${max} are allowed`),
  'list.tooManyPatterns': row(400, ({ max }) => `Too many regular expressions: at most ${max} are allowed`),
  'list.idAndFilter': row(400, 'A deletion takes either an id, or filter and expect'),
  'list.twoFilters': row(400, 'Invalid filter_by: it cannot be combined with filter, sort, limit, after, count or fields'),
  'list.whole': row(400, 'This list does not support filter, sort, limit, after, count and fields'),
  'list.regexInvalid': row(
    400,
    ({ field }) => `Invalid ${field}: a regular expression in RE2 syntax, at most 1000 characters, expected`,
  ),
  'list.regexWork': row(400, ({ field }) => `Invalid ${field}: ${regexWork}`),
  'list.memberUnknown': row(400, ({ field }) => `Invalid fields: the records of this list have no ${field}`),

  'filter.valueMissing': row(400, 'Missing filter_value'),
  'filter.valueEmpty': row(400, 'Empty filter_value'),
  'filter.fieldUnknown': row(400, 'Invalid filter_by'),
  'filter.matchUnknown': row(400, 'Invalid filter_match'),
  'filter.regexInvalid': row(400, 'Invalid regular expression (err=1)'),
  'filter.regexWork': row(400, `Invalid regular expression: ${regexWork}`),
  'filter.nothing': row(404, 'No results (filter applied)'),
};

/** Formats networks with their ids. The placeholder of the OpenAPI description remains unchanged. */
function networksText(candidates: ErrorDetails['address.ambiguous']['candidates']): string {
  if (!Array.isArray(candidates)) return String(candidates);
  return candidates
    .map(({ id, cidr, sectionId, vrfId }) => `${id} (${cidr} in section ${sectionId}, VRF ${vrfId ?? 'none'})`)
    .join(', ');
}

/** The answers for storage failures. Defects are missing, as clients cannot act on them. */
export const storageTable: { readonly [T in Exclude<StorageFailure, 'defect'> | 'writesRefused']: ErrorRow<unknown> } = {
  unavailable: retryRow(503, 'The database is not available: nothing was changed, try again later', 2),
  writesRefused: retryRow(
    503,
    'The database refuses writes, because its disk is full or it is read-only: nothing was changed, try again later',
    2,
  ),
  outcomeUnknown: retryRow(503, 'The database did not confirm the change: its outcome is unknown, check before you try again', 2),
};

export interface ErrorAnswer {
  readonly error: string;
  readonly status: number;
  readonly message: string;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
}

/** @param language the header `Hexipam-Language` of the request: `de` for German messages */
export function answerFor(error: unknown, language?: LanguageHeader): ErrorAnswer | undefined {
  if (error instanceof StorageError) return ofStorage(error.refusesWrites ? 'writesRefused' : error.failure, language);
  const isKnown = error instanceof IpamError || error instanceof RequestError || error instanceof MappedError;
  return isKnown ? answerOf(error.code, rowOf(error.code, language), error.details) : undefined;
}

function ofStorage(failure: StorageFailure | 'writesRefused', language?: LanguageHeader): ErrorAnswer | undefined {
  if (failure === 'defect') return undefined;
  const german = language === 'de' ? { text: germanStorageTexts[failure] } : {};
  return answerOf(`storage.${failure}`, { ...storageTable[failure], ...german }, {});
}

/**
 * Returns the answer for a failed read. A read writes at most caches, so an unknown commit outcome counts as an unavailable
 * database.
 */
export const answerForRead = (error: unknown, language?: LanguageHeader): ErrorAnswer | undefined =>
  error instanceof StorageError && error.failure === 'outcomeUnknown'
    ? ofStorage('unavailable', language)
    : answerFor(error, language);

function rowOf(code: MappableCode, language?: LanguageHeader): ErrorRow<unknown> {
  const row = errorTable[code] as ErrorRow<unknown>;
  return language === 'de' ? { ...row, text: germanTexts[code] as ErrorText<unknown> } : row;
}

const answerOf = <D>(error: string, { status, text, retryAfter }: ErrorRow<D>, details: D): ErrorAnswer => ({
  error,
  status,
  message: typeof text === 'string' ? text : text(details),
  retryAfter: typeof retryAfter === 'function' ? retryAfter(details) : retryAfter,
});
