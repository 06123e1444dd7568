import type { ErrorDetails } from '../../domain/errors.js';
import type { Family } from '../../domain/net/ip-address.js';
import { excerpt } from '../../domain/text-template.js';
import { rowKinds } from '../../domain/transfer/columns.js';
import type { DetailsOf, ErrorRow, ErrorRows } from './error-row.js';
import { isNumeric } from './paths.js';

interface OfField {
  readonly field: string;
}

interface FailedRows {
  readonly failed: number;
  readonly rows: number;
  readonly written: number;
}

/** `other` is the other member with the same meaning. It is absent if the field differs from the id in the path. */
type ConflictingId = OfField & { readonly other?: string };

const regexWork =
  'the regular expressions of the request are too complex, use fewer repetitions, alternatives and character ranges';
const germanRegexWork =
  'die regulären Ausdrücke der Anfrage sind zu aufwendig, verwenden Sie weniger Wiederholungen, Alternativen und Zeichenbereiche';

const refusedRows = ({ failed, rows, written }: FailedRows): string =>
  `${failed} of ${rows} rows have errors: ${Number(written) > 0 ? `${written} rows before them were written and stay` : 'nothing was written'}`;

const germanRefusedRows = ({ failed, rows, written }: FailedRows): string =>
  `${failed} von ${rows} Zeilen haben Fehler: ${Number(written) > 0 ? `${written} Zeilen davor sind gespeichert und bleiben` : 'nichts wurde gespeichert'}`;

const withValue = (text: string) => (details: OfField & { readonly given?: string }) =>
  'given' in details ? `${text} (${excerpt(String(details.given))})` : text;

const notNumeric = 'Die ID muss eine Zahl sein';
const none = 'Keine Einträge gefunden';

