import type { Application } from '../../../../application/index.js';
import { addressFields } from '../../../../domain/address/address.js';
import { type KindName, kindOf, kinds } from '../../../../domain/catalog/kinds.js';
import type { FieldSet } from '../../../../domain/fields/field.js';
import { subnetFields } from '../../../../domain/subnet/subnet.js';
import type { RecordsAnswer } from '../../answer.js';
import type { Access, ApiRequest } from '../../api-request.js';
import type { RecordSchemaName } from '../../openapi/record-schemas.js';
import { addressLinks, subnetLinks } from '../../wire/links.js';
import type { SubnetMembers } from '../../wire/presenter.js';
import { listAddresses, listSubnets } from '../common/record-lists.js';
import { listKind } from './kind-records.js';
import type { SubnetListOrder } from './kind-resource.js';
import { addressReferences, subnetReferences } from './referrer-fields.js';
import { kindView, toolWord } from './tool-names.js';

export interface ReferrerList {
  readonly word: string;
  readonly access: Access;
  readonly shows: RecordSchemaName;
  /** @param order of subnets; by id by default */
  list(
    application: Application,
    request: ApiRequest,
    id: number,
    whenEmpty: () => Error,
    order?: SubnetListOrder,
  ): Promise<RecordsAnswer>;
}

/** Computed members of subnets in lists of referencing subnets. */
export const referringSubnet: SubnetMembers = { nameservers: true, gateway: 'id' };

/**
 * Returns the lists in a kind's descriptor, except those with the given path segments.
 * @throws Error for an unsupported list, which is a defect of the descriptor
 */
export const referrerLists = (kind: KindName, except: readonly string[] = []): ReferrerList[] =>
  (kindOf(kind).links ?? []).filter((word) => !except.includes(word)).map((word) => referrerList(kind, word));

function referrerList(kind: KindName, word: string): ReferrerList {
  if (word === 'subnets') {
    const field = oneOf(subnetReferences, referenceTo(kind, subnetFields), word);
    return {
      word,
      access: 'see',
      shows: 'subnet',
      list: (application, request, id, whenEmpty, by = 'id') =>
        listSubnets(application, request, { [field]: id, order: { by } }, { links: subnetLinks, whenEmpty }, referringSubnet),
    };
  }
  if (word === 'addresses' || word === 'ipaddresses') {
    const field = oneOf(addressReferences, referenceTo(kind, addressFields), word);
    return {
      word,
      access: 'see',
      shows: 'address',
      list: (application, request, id, whenEmpty) =>
        listAddresses(application, request, { [field]: id, order: 'address' }, { links: addressLinks, whenEmpty }),
    };
  }
  const { name } = oneOf(
    Object.values(kinds),
    Object.values(kinds).find((other) => toolWord(other.name) === word),
    word,
  );
  const field = referenceTo(kind, kinds[name].fields) ?? '';
  return {
    word,
    access: 'everyone',
    shows: name,
    list: (application, request, id, whenEmpty) =>
      listKind(application, request, { kind: name, view: kindView(name), where: { [field]: id }, whenEmpty }),
  };
}

const referenceTo = (kind: KindName, fields: FieldSet): string | undefined =>
  Object.entries(fields).find(([, field]) => field.type === 'reference' && field.ref.kind === kind)?.[0];

function oneOf<const T>(known: readonly T[], value: unknown, word: string): T {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`no list is defined for ${word}`);
  return found;
}
