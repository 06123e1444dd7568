import { conflictText } from '../../application/catalog/custom-field-definitions.js';
import { expectedValue } from '../../application/expected-value.js';
import type { ErrorDetails } from '../../domain/errors.js';
import { errorRows } from './error-row.js';

const germanExpected: Readonly<Record<string, string>> = {
  text: 'ein Text',
  integer: 'eine ganze Zahl',
  number: 'eine Zahl',
  flag: '0 oder 1',
  oneOf: 'einer der Werte',
  date: 'ein Datum JJJJ-MM-TT',
  timestamp: 'eine Zeit JJJJ-MM-TT HH:MM:SS',
  address: 'eine IP-Adresse',
  network: 'ein Netz wie 10.0.0.0/8',
  mac: 'eine MAC-Adresse',
  permissions: 'eine Zuordnung von Gruppen-IDs zu Stufen von 0 bis 3',
  idList: 'IDs mit Strichpunkten dazwischen',
  idLists: 'ein Objekt mit Listen von IDs',
  object: 'ein Objekt',
  sameText: 'ein Wert, der gleich wie der bisherige lautet',
};

function germanExpectedValue({ expected, among = [] }: ErrorDetails['field.type']): string {
  const text = germanExpected[expected] ?? expected;
  return among.length === 0 ? text : `${text} ${among.join(expected === 'oneOf' ? ', ' : ' und ')}`;
}

/** Formats networks with their ids. The placeholder of the OpenAPI description remains unchanged. */
function networksText(candidates: ErrorDetails['address.ambiguous']['candidates'], inSection: string, none: string): string {
  if (!Array.isArray(candidates)) return String(candidates);
  return candidates
    .map(({ id, cidr, sectionId, vrfId }) => `${id} (${cidr} ${inSection} ${sectionId}, VRF ${vrfId ?? none})`)
    .join(', ');
}

const inBrackets = (description: string): string => (description === '' ? '' : ` (${description})`);