/** All errors of malformed requests, with `rows.*` for tables of rows. Clients depend on the English texts. */
const rows = {
  'request.tooMany': [503, 'Too many requests at the same time', 'Zu viele gleichzeitige Anfragen', 1],
  'request.tooManyBodies': [503, 'Too many large requests at the same time', 'Zu viele gleichzeitige große Anfragen', 1],
  'changes.limit': [
    400,
    'Invalid limit: a whole number of at least 1 expected (values above {max} count as {max})',
    'Ungültige Grenze: eine ganze Zahl ab 1 wird erwartet (höchstens {max})',
  ],
  'changes.text': [400, 'Invalid {name}: a single text expected', 'Ungültiger Wert für {name}: ein einzelner Text wird erwartet'],
  'changes.kind': [400, 'Invalid kind {kind}', 'Ungültige Art {kind}'],
  'usage.day': [
    400,
    'Invalid {name}: a day such as 2026-01-31 expected',
    'Ungültiger Wert für {name}: ein Tag wie 2026-01-31 wird erwartet',
  ],
  'usage.reversed': [400, 'Invalid until: a day before from', 'Ungültiger Zeitraum: das Ende liegt vor dem Anfang'],
  'usage.resolution': [
    400,
    'Invalid resolution: day, week or month expected',
    'Ungültige Auflösung: Tag, Woche oder Monat wird erwartet',
  ],
  'report.limit': [
    400,
    'Invalid limit: a number from 1 to {max} expected',
    'Ungültige Grenze: eine Zahl von 1 bis {max} wird erwartet',
  ],
  'report.after': [400, 'Invalid after: the value of next in the previous answer expected', 'Ungültige Position im Bericht'],
  'report.days': [
    400,
    'Invalid days: a number from 1 to {max} expected',
    'Ungültige Tage: eine Zahl von 1 bis {max} wird erwartet',
  ],
  'dns.after': [400, 'Invalid after: the value of next in the previous answer expected', 'Ungültige Position in der Liste'],
  'dns.disabled': [
    409,
    'DNS records are disabled: the setting dns.enabled is false',
    'DNS-Einträge sind ausgeschaltet: Die Einstellung dns.enabled ist aus',
  ],
  'dns.failed': [
    502,
    'The request to the DNS server failed: {problem}',
    'Die Anfrage an den DNS-Server ist fehlgeschlagen: {problem}',
  ],
  'map.id': [400, 'Invalid {name}: an id expected', 'Ungültiger Wert für {name}: eine ID wird erwartet'],
  'changes.section': [400, 'Invalid section {id}', 'Ungültiger Bereich {id}'],
  'changes.object': [400, 'Invalid id {id}', 'Ungültige ID {id}'],
  'changes.subnet': [400, 'Invalid subnet {id}', 'Ungültiges Subnetz {id}'],
  'changes.moment': [
    400,
    'Invalid {name}: a time such as 2026-01-31T12:00:00Z expected',
    'Ungültiger Wert für {name}: eine Zeit wie 2026-01-31T12:00:00Z wird erwartet',
  ],
  'request.malformedPath': [400, 'Request is not valid', 'Ungültige Anfrage'],
  'request.json': [400, 'Invalid JSON: {problem}', 'Ungültiges JSON: {problem}'],
  'request.xml': [400, 'Invalid XML', 'Ungültiges XML'],
  'request.encoding': [400, 'Invalid character encoding', 'Ungültige Zeichenkodierung'],
  'request.gzip': [400, 'Invalid gzip data', 'Ungültige gzip-Daten'],
  'request.tooLarge': [413, 'Request body is too large', 'Die Anfrage ist zu groß'],
  'request.tooManyElements': [400, 'Request has more than {max} elements', 'Die Anfrage hat mehr als {max} Elemente'],
  'request.tooManyNames': [
    400,
    'Request has more than {max} different names',
    'Die Anfrage hat mehr als {max} verschiedene Namen',
  ],
  'request.aborted': [400, 'Request was not completed', 'Die Anfrage wurde nicht vollständig übertragen'],
  'request.contentType': [415, 'Invalid Content type {type}', 'Ungültiger Inhaltstyp {type}'],
  'request.contentEncoding': [415, 'Invalid Content encoding {encoding}', 'Ungültige Kodierung des Inhalts {encoding}'],
  'request.hostNotPermitted': [
    400,
    '{host:64} is not a host name of this service: open {urls}',
    '{host:64} ist kein Hostname dieses Dienstes: Öffnen Sie {urls}',
  ],
  'request.noApp': [400, 'Invalid application id', 'Ungültige ID der Anwendung'],
  'request.appUnknown': [400, 'Invalid application id', 'Ungültige ID der Anwendung'],
  'request.appDisabled': [503, 'Application disabled', 'Die Anwendung ist deaktiviert'],
  'request.tlsRequired': [503, 'SSL connection is required for API', 'Eine Verbindung mit TLS ist nötig'],
  'request.encrypted': [503, 'Invalid enc_request', 'Ungültige verschlüsselte Anfrage'],
  'request.noController': [400, 'Request is not valid', 'Ungültige Anfrage'],
  'request.unknownController': [400, 'Invalid controller', 'Ungültige Anfrage'],
  'request.unknownMethod': [501, 'Not Implemented', 'Die Methode wird nicht unterstützt'],
  'request.methodNotImplemented': [501, 'Method not implemented', 'Die Methode wird hier nicht unterstützt'],
  'request.identifier': [400, 'Invalid identifier', 'Ungültige ID'],
  'request.parameters': [400, 'No parameters', 'Die Angaben fehlen'],
  'request.subController': [400, 'Invalid subcontroller', 'Ungültige Anfrage'],
  'request.optionsParameter': [400, 'Invalid request key parameter {name}', 'Ungültiger Parameter {name}'],
  'request.conflictingId': [
    400,
    (details: ConflictingId) =>
      'other' in details
        ? `Invalid ${details.field}: differs from ${details.other}`
        : `Invalid ${details.field}: differs from the one in the path`,
    ({ field, ...details }: ConflictingId) =>
      'other' in details ? `${field} weicht von ${details.other} ab` : `${field} weicht vom Wert im Pfad ab`,
  ],
  'access.credentialsMissing': [400, 'Please provide username and password', 'Benutzername und Passwort fehlen'],
  'access.tokenMissing': [403, 'Please provide token', 'Das Token fehlt'],
  'access.tokenInvalid': [403, 'Invalid token', 'Ungültiges Token'],
  'access.tokenExpired': [403, 'Token expired', 'Das Token ist abgelaufen'],
  'access.unauthorized': [401, 'Unauthorized', 'Sie sind nicht angemeldet'],
  'access.notNeeded': [409, 'Authentication not needed', 'Eine Anmeldung ist nicht nötig'],
  'access.readOnly': [401, 'invalid permissions', 'Die Anwendung darf nur lesen'],
  'access.adminOnly': [503, 'Invalid app permissions', 'Die Anwendung darf das nicht'],
  'bulk.item': [409, 'items[{index}]: {problem}', 'Eintrag {index}: {problem}'],
  'rows.kind': [
    404,
    ({ kind }: { readonly kind: string }) => `There are no rows of ${excerpt(kind)}: one of ${rowKinds.join(', ')} expected`,
    ({ kind }: { readonly kind: string }) =>
      `Zeilen der Art ${excerpt(kind)} gibt es nicht: eine von ${rowKinds.join(', ')} wird erwartet`,
  ],
  'rows.format': [400, 'Invalid format: json or csv expected', 'Ungültiges Format: json oder csv wird erwartet'],
  'rows.column': [
    400,
    'Invalid column {field:64}: the records have no such field',
    'Ungültige Spalte {field:64}: Die Datensätze haben kein solches Feld',
  ],
  'rows.table': [400, 'Invalid table: {problem}', 'Ungültige Tabelle: {problem}'],
  'rows.refused': [400, refusedRows, germanRefusedRows],
  'rows.conflict': [409, refusedRows, germanRefusedRows],
  'rows.interrupted': [
    503,
    'The database failed: at least {written} rows were written and stay',
    'Die Datenbank ist ausgefallen: Mindestens {written} Zeilen sind gespeichert und bleiben',
    2,
  ],
  'path.notFound': [404, 'Not Found', 'Nicht gefunden'],
  'path.idInvalid': [404, 'Invalid Id', 'Ungültige ID'],
  'path.sectionIdRequired': [400, 'Section Id required', 'Die ID des Bereichs fehlt'],
  'path.subnetIdNotNumeric': [400, 'Subnet Id must be numeric ({id})', 'Die ID des Subnetzes muss eine Zahl sein ({id})'],
  'path.subnetUnknown': [400, 'Invalid subnet Id ({id})', 'Das Subnetz {id} gibt es nicht'],
  'path.subnetIdentifier': [400, 'Invalid subnet identifier', 'Ungültige ID des Subnetzes'],
  'path.subnetRequest': [400, 'Invalid request', 'Ungültige Anfrage'],
  'path.subnetParameters': [400, 'Invalid parameters', 'Ungültige Angaben'],
  'path.addressIdInvalid': [400, 'Invalid Id', 'Ungültige ID'],
  'path.addressInvalid': [400, 'Invalid address ({text:64})', 'Ungültige Adresse ({text:64})'],
  'path.macInvalid': [400, 'Invalid MAC address ({text:64})', 'Ungültige MAC-Adresse ({text:64})'],
  'path.addressUnknown': [
    404,
    (details: ErrorDetails['address.unknown']) => ('ip' in details ? 'No addresses found' : 'Address does not exist'),
    'Die Adresse gibt es nicht',
  ],
  'path.tagInvalid': [400, 'Invalid tag identifier', 'Ungültiger Status'],
  'path.tagUnknown': [404, 'Address tag does not exist', 'Den Adressstatus gibt es nicht'],
  'path.noCustomFields': [404, 'No custom fields defined', 'Es gibt keine Zusatzfelder'],
  'path.sectionCustomFields': [409, 'Custom fields not supported', 'Bereiche haben keine Zusatzfelder'],
  'path.vlanUnknown': [404, 'Vlan not found', 'Das VLAN gibt es nicht'],
  'path.vlanIdUnknown': [404, 'Invalid Vlan id', 'Das VLAN gibt es nicht'],
  'path.vlanIdNotNumeric': [400, 'Vlan Id must be numeric', notNumeric],
  'path.vlanIdRequired': [400, 'Vlan Id is required', 'Die ID des VLANs fehlt'],
  'path.domainIdUnknown': [404, 'Invalid domain id', 'Die L2-Domäne gibt es nicht'],
  'path.domainIdInvalid': [400, 'Invalid domain id', 'Ungültige ID der L2-Domäne'],
  'path.domainIdNotNumeric': [400, 'Domain id must be numeric', notNumeric],
  'path.vrfIdUnknown': [400, 'Invalid VRF id', 'Die VRF gibt es nicht'],
  'path.vrfIdNotNumeric': [400, 'Vrf Id must be numeric', notNumeric],
  'path.vrfIdRequired': [400, 'Vrf Id is required', 'Die ID der VRF fehlt'],
  'path.deviceUnknown': [404, 'Device not found', 'Das Gerät gibt es nicht'],
  'path.deviceIdUnknown': [404, 'Device does not exist', 'Das Gerät gibt es nicht'],
  'path.deviceIdInvalid': [400, 'Invalid device id', 'Ungültige ID des Geräts'],
  'path.deviceIdNotNumeric': [400, 'ID must be numeric', notNumeric],
  'path.deviceParameters': [400, 'Invalid parameters', 'Ungültige Angaben'],
  'path.searchTermMissing': [400, 'No search term given', 'Der Suchbegriff fehlt'],
  'path.toolIdNotNumeric': [400, 'Identifier must be numeric', notNumeric],
  'path.toolParameter': [400, 'Invalid parameter', 'Ungültige Angabe'],
  'path.toolIdentifier': [400, 'Invalid subcontroller identifier', 'Ungültige Anfrage'],
  'path.useVlans': [400, 'Please use vlans controller', 'VLANs haben eine eigene Liste'],
  'path.useVrfs': [400, 'Please use vrf controller', 'VRFs haben eine eigene Liste'],
  'path.addressType': [400, 'Invalid address type', 'Ungültige Art von Adressen'],
  'path.subnetMask': [400, 'Invalid subnet mask ({mask:64})', 'Ungültige Präfixlänge ({mask:64})'],
  'parameter.network': [400, 'Invalid CIDR format!', 'Ungültiges CIDR-Format'],
  'parameter.networkAddress': [
    400,
    ({ family, text }: { readonly family: Family; readonly text: string }) =>
      `${family === 6 ? 'Invalid IPv6 address!' : 'Invalid IP address!'} (${excerpt(text)})`,
    'Ungültige IPv{family}-Adresse ({text:64})',
  ],
  'parameter.masterSectionUnknown': [400, 'Invalid masterSection id {id}', 'Den übergeordneten Bereich {id} gibt es nicht'],
  'parameter.sectionRequired': [400, 'Invalid Section ()', 'Der Bereich fehlt'],
  'parameter.sectionUnknown': [
    400,
    ({ id }: { readonly id: number | string }) =>
      isNumeric(String(id)) ? `Section id (${id}) does not exist` : `Section Id must be numeric (${id})`,
    'Den Bereich {id} gibt es nicht',
  ],
  'parameter.masterSubnetUnknown': [
    404,
    'Master Subnet does not exist (id={id})',
    'Das übergeordnete Subnetz {id} gibt es nicht',
  ],
  'parameter.vlanUnknown': [404, 'Vlan does not exist', 'Das VLAN gibt es nicht'],
  'parameter.vrfUnknown': [404, 'VRF does not exist', 'Die VRF gibt es nicht'],
  'parameter.subnetNotNumeric': [400, 'SubnetId must be numeric', 'Die ID des Subnetzes muss eine Zahl sein'],
  'parameter.subnetUnknown': [404, 'Invalid subnet Id', 'Das Subnetz gibt es nicht'],
  'parameter.addressInvalid': [400, withValue('Invalid address'), withValue('Ungültige Adresse')],
  'parameter.macInvalid': [400, withValue('Invalid MAC address'), withValue('Ungültige MAC-Adresse')],
  'parameter.deviceUnknown': [400, 'Device does not exist', 'Das Gerät gibt es nicht'],
  'parameter.tagInvalid': [400, 'Invalid state', 'Ungültiger Status'],
  'parameter.tagUnknown': [400, 'Tag does not exist', 'Den Status gibt es nicht'],
  'parameter.vlanNumber': [400, 'Vlan number must be number', 'Die VLAN-Nummer muss eine Zahl sein'],
  'parameter.domainNotNumeric': [400, 'Domain id must be numeric', 'Die ID der L2-Domäne muss eine Zahl sein'],
  'parameter.domainUnknown': [400, 'Invalid domain id', 'Die L2-Domäne gibt es nicht'],
  'parameter.deviceTypeInvalid': [400, 'Invalid devicetype identifier', 'Ungültiger Gerätetyp'],
  'parameter.deviceTypeUnknown': [400, 'Device type does not exist', 'Den Gerätetyp gibt es nicht'],
  'parameter.repeatKey': [
    400,
    'Invalid Idempotency-Key: 1 to 255 printable ASCII characters are expected',
    'Ungültiger Idempotency-Key: 1 bis 255 druckbare ASCII-Zeichen werden erwartet',
  ],
  'parameter.dryRun': [
    400,
    'Invalid dry_run: this request does not support a dry run',
    'Diese Anfrage unterstützt keinen Probelauf',
  ],
  'parameter.dryRunTooLong': [
    503,
    'The dry run took more than {seconds} seconds and was rolled back: try fewer records',
    'Der Probelauf dauerte länger als {seconds} Sekunden und wurde zurückgenommen: Versuchen Sie es mit weniger Datensätzen',
  ],
  'parameter.yesOrNo': [400, 'Invalid {field}: yes or no expected', 'Ungültiger Wert für {field}: ja oder nein wird erwartet'],
  'parameter.vlanName': [400, 'Vlan name is required', 'Der Name des VLANs fehlt'],
  'parameter.domainName': [400, 'Domain name is mandatory', 'Der Name der L2-Domäne fehlt'],
  'parameter.vrfName': [400, 'VRF name is required', 'Der Name der VRF fehlt'],
  'parameter.hostname': [400, 'Hostname is mandatory', 'Der Hostname fehlt'],
  'parameter.vrfNameTaken': [409, 'VRF with that name already exists', 'Eine VRF mit diesem Namen gibt es bereits'],
  'parameter.defaultDomain': [409, 'Default domain cannot be deleted', 'Die Standarddomäne kann nicht gelöscht werden'],
  'parameter.limit': [
    400,
    'Invalid limit: a whole number from 1 is expected',
    'Ungültige Grenze: eine ganze Zahl ab 1 wird erwartet',
  ],
  'list.noSubnets': [404, 'No subnets found', none],
  'list.noFolders': [404, 'No folders found', none],
  'list.noSlaves': [404, 'No slaves', none],
  'list.noAddresses': [404, 'No addresses found', none],
  'list.noAddressFound': [404, 'Address not found', none],
  'list.noHostname': [404, 'Hostname not found', none],
  'list.noHostbase': [404, 'Host name not found', none],
  'list.noObjects': [404, 'No objects found', none],
  'list.noChanges': [404, 'No changelogs found', none],
  'list.noVlans': [404, 'No vlans configured', none],
  'list.noVlanFound': [404, 'Vlans not found', none],
  'list.noVlansInDomain': [404, 'No vlans belonging to this domain', none],
  'list.noVrfs': [404, 'No vrfs configured', none],
  'list.noSubnetsInVrf': [404, 'No subnets belonging to this vrf', none],
  'list.noDevices': [404, 'No devices configured', none],
  'list.noDeviceFound': [404, 'No devices found', none],
  'list.noMasterSubnets': [404, 'No master subnets found', none],
  'list.noFreeAddress': [404, 'No address found', 'Keine freie Adresse gefunden'],
  'request.ifMatch': [
    400,
    'Invalid If-Match: only PATCH and DELETE of a single record support it',
    'Ungültiges If-Match: Nur Änderung und Löschung eines einzelnen Datensatzes unterstützen es',
  ],
  'list.filterForm': [400, 'Invalid filter: filter[FIELD][OPERATOR]=VALUE expected', 'Ungültiger Filter'],
  'list.idAndFilter': [
    400,
    'A deletion takes either an id, or filter and expect',
    'Eine Löschung braucht entweder eine ID, oder einen Filter und die erwartete Anzahl',
  ],
  'list.twoFilters': [
    400,
    'Invalid filter_by: it cannot be combined with filter, sort, limit, after, count or fields',
    'filter_by kann nicht mit anderen Angaben zur Liste kombiniert werden',
  ],
  'list.whole': [
    400,
    'This list does not support filter, sort, limit, after, count and fields',
    'Diese Liste unterstützt weder Filter noch Sortierung',
  ],
  'list.regexInvalid': [
    400,
    'Invalid {field}: a regular expression in RE2 syntax, at most 1000 characters, expected',
    'Ungültiger Wert für {field}: ein regulärer Ausdruck in RE2-Syntax mit höchstens 1000 Zeichen wird erwartet',
  ],
  'list.regexWork': [400, `Invalid {field}: ${regexWork}`, `Ungültiger Wert für {field}: ${germanRegexWork}`],
  'list.memberUnknown': [
    400,
    'Invalid fields: the records of this list have no {field}',
    'Die Datensätze dieser Liste haben kein Feld {field}',
  ],
  'filter.valueMissing': [400, 'Missing filter_value', 'Der Wert des Filters fehlt'],
  'filter.valueEmpty': [400, 'Empty filter_value', 'Der Wert des Filters ist leer'],
  'filter.fieldUnknown': [400, 'Invalid filter_by', 'Das Feld des Filters gibt es nicht'],
  'filter.matchUnknown': [400, 'Invalid filter_match', 'Ungültige Art des Filters'],
  'filter.regexInvalid': [400, 'Invalid regular expression (err=1)', 'Ungültiger regulärer Ausdruck'],
  'filter.regexWork': [400, `Invalid regular expression: ${regexWork}`, `Ungültiger regulärer Ausdruck: ${germanRegexWork}`],
  'filter.nothing': [404, 'No results (filter applied)', 'Nichts entspricht dem Filter'],
} as const satisfies Readonly<Record<string, ErrorRow<never>>>;

