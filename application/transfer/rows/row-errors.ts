import { IpamError } from '../../../domain/errors.js';
import type { MissingRecord } from '../../../domain/transfer/missing-records.js';

/** Field by error code, for errors without a `field` detail. */
export const fieldOfError: Readonly<Partial<Record<string, string>>> = {
  'address.exists': 'ip',
  'address.notInSubnet': 'ip',
  'address.noNetwork': 'ip',
  'address.ambiguous': 'ip',
  'prefix.length': 'subnet',
  'prefix.hostBits': 'subnet',
  'subnet.overlapInSection': 'subnet',
  'subnet.overlapWithSibling': 'subnet',
  'subnet.outsideMaster': 'masterSubnetId',
  'subnet.masterNotFolder': 'masterSubnetId',
  'range.outside': 'first',
  'range.overlap': 'first',
  'range.reversed': 'last',
  'vlan.numberTooHigh': 'number',
  'vlan.numberNegative': 'number',
  'vlan.numberTaken': 'number',
  'section.nameTooShort': 'name',
  'section.nameTaken': 'name',
};

/** A reference to a missing record that cannot be created. */
export class UncreatedReference extends Error {
  override readonly name = 'UncreatedReference';
  readonly field: string;
  readonly record: MissingRecord;
  readonly reason: IpamError;

  constructor(field: string, record: MissingRecord, reason: IpamError) {
    super(`${record.kind} ${record.name} cannot be created`);
    this.field = field;
    this.record = record;
    this.reason = reason;
  }
}

/** Several errors of a row, in column order. */
export class RowErrors extends Error {
  override readonly name = 'RowErrors';
  readonly errors: readonly unknown[];

  constructor(errors: readonly unknown[]) {
    super(`${errors.length} errors in one row`);
    this.errors = errors;
  }
}

export class RowErrorList {
  readonly #errors: unknown[] = [];

  /** The result of a step; undefined after an error of the row. @throws errors that the row did not cause */
  try<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!IpamError.is(error) && !(error instanceof RowErrors) && !(error instanceof UncreatedReference)) throw error;
      this.#errors.push(error);
      return undefined;
    }
  }

  check(): void {
    if (this.#errors.length === 1) throw this.#errors[0];
    if (this.#errors.length > 1) throw new RowErrors(this.#errors);
  }
}

export const comesAgain = (): IpamError => new IpamError('row.repeatedAddress', { field: 'ip' });
