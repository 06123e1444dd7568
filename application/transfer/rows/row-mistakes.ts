import { IpamError } from '../../../domain/errors.js';

/** The field of errors without a `field` detail. */
export const placeOf: Readonly<Partial<Record<string, string>>> = {
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

/** An error of a row other than an invalid value; the message is shown to users. */
export class RowShape extends Error {
  override readonly name = 'RowShape';
  readonly field: string | undefined;

  constructor(problem: string, field?: string) {
    super(problem);
    this.field = field;
  }
}

/** Several errors of one row, in column order. */
export class RowMistakes extends Error {
  override readonly name = 'RowMistakes';
  readonly errors: readonly unknown[];

  constructor(errors: readonly unknown[]) {
    super(`${errors.length} mistakes in one row`);
    this.errors = errors;
  }
}

export class MistakeList {
  readonly #errors: unknown[] = [];

  /** The result of a step; undefined on an error in the row. @throws errors that are not due to the row */
  try<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!IpamError.is(error) && !(error instanceof RowShape)) throw error;
      this.#errors.push(error);
      return undefined;
    }
  }

  /** @throws the error, or RowMistakes for several */
  check(): void {
    if (this.#errors.length === 1) throw this.#errors[0];
    if (this.#errors.length > 1) throw new RowMistakes(this.#errors);
  }
}

/** The error for a repeated address, which need not exist in the register. */
export const comesAgain = (): RowShape => new RowShape('the same address stands in an earlier row', 'ip');