export type RequestErrorCode = keyof typeof rows;

/** Details by code: those of the function of a row, or the names in its templates. */
export type RequestErrorDetails = { readonly [C in RequestErrorCode]: DetailsOf<(typeof rows)[C]> };

export const requestErrorRows: ErrorRows<RequestErrorDetails> = rows;

/** The codes of errors without details. */
export type PlainErrorCode = { [C in RequestErrorCode]: object extends RequestErrorDetails[C] ? C : never }[RequestErrorCode];

/** A request that the HTTP adapter rejects: a code and its details. The message is for logs only. */
export class RequestError<C extends RequestErrorCode = RequestErrorCode> extends Error {
  override readonly name = 'RequestError';
  readonly code: C;
  readonly details: RequestErrorDetails[C];

  constructor(code: C, ...details: object extends RequestErrorDetails[C] ? [] : [RequestErrorDetails[C]]) {
    super(details[0] ? `${code} ${JSON.stringify(details[0])}` : code);
    this.code = code;
    this.details = (details[0] ?? {}) as RequestErrorDetails[C];
  }

  /** Narrows an exception to some codes; without codes, to any RequestError. */
  static is<C extends RequestErrorCode>(error: unknown, ...codes: readonly C[]): error is RequestError<C> {
    return error instanceof RequestError && (codes.length === 0 || codes.some((code) => code === error.code));
  }
}
