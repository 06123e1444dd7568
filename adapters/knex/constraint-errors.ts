import { type KindName, kindNames, kindOf } from '../../domain/catalog/kinds.js';
import { type ErrorDetails, IpamError } from '../../domain/errors.js';
import { tableOfKind } from './records/names.js';
import { addressTable, kindTable, recordTables, sectionTable } from './records/tables.js';
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

const translations = new Map<string, Translation>([
  ...recordTables.flatMap((table) =>
    table.columns.flatMap(({ name, field, column }): [string, Translation][] =>
      field.type === 'reference' ? [[`${table.name}_${column}_fkey`, ofReference(column, name, field.ref.kind)]] : [],
    ),
  ),
  ...kindNames.flatMap((kind) =>
    uniqueConstraints(kind).map((constraint): [string, Translation] => [constraint, () => new IpamError('kind.taken', { kind })]),
  ),
  [`${addressTable.name}_subnet_id_ip_key`, () => new IpamError('address.exists')],
  [`${sectionTable.name}_name_key_key`, ({ value }) => new IpamError('section.nameTaken', { name: value })],
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
  const table = kindTable(kind);
  return (kindOf(kind).uniqueTogether ?? []).map(
    (fields) => `${tableOfKind(kind)}_${fields.map((field) => table.column(field).column).join('_')}_key`,
  );
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
