import type { ErrorDetails } from '../../domain/errors.js';
import type { Family } from '../../domain/net/ip-address.js';

type None = Record<never, never>;
interface OfField {
  readonly field: string;
}
interface WithId {
  readonly id: number | string;
}

/**
 * All errors of malformed requests, with the details of their messages. The list is complete: a code without a row in the error
 * table does not compile.
 */
export interface RequestErrorDetails {
  'request.malformedPath': None;
  'request.json': { readonly problem: string };
  'request.xml': None;
  'request.encoding': None;
  'request.gzip': None;
  'request.tooLarge': None;
  'request.tooManyElements': { readonly max: number };
  'request.tooManyNames': { readonly max: number };
  'request.aborted': None;
  'request.tooMany': None;
  'request.tooManyBodies': None;
  /** An item of an atomic bulk request. */
  'bulk.item': { readonly index: number; readonly problem: string };
  /**
   * Codes `rows.*`: errors in a table's record type, format, columns or rows, in the whole table, and after an interrupted import.
   */
  'rows.kind': { readonly kind: string };
  'rows.format': None;
  'rows.column': OfField;
  'rows.table': { readonly problem: string };
  'rows.refused': { readonly failed: number; readonly rows: number; readonly written: number };
  'rows.conflict': { readonly failed: number; readonly rows: number; readonly written: number };
  'rows.interrupted': { readonly written: number };
  'changes.limit': { readonly max: number };
  'changes.kind': { readonly kind: string };
  'changes.text': { readonly name: string };
  'map.id': { readonly name: string };
  'usage.day': { readonly name: string };
  'usage.reversed': None;
  'usage.resolution': None;
  'report.limit': { readonly max: number };
  'report.after': None;
  'report.days': { readonly max: number };
  'dns.after': None;
  'dns.disabled': None;
  'dns.failed': { readonly problem: string };
  'changes.section': { readonly id: string };
  'changes.object': { readonly id: string };
  'changes.subnet': { readonly id: string };
  'changes.moment': { readonly name: string };
  'request.contentType': { readonly type: string };
  'request.contentEncoding': { readonly encoding: string };

  'request.noApp': None;
  'request.appUnknown': None;
  'request.appDisabled': None;
  'request.tlsRequired': None;
  /** The Host header contains none of the public origins of the service. */
  'request.hostNotPermitted': { readonly host: string; readonly urls: string };
  'request.encrypted': None;
  'request.noController': None;
  'request.unknownController': None;
  'request.unknownMethod': None;
  'request.methodNotImplemented': None;

  'request.identifier': None;
  'request.parameters': None;
  'request.subController': None;
  'request.optionsParameter': { readonly name: string };
  /** `other` is the other member with the same meaning. It is absent if the field differs from the id in the path. */
  'request.conflictingId': OfField & { readonly other?: string };
  'request.ifMatch': None;

  'access.credentialsMissing': None;
  'access.tokenMissing': None;
  'access.tokenInvalid': None;
  'access.tokenExpired': None;
  'access.unauthorized': None;
  'access.notNeeded': None;
  'access.readOnly': None;
  'access.adminOnly': None;

  'path.notFound': None;
  'path.idInvalid': None;
  'path.sectionIdRequired': None;
  'path.subnetIdNotNumeric': { readonly id: string };
  'path.subnetUnknown': { readonly id: number | string };
  'path.subnetIdentifier': None;
  'path.subnetRequest': None;
  'path.subnetParameters': None;
  'path.addressIdInvalid': None;
  'path.addressInvalid': { readonly text: string };
  'path.macInvalid': { readonly text: string };
  'path.addressUnknown': ErrorDetails['address.unknown'];
  'path.tagInvalid': None;
  'path.tagUnknown': None;
  'path.noCustomFields': None;
  'path.sectionCustomFields': None;
  'path.vlanUnknown': None;
  'path.vlanIdUnknown': None;
  'path.vlanIdNotNumeric': None;
  'path.vlanIdRequired': None;
  'path.domainIdUnknown': None;
  'path.domainIdInvalid': None;
  'path.domainIdNotNumeric': None;
  'path.vrfIdUnknown': None;
  'path.vrfIdNotNumeric': None;
  'path.vrfIdRequired': None;
  'path.deviceUnknown': None;
  'path.deviceIdUnknown': None;
  'path.deviceIdInvalid': None;
  'path.deviceIdNotNumeric': None;
  'path.deviceParameters': None;
  'path.searchTermMissing': None;
  'path.toolIdNotNumeric': None;
  'path.toolParameter': None;
  'path.toolIdentifier': None;
  'path.useVlans': None;
  'path.useVrfs': None;
  'path.addressType': None;
  'path.subnetMask': { readonly mask: string };

