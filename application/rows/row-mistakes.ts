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

/** What is told of an address that comes twice: it need not be in the register. */
export const comesAgain = (): RowShape => new RowShape('the same address stands in an earlier row', 'ip');
