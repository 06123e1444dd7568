import { IpamError } from '../../../domain/errors.js';

/** Where a mistake is that names no field. */
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
  'vlan.numberTooHigh': 'number',
  'vlan.numberNegative': 'number',
  'vlan.numberTaken': 'number',
  'section.nameTooShort': 'name',
  'section.nameTaken': 'name',
};

/** What is wrong with a row beside its values: its text is for people. */
export class RowShape extends Error {
  override readonly name = 'RowShape';
  readonly field: string | undefined;

  constructor(problem: string, field?: string) {
    super(problem);
    this.field = field;
  }
}

/** Several mistakes of one row, in the order of its columns. */
export class RowMistakes extends Error {
  override readonly name = 'RowMistakes';
  readonly errors: readonly unknown[];

  constructor(errors: readonly unknown[]) {
    super(`${errors.length} mistakes in one row`);
    this.errors = errors;
  }
}

/** Runs the steps of reading a row, each of which may find a mistake. */
export class MistakeList {
  readonly #errors: unknown[] = [];

  /** The result of a step; undefined where it finds a mistake. @throws what is no mistake in a row */
  try<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!IpamError.is(error) && !(error instanceof RowShape)) throw error;
      this.#errors.push(error);
      return undefined;
    }
  }

  /** @throws the one mistake that was found, RowMistakes where there are several */
  check(): void {
    if (this.#errors.length === 1) throw this.#errors[0];
    if (this.#errors.length > 1) throw new RowMistakes(this.#errors);
  }
}

/** What is told of an address that comes twice: it need not be in the register. */
export const comesAgain = (): RowShape => new RowShape('the same address stands in an earlier row', 'ip');