  'parameter.network': None;
  'parameter.networkAddress': { readonly family: Family; readonly text: string };
  'parameter.masterSectionUnknown': WithId;
  'parameter.sectionRequired': None;
  'parameter.sectionUnknown': WithId;
  'parameter.masterSubnetUnknown': WithId;
  'parameter.vlanUnknown': None;
  'parameter.vrfUnknown': None;
  'parameter.subnetNotNumeric': None;
  'parameter.subnetUnknown': None;
  'parameter.addressInvalid': OfField & { readonly given?: string };
  'parameter.macInvalid': OfField & { readonly given?: string };
  'parameter.deviceUnknown': None;
  'parameter.tagInvalid': None;
  'parameter.tagUnknown': None;
  'parameter.vlanNumber': None;
  'parameter.domainNotNumeric': None;
  'parameter.domainUnknown': None;
  'parameter.deviceTypeInvalid': None;
  'parameter.deviceTypeUnknown': None;
  'parameter.repeatKey': None;
  'parameter.dryRun': None;
  'parameter.dryRunTooLong': { readonly seconds: number };
  'parameter.yesOrNo': OfField;
  'parameter.vlanName': None;
  'parameter.domainName': None;
  'parameter.vrfName': None;
  'parameter.hostname': None;
  'parameter.vrfNameTaken': None;
  'parameter.defaultDomain': None;
  'parameter.limit': None;

  'list.noSubnets': None;
  'list.noFolders': None;
  'list.noSlaves': None;
  'list.noAddresses': None;
  'list.noAddressFound': None;
  'list.noHostname': None;
  'list.noHostbase': None;
  'list.noObjects': None;
  'list.noChanges': None;
  'list.noVlans': None;
  'list.noVlanFound': None;
  'list.noVlansInDomain': None;
  'list.noVrfs': None;
  'list.noSubnetsInVrf': None;
  'list.noDevices': None;
  'list.noDeviceFound': None;
  'list.noMasterSubnets': None;
  'list.noFreeAddress': None;

  'list.filterForm': None;
  'list.idAndFilter': None;
  'list.twoFilters': None;
  'list.whole': None;
  'list.memberUnknown': OfField;
  'list.regexInvalid': OfField;
  'list.regexWork': OfField;

  'filter.valueMissing': None;
  'filter.valueEmpty': None;
  'filter.fieldUnknown': None;
  'filter.matchUnknown': None;
  'filter.regexInvalid': None;
  'filter.regexWork': None;
  'filter.nothing': None;
}

export type RequestErrorCode = keyof RequestErrorDetails;

/** A request that the HTTP adapter rejects: a code and its details. The message is for logs only. */
export class RequestError<C extends RequestErrorCode = RequestErrorCode> extends Error {
  override readonly name = 'RequestError';
  readonly code: C;
  readonly details: RequestErrorDetails[C];

  constructor(code: C, ...details: None extends RequestErrorDetails[C] ? [] : [RequestErrorDetails[C]]) {
    super(details[0] ? `${code} ${JSON.stringify(details[0])}` : code);
    this.code = code;
    this.details = (details[0] ?? {}) as RequestErrorDetails[C];
  }

  /** Narrows an exception to some codes; without codes, to any RequestError. */
  static is<C extends RequestErrorCode>(error: unknown, ...codes: readonly C[]): error is RequestError<C> {
    return error instanceof RequestError && (codes.length === 0 || codes.some((code) => code === error.code));
  }
}
