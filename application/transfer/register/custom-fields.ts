import type { CustomField } from '../../../domain/fields/custom-field.js';
import { problemWithName } from '../../access/provisioning/custom-field-names.js';
import { Entry } from '../../access/provisioning/entry.js';
import { customFieldMembers, readCustomField } from '../../access/provisioning/records.js';
import type { ImportField } from '../../ports/transfer/register.js';
import { readReported } from './problems.js';
import type { Findings } from './report.js';

/**
 * Reads a custom field of another system. An invalid name is replaced.
 * @returns undefined for an unsupported field, which is reported
 */
export function customFieldOf(
  { where, remark, ...definition }: ImportField,
  defined: readonly CustomField[],
  findings: Findings,
): CustomField | undefined {
  const isFree = (name: string): boolean =>
    problemWithName(definition.on, name) === undefined &&
    !defined.some((other) => other.on === definition.on && other.name.toLowerCase() === name.toLowerCase());
  const name = isFree(definition.name) ? definition.name : newNameFor(definition.name, isFree);
  if (name !== definition.name)
    findings.add({
      kind: 'custom-field',
      where,
      problem: `cannot be named ${JSON.stringify(definition.name)}: it is renamed to ${name}`,
    });
  if (remark !== undefined) findings.note(where, remark);
  const mayBeEmpty = definition.nullable || definition.default === null; // otherwise records without a value could not be created
  const field = read({ ...definition, name, nullable: mayBeEmpty }, where, findings);
  return field ?? read({ ...definition, name, default: null, nullable: true }, where, findings);
}

const read = (field: CustomField, where: string, findings: Findings): CustomField | undefined =>
  readReported(
    () => readCustomField(new Entry(field, where, customFieldMembers)),
    (problem) => findings.add({ kind: 'custom-field', where, problem }),
  );

function newNameFor(name: string, isFree: (name: string) => boolean): string {
  const shaped = `custom_${name.replace(/^custom_/i, '').replace(/[^\w-]/g, '_')}`.slice(0, 56);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? shaped : `${shaped}_${number}`;
    if (isFree(candidate)) return candidate;
  }
}
