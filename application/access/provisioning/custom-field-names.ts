import { kindNames } from '../../../domain/catalog/kinds.js';
import { shapeOf } from '../../../domain/catalog/record-types.js';
import { changedObjects } from '../../../domain/changes/change.js';
import type { CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import { columnsOfAll, otherNames, rowKinds, rowWord, shortColumns } from '../../../domain/transfer/columns.js';

const shapes = [...changedObjects, ...kindNames].map(shapeOf);

/** Parameters and members of every request and record, besides fields. */
const ofEveryRequest = [
  ...['id', 'id2', 'id3', 'id4', 'app_id', 'controller', 'enc_request', 'links', 'href', 'rel', 'custom_fields'],
  ...['filter_by', 'filter_value', 'filter_match', 'dry_run', 'remove_dns'],
] as const;

/** Members that only some records have, and alternative names of fields. */
const ofSomeRecords = [
  ...['subnet', 'mask', 'ip', 'ip_addr', 'state', 'switch', 'tid', 'vlanId', 'vrfId', 'domainId', 'descriptuion'],
  ...['gateway', 'gatewayId', 'nameservers', 'usage', 'calculation', 'addresses', 'subnets'],
] as const;

const ofEveryObject = Object.getOwnPropertyNames(Object.prototype);

/** Further field names of one record type. */
const reservedByOwner: Readonly<Partial<Record<CustomFieldOwner, readonly string[]>>> = { l2domains: ['permissions'] };

const rowKindWith = (on: CustomFieldOwner) => rowKinds.find((kind) => rowWord(kind) === on);

/**
 * Reserved names of custom fields, in lower case: fields, table columns, and names in requests and responses. Parameters that a
 * custom field may replace (`hold`, criteria) are permitted.
 */
function reservedNames(on: CustomFieldOwner): ReadonlySet<string> {
  const fields = shapes.find(({ owner }) => owner === on)?.fields ?? {};
  const kind = rowKindWith(on);
  const columns = kind ? [...columnsOfAll(kind, fields, []), ...otherNames(kind), ...shortColumns(fields)] : [];
  const names = [
    ...Object.keys(fields),
    ...columns,
    ...ofEveryRequest,
    ...ofEveryObject,
    ...ofSomeRecords,
    ...(reservedByOwner[on] ?? []),
  ];
  return new Set(names.map((name) => name.toLowerCase()));
}

/** A valid name for JSON members, XML elements and request parameters. */
const nameShape = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** The problem of a custom field's name, as the end of a sentence; undefined for a valid name. */
export function problemWithName(on: CustomFieldOwner, name: string): string | undefined {
  if (!nameShape.test(name)) return 'must begin with a letter and consist of at most 64 letters, digits, _ and -';
  return reservedNames(on).has(name.toLowerCase())
    ? `is reserved: ${on} already have a member or column of this name`
    : undefined;
}