/** The answers for errors of the domain and the use-cases. Clients depend on the English texts. */
export const domainErrorRows = errorRows<ErrorDetails>()({
  'field.unknown': [400, 'Invalid request key {field}', 'Das Feld {field} gibt es nicht'],
  'field.required': [400, '{field} is required', '{field} fehlt'],
  'field.type': [
    400,
    (details) => `Invalid ${details.field}: ${expectedValue(details)} expected`,
    (details) => `Ungültiger Wert für ${details.field}: ${germanExpectedValue(details)} wird erwartet`,
  ],
  'field.tooLong': [
    400,
    'Invalid {field}: longer than {max} characters',
    'Ungültiger Wert für {field}: länger als {max} Zeichen',
  ],
  'field.range': [
    400,
    'Invalid {field}: not between {min} and {max}',
    'Ungültiger Wert für {field}: nicht zwischen {min} und {max}',
  ],
  'field.control': [
    400,
    'Invalid {field}: control characters are not allowed',
    'Ungültiger Wert für {field}: Steuerzeichen sind nicht erlaubt',
  ],
  'field.reference': [400, 'Invalid {field}: {id:64} does not exist', 'Ungültiger Wert für {field}: {id:64} gibt es nicht'],
  'record.changed': [
    412,
    'The record has another version than expected: read it again',
    'Der Datensatz hat eine andere Version als erwartet: Laden Sie ihn neu',
  ],
  'record.nothingToChange': [400, 'No values to update', 'Keine Werte zu ändern'],
  'record.ambiguous': [409, 'More than one record matches: {ids}', 'Mehr als ein Datensatz passt: {ids}'],
  'list.fieldUnknown': [
    400,
    'Invalid field {field}: the records of this list have no such field',
    'Ungültiges Feld {field}: Die Datensätze dieser Liste haben kein solches Feld',
  ],
  'list.operatorUnknown': [
    400,
    ({ field, operator, among }) => `Invalid operator ${operator} for ${field}: ${['one of', ...among].join(' ')} expected`,
    ({ field, operator, among }) => `Ungültiger Operator ${operator} für ${field}: einer von ${among.join(' ')} wird erwartet`,
  ],
  'list.valueMissing': [
    400,
    'Invalid {field}: {operator} needs a value',
    'Ungültiger Wert für {field}: {operator} braucht einen Wert',
  ],
  'list.tooManyValues': [
    400,
    'Too many values for {field}: at most {max} are allowed',
    'Zu viele Werte für {field}: höchstens {max} sind erlaubt',
  ],
  'list.sortTooLong': [
    400,
    'Invalid sort: at most {max} fields are allowed',
    'Ungültige Sortierung: höchstens {max} Felder sind erlaubt',
  ],
  'list.countDiffers': [
    409,
    '{found} records meet the conditions, not {expected}: nothing was deleted',
    '{found} Datensätze erfüllen die Bedingungen, nicht {expected}: nichts wurde gelöscht',
  ],
  'list.positionUnknown': [400, 'Invalid after: not a cursor of this list in this order', 'Ungültige Position in dieser Liste'],
  'address.malformed': [400, 'Invalid IP address! ({text:64})', 'Ungültige IP-Adresse ({text:64})'],
  'prefix.malformed': [400, 'Invalid CIDR format!', 'Ungültiges CIDR-Format'],
  'prefix.length': [400, 'Invalid netmask ({length:64})', 'Ungültige Präfixlänge ({length:64})'],
  'prefix.hostBits': [
    400,
    ({ network, length, family }) =>
      `IP address cannot be subnet! (Consider using ${family === 6 ? `${network}/${length}` : network})`,
    'Die Adresse ist keine Netzadresse (gemeint ist vielleicht {network}/{length})',
  ],
  'section.unknown': [
    404,
    (details) => ('name' in details ? 'Not Found' : 'Section does not exist'),
    'Den Bereich gibt es nicht',
  ],
  'section.nameTooShort': [
    400,
    'Name is mandatory or too short (mininum 3 characters)',
    'Der Name fehlt oder ist zu kurz (mindestens 3 Zeichen)',
  ],
  'section.nameTaken': [409, 'Section {name} already exists', 'Den Bereich {name} gibt es bereits'],
  'section.tooDeep': [
    400,
    'Only 1 level of nesting is permitted for sections',
    'Bereiche können nur eine Ebene von Unterbereichen haben',
  ],
  'section.masterOfItself': [400, 'Section cannot be its own master', 'Ein Bereich kann nicht sich selbst untergeordnet sein'],
  'subnet.unknown': [404, 'Invalid subnet Id ({id})', 'Das Subnetz {id} gibt es nicht'],
  'subnet.outsideMaster': [
    409,
    'Subnet is not within boundaries of its master subnet',
    'Das Subnetz liegt nicht im übergeordneten Subnetz',
  ],
  'subnet.masterNotFolder': [409, 'Parent is not a folder', 'Das übergeordnete Subnetz ist kein Ordner'],
  'subnet.cycle': [409, 'Subnet cannot be below itself', 'Ein Subnetz kann nicht unter sich selbst liegen'],
  'subnet.overlapInSection': [
    409,
    'Subnet {cidr} overlaps with {other} ({description}) in section {section}',
    ({ cidr, other, description, section }) =>
      `Das Subnetz ${cidr} überschneidet sich mit ${other}${inBrackets(description)} im Bereich ${section}`,
  ],
  'subnet.overlapWithSibling': [409, 'Subnet overlaps with {cidr}', 'Das Subnetz überschneidet sich mit {cidr}'],
  'subnet.otherSection': [
    409,
    'Master subnet belongs to another section (id {sectionId})',
    'Das übergeordnete Subnetz gehört zu einem anderen Bereich (ID {sectionId})',
  ],
  'subnet.outsideAfterChange': [
    409,
    'Subnet {id} would lie outside of its master subnet in a strict section',
    'Das Subnetz {id} läge in einem strikten Bereich nicht im übergeordneten Subnetz',
  ],
  'subnet.conflictAfterChange': [
    409,
    'Subnets would conflict in a strict section',
    'In einem strikten Bereich würden sich Subnetze überschneiden',
  ],
  'subnet.overlapAfterChange': [
    409,
    '{one} would overlap {other} in a strict section',
    'In einem strikten Bereich würde sich {one} mit {other} überschneiden',
  ],
  'subnet.networkFixed': [400, 'Subnet cannot be changed', 'Das Netz kann nicht geändert werden'],
  'subnet.maskFixed': [400, 'To change mask use resize method', 'Die Präfixlänge wird mit „Größe ändern“ geändert'],
  'subnet.folderFixed': [400, 'isFolder cannot be changed', 'Ein Ordner bleibt ein Ordner, ein Subnetz ein Subnetz'],
  'subnet.poolInUse': [
    409,
    'Can not disable isPool, network or broadcast address is allocated',
    'Netz- oder Broadcast-Adresse ist belegt: isPool kann nicht ausgeschaltet werden',
  ],
  'subnet.addressOutside': [
    409,
    '{ip} is not a valid address for subnet {cidr}',
    '{ip} ist keine gültige Adresse für das Subnetz {cidr}',
  ],
  'subnet.hasChildren': [409, 'Subnet contains subnets', 'Das Subnetz enthält Subnetze'],
  'subnet.isFolder': [
    400,
    'Folder cannot be resized or split',
    'Die Größe eines Ordners kann nicht geändert werden, und er kann nicht geteilt werden',
  ],
  'permission.groupUnknown': [404, 'Invalid group identifier {group}', 'Die Gruppe {group} gibt es nicht'],
  'subnet.permissionLevelUnknown': [400, 'Invalid permissions {level}', 'Ungültige Berechtigung {level}'],
  'subnet.permissionsMissing': [400, 'Cannot remove permissions, use DELETE call', 'Berechtigungen werden mit DELETE entfernt'],
  'resize.maskRequired': [400, 'Subnet mask not provided', 'Die Präfixlänge fehlt'],
  'resize.maskTooShort': [400, 'New mask must be at least /8!', 'Die neue Präfixlänge muss mindestens /8 sein'],
  'resize.maskNotInteger': [400, 'Mask must be an integer!', 'Die Präfixlänge muss eine ganze Zahl sein'],
  'resize.unchanged': [400, 'New network is same as old network', 'Das neue Netz gleicht dem alten'],
  'resize.outsideMaster': [409, 'New subnet not in master subnet!', 'Das neue Subnetz liegt nicht im übergeordneten Subnetz'],
  'resize.overlap': [
    409,
    'Subnet {cidr} overlaps with {other} ({description})',
    ({ cidr, other, description }) => `Das Subnetz ${cidr} überschneidet sich mit ${other}${inBrackets(description)}`,
  ],
  'resize.childOutside': [
    409,
    'Nested subnet out of new subnet! ({cidr} - {description})',
    'Ein untergeordnetes Subnetz läge außerhalb des neuen ({cidr} - {description})',
  ],
  'split.countMissing': [400, 'Invalid number of new subnets', 'Die Anzahl der neuen Subnetze fehlt oder ist ungültig'],
  'split.countNotAllowed': [400, 'Invalid number of subnets', 'Ungültige Anzahl von Subnetzen'],
  'split.tooSmall': [400, 'Invalid netmask: parts would be /{length}', 'Ungültige Präfixlänge: Die Teile wären /{length}'],
  'split.childOverlaps': [409, 'Subnet overlapping - {cidr} overlaps with {other}', '{cidr} überschneidet sich mit {other}'],
  'address.unknown': [404, (details) => ('ip' in details ? 'No addresses found' : 'Invalid Id'), 'Die Adresse gibt es nicht'],
  'address.noNetwork': [404, 'No subnet contains {ip}', 'Kein Subnetz enthält {ip}'],
  'address.ambiguous': [
    409,
    ({ ip, candidates, further }) =>
      `Several subnets contain ${ip}: ${networksText(candidates, 'in section', 'none')}${further > 0 ? ` and ${further} more` : ''}`,
    ({ ip, candidates, further }) =>
      `Mehrere Subnetze enthalten ${ip}: ${networksText(candidates, 'im Bereich', 'keine')}${further > 0 ? ` und ${further} weitere` : ''}`,
  ],
  'address.exists': [409, 'IP address already exists', 'Die IP-Adresse gibt es bereits'],
  'address.notInSubnet': [
    400,
    '{ip} is not a valid address for subnet {cidr}',
    '{ip} ist keine gültige Adresse für das Subnetz {cidr}',
  ],
  'address.ipFixed': [400, 'IP address cannot be changed', 'Die IP-Adresse kann nicht geändert werden'],
  'address.subnetFixed': [400, 'Subnet cannot be changed', 'Das Subnetz kann nicht geändert werden'],
  'allocation.noAddress': [404, 'No free addresses found', 'Keine freie Adresse gefunden'],
  'allocation.subnetFull': [
    404,
    'No free addresses found (subnet is full)',
    'Keine freie Adresse gefunden (das Subnetz ist voll)',
  ],
  'allocation.noSubnet': [404, 'No subnets found', 'Kein freies Subnetz gefunden'],
  'allocation.oneGateway': [
    400,
    'Invalid is_gateway: a subnet has one gateway, count must be 1',
    'Ein Subnetz hat nur ein Gateway: Die Anzahl muss 1 sein',
  ],
  'allocation.rangeInvalid': [
    400,
    'Invalid range: to must not lie before from',
    'Ungültiger Bereich: „Bis“ darf nicht vor „Von“ liegen',
  ],
  'allocation.rangeMixed': [
    400,
    'Invalid range: from and to must both be IPv4, or both IPv6',
    'Ungültiger Bereich: „Von“ und „Bis“ müssen beide IPv4 oder beide IPv6 sein',
  ],
  'range.reversed': [
    400,
    'Invalid range: last must not lie before first',
    'Ungültiger Adressbereich: Die letzte Adresse darf nicht vor der ersten liegen',
  ],
  'range.outside': [
    409,
    'Range {range} does not lie inside of subnet {cidr}',
    'Der Adressbereich {range} liegt nicht im Subnetz {cidr}',
  ],
  'range.subnetFixed': [
    409,
    'The subnet of a range cannot be changed',
    'Das Subnetz eines Adressbereichs kann nicht geändert werden',
  ],
  'range.overlap': [
    409,
    'The range overlaps with range {name} ({range})',
    'Der Adressbereich überschneidet sich mit {name} ({range})',
  ],
  'range.unknown': [404, 'The subnet has no range {name:64}', 'Das Subnetz hat keinen Adressbereich {name:64}'],
  'range.never': [
    409,
    'Range {name:64} is excluded from allocation',
    'Aus dem Adressbereich {name:64} werden keine Adressen vergeben',
  ],
  'spaceRequest.notAllowed': [409, 'The subnet does not allow requests', 'Das Subnetz erlaubt keine Anträge'],
  'spaceRequest.tooMany': [
    409,
    'The requester has {max} open requests in the subnet, the largest possible number',
    'Der Antragsteller hat in diesem Subnetz {max} offene Anträge, die größte erlaubte Anzahl',
  ],
  'spaceRequest.severalNetworks': [
    400,
    'Invalid count: a request for a network has count 1',
    'Ein Antrag auf ein Netz hat die Anzahl 1',
  ],
  'spaceRequest.untilPast': [400, 'Invalid until: the time has passed', 'Der Zeitpunkt liegt in der Vergangenheit'],
  'spaceRequest.subnetFixed': [
    409,
    'The subnet of a request cannot be changed',
    'Das Subnetz eines Antrags kann nicht geändert werden',
  ],
  'spaceRequest.closed': [
    409,
    'The request is {state}: only open requests change',
    'Nur offene Anträge können geändert werden (Zustand: {state})',
  ],
  'spaceRequest.taken': [409, '{place} is in use', '{place} ist belegt'],
  'hold.none': [
    409,
    'The record is not held: only an existing hold can be extended',
    'Der Datensatz ist nicht vorgemerkt: Nur eine bestehende Vormerkung kann verlängert werden',
  ],
  'hold.tag': [
    400,
    'Invalid tag: a held record has tag {tag}',
    'Ungültiger Status: Ein vorgemerkter Datensatz hat den Status {tag}',
  ],
  'hold.folder': [400, 'Folder cannot be held', 'Ein Ordner kann nicht vorgemerkt werden'],
  'vlan.numberNegative': [400, 'Vlan number cannot be negative', 'Die VLAN-Nummer darf nicht negativ sein'],
  'vlan.numberTooHigh': [400, 'Highest possible VLAN number is {max}!', 'Die höchste VLAN-Nummer ist {max}'],
  'vlan.numberTaken': [409, 'Vlan already exists', 'Das VLAN gibt es bereits'],
  'rack.outside': [
    400,
    'Invalid rack_start: units {first} to {last} are not in a rack of {size}',
    'Die Einheiten {first} bis {last} liegen nicht in einem Rack mit {size} Einheiten',
  ],
  'rack.occupied': [409, 'Rack units are taken by {hostname}', 'Einheiten des Racks sind von {hostname} belegt'],
  'rack.inUse': [409, '{hostname} would lose its position in the rack', '{hostname} würde seine Position im Rack verlieren'],
  'kind.unknown': [404, 'No objects found', 'Den Datensatz gibt es nicht'],
  'kind.taken': [409, '{kind} already exists', 'Einen solchen Datensatz ({kind}) gibt es bereits'],
  'kind.inUse': [409, '{kind} {id} cannot be deleted', '{kind} {id} kann nicht gelöscht werden'],
  'signIn.failed': [500, 'Invalid username or password', 'Ungültiger Benutzername oder ungültiges Passwort'],
  'signIn.userDisabled': [500, 'User account is disabled', 'Das Benutzerkonto ist deaktiviert'],
  'signIn.blocked': [
    500,
    'Your IP has been blocked for {minutes} minutes because of excessive login failures',
    'Ihre Adresse ist wegen zu vieler fehlgeschlagener Anmeldungen {minutes} Minuten gesperrt',
  ],
  'signIn.nameBlocked': [
    429,
    'Too many login failures for this user name, try again in {seconds} seconds',
    'Zu viele fehlgeschlagene Anmeldungen mit diesem Benutzernamen, versuchen Sie es in {seconds} Sekunden erneut',
    ({ seconds }) => seconds,
  ],
  'signIn.busy': [503, 'Too many logins at the same time', 'Zu viele gleichzeitige Anmeldungen', 1],
  'signIn.unavailable': [503, 'Sign-in is not available: {problem}', 'Die Anmeldung ist nicht verfügbar: {problem}', 2],
  'signIn.refused': [403, 'Sign-in refused: {problem}', 'Die Anmeldung wurde abgelehnt: {problem}'],
  'signIn.factorNeeded': [
    401,
    'A code of a second factor is needed, in the header X-Hexipam-OTP or as otp; programs use a key of a service account',
    'Ein Code des zweiten Faktors ist nötig',
  ],
  'signIn.factorWrong': [
    401,
    'The code of the second factor is wrong or was used before',
    'Der Code des zweiten Faktors ist falsch oder wurde schon verwendet',
  ],
  'signIn.factorMissing': [
    403,
    'A second factor is required: add one at the sign-in to the web console; programs use a key of a service account',
    'Ein zweiter Faktor ist nötig: Fügen Sie ihn bei der Anmeldung an der Webkonsole hinzu',
  ],
  'account.factorNeeded': [
    403,
    'A code or a passkey is needed for this change, since the account has second factors',
    'Für diese Änderung ist ein Code oder ein Passkey nötig, weil das Konto zweite Faktoren hat',
  ],
  'account.proofNeeded': [
    403,
    'The password, a code or a passkey is needed for this change',
    'Für diese Änderung ist das Passwort, ein Code oder ein Passkey nötig',
  ],
  'account.proofWrong': [403, 'The password, code or passkey is wrong', 'Das Passwort, der Code oder der Passkey ist falsch'],
  'authorization.invalid': [400, 'Invalid authorization request: {problem}', 'Ungültige Anfrage des Programms: {problem}'],
  'account.proofOutdated': [
    403,
    'The last confirmation of identity in this session is older than {minutes} minutes: sign in again, or send the password, a code or a passkey to /account/proof/',
    'Die letzte Bestätigung Ihrer Identität ist älter als {minutes} Minuten: Melden Sie sich neu an',
  ],
  'account.codeWrong': [
    400,
    'Second factor refused: the code is not one of the new secret',
    'Der zweite Faktor wurde abgelehnt: Der Code gehört nicht zum neuen Geheimnis',
  ],
  'account.enrolment': [400, 'Second factor refused: {problem}', 'Der zweite Faktor wurde abgelehnt: {problem}'],
  'ping.busy': [503, 'Too many pings at the same time', 'Zu viele gleichzeitige Pings', 1],
  'repeat.otherPayload': [
    422,
    'Idempotency-Key was used for another request',
    'Der Idempotency-Key wurde für eine andere Anfrage verwendet',
  ],
  'repeat.underWay': [
    409,
    'A request with this Idempotency-Key is under way',
    'Eine Anfrage mit diesem Idempotency-Key läuft noch',
    1,
  ],
  'app.lockTimeout': [
    503,
    'Cannot obtain lock for {app} after {seconds} seconds',
    'Die Sperre für {app} war nach {seconds} Sekunden nicht frei',
    1,
  ],
  'token.invalid': [403, 'Invalid token', 'Ungültiges Token'],
  'token.expired': [403, 'Token expired', 'Das Token ist abgelaufen'],
  'permission.denied': [403, 'Insufficient permissions', 'Dafür fehlt Ihnen die Berechtigung'],
  'rate.limited': [
    429,
    'Limit of {name} reached: {limit} a minute, try again in {seconds} seconds',
    'Grenze von {name} erreicht: {limit} in der Minute, versuchen Sie es in {seconds} Sekunden erneut',
    ({ seconds }) => seconds,
  ],
  'customField.unknown': [400, '{field} is not a valid custom field', '{field} ist kein gültiges Zusatzfeld'],
  'customField.notDefined': [400, 'Invalid custom field {field}', 'Das Zusatzfeld {field} gibt es nicht'],
  'customField.conflict': [
    409,
    (details) => {
      const { member, text } = conflictText(details);
      return `${details.on} ${details.name} ${member} ${text}`;
    },
    'Das Zusatzfeld {name} ({on}) passt nicht zu den gespeicherten Werten',
  ],
  'provision.invalid': [400, '{entry}: {problem}', '{entry}: {problem}'],
  'feed.cursorUnknown': [
    400,
    'Invalid after: not a cursor of the feed of changes',
    'Ungültige Position im Verlauf der Änderungen',
  ],
  'feed.pruned': [
    410,
    'The changes after this cursor were deleted: read all records again, then follow the feed from now',
    'Die Änderungen nach dieser Position wurden gelöscht: Laden Sie alle Datensätze neu',
  ],
  'storage.unsupported': [501, 'Not supported by the storage: {capability}', 'Der Speicher unterstützt das nicht: {capability}'],
  'administration.unknown': [404, 'There is no {what} {name}', 'Den Eintrag {name} ({what}) gibt es nicht'],
  'administration.exists': [409, 'There is a {what} {name} already', 'Den Eintrag {name} ({what}) gibt es bereits'],
  'administration.lastAdministrator': [
    409,
    'The last active administrator must remain: add another one first',
    'Der letzte aktive Administrator muss bleiben: Fügen Sie zuerst einen anderen hinzu',
  ],
  'usage.recording': [409, 'Another process records the utilization', 'Ein anderer Prozess zeichnet die Belegung auf'],
  'map.cells': [
    400,
    'Invalid cells: a prefix length from {min} to {max} expected',
    'Ungültige Zellen: eine Präfixlänge von {min} bis {max} wird erwartet',
  ],
  'bulk.items': [400, 'Invalid items: a list of 1 to {max} expected', 'Ungültige Liste: 1 bis {max} Einträge werden erwartet'],
  'import.state': [409, 'The state of the import is {state}', 'Der Zustand des Imports ist {state}'],
  'row.cells': [400, 'has {cells} cells, where there are {columns} columns', '{cells} Zellen, aber {columns} Spalten'],
  'row.repeatedAddress': [400, 'the same address is in an earlier row', 'Dieselbe Adresse steht in einer früheren Zeile'],
  'row.ambiguous': [
    400,
    ({ text, ids, further }) => `${text} may be any of ${ids}${further > 0 ? ` and ${further} more` : ''}: name one of these`,
    ({ text, ids, further }) =>
      `${text} ist nicht eindeutig: Geben Sie ${ids}${further > 0 ? ` oder eine von ${further} weiteren IDs` : ''} an`,
  ],
  'row.uncreated': [
    400,
    '{kind} {name} does not exist and cannot be created: {reason}',
    '{name} ({kind}) gibt es nicht und kann nicht angelegt werden: {reason}',
  ],
  'list.conditionMissing': [
    400,
    'A deletion needs an id or a filter: filter[FIELD][OPERATOR]=VALUE expected',
    'Eine Löschung braucht eine ID oder einen Filter',
  ],
  'list.expect': [
    400,
    'Invalid expect: the number of records to delete expected, at most {max}',
    'Die erwartete Anzahl der zu löschenden Datensätze fehlt oder ist ungültig (höchstens {max})',
  ],
  'list.limit': [400, 'Invalid limit: 1 to {max} expected', 'Ungültige Grenze: 1 bis {max} wird erwartet'],
  'list.tooManyConditions': [
    400,
    'Too many conditions: at most {max} are allowed',
    'Zu viele Bedingungen: höchstens {max} sind erlaubt',
  ],
  'list.tooManyPatterns': [
    400,
    'Too many regular expressions: at most {max} are allowed',
    'Zu viele reguläre Ausdrücke: höchstens {max} sind erlaubt',
  ],
});
