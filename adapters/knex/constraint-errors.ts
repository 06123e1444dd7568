import { addressFields } from '../../domain/address/address.js';
import { type KindName, kindNames, kindOf } from '../../domain/catalog/kinds.js';
import { type ErrorDetails, IpamError } from '../../domain/errors.js';
import type { FieldSet } from '../../domain/fields/field.js';
import { sectionFields } from '../../domain/section/section.js';
import { subnetFields } from '../../domain/subnet/subnet.js';
import { snakeCase, tableOfKind } from './names.js';
import { DatabaseFailure, lostNamedStatement, reasonOf, textOf } from './storage-error.js';

type Mistake = IpamError<keyof ErrorDetails>;

interface Complaint {
  readonly column: string;
  readonly value: string;
}

type Translation = (complaint: Complaint) => Mistake;

const ofReference =
  (column: string, field: string, target: string): Translation =>
  (complaint) => {
    const id = Number(complaint.value);
    return complaint.column === column
      ? new IpamError('field.reference', { field, id })
      : new IpamError('kind.inUse', { kind: target, id });
  };

/** The user was removed meanwhile. */
const unknownUser: Translation = () => new IpamError('signIn.failed');

const fieldsByTable: Readonly<Record<string, FieldSet>> = {
  sections: sectionFields,
  subnets: subnetFields,
  addresses: addressFields,
  ...Object.fromEntries(kindNames.map((kind) => [tableOfKind(kind), kindOf(kind).fields])),
};

const translations = new Map<string, Translation>([
  ...Object.entries(fieldsByTable).flatMap(([table, fields]) =>
    Object.entries(fields).flatMap(([name, field]): [string, Translation][] => {
      const column = snakeCase(name);
      return field.type === 'reference' ? [[`${table}_${column}_fkey`, ofReference(column, name, field.ref.kind)]] : [];
    }),
  ),
  ...kindNames.flatMap((kind) =>
    uniqueConstraints(kind).map((constraint): [string, Translation] => [constraint, () => new IpamError('kind.taken', { kind })]),
  ),
  ['addresses_subnet_id_ip_key', () => new IpamError('address.exists')],
  ['sections_name_key_key', ({ value }) => new IpamError('section.nameTaken', { name: value })],
  ['user_groups_group_id_fkey', ({ value }) => new IpamError('field.reference', { field: 'groups', id: Number(value) })],
  ...['access_keys', 'second_factors', 'recovery_codes', 'tokens'].map(
    (table) => [`${table}_user_id_fkey`, unknownUser] as const,
  ),
  [
    'second_factors_credential_id_key',
    () => new IpamError('account.enrolment', { problem: 'this passkey is already registered' }),
  ],
]);

export function uniqueConstraints(kind: KindName): string[] {
  return (kindOf(kind).uniqueTogether ?? []).map((fields) => `${tableOfKind(kind)}_${fields.map(snakeCase).join('_')}_key`);
}

/** Finds column and value of a key, e.g. in `Key (ip)=(10.0.0.1) already exists`. The text depends on the server's language. */
const keyInDetail = /\((.*?)\)=\((.*?)\)/;
/** Maximum length of a parsed detail, which contains values of clients. */
const longestDetail = 4000;

/** Maps a database failure: to an IpamError if the caller's data violates a constraint, otherwise to a DatabaseFailure. */
export function translateError(error: unknown): Error {
  if (error instanceof IpamError || error instanceof DatabaseFailure) return error;
  const translate = translations.get(textOf(error, 'constraint') ?? '');
  const [, column = '', value = ''] = keyInDetail.exec(textOf(error, 'detail')?.slice(0, longestDetail) ?? '') ?? [];
  if (translate) return translate({ column, value });
  if (lostNamedStatement(error))
    return new DatabaseFailure(`${reasonOf(error)}: with a connection pooler, set HEXIPAM_PREPARED_STATEMENTS=off`, error);
  return new DatabaseFailure(reasonOf(error), error);
}
