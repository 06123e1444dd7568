/** Shifts the clock of a program by SHIFTED_CLOCK_HOURS. Load it before the program. */
const ahead = Number(process.env.SHIFTED_CLOCK_HOURS) * 3_600_000;
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...parts: readonly number[]) {
    if (parts.length === 0) super(RealDate.now() + ahead);
    else super(...(parts as [number]));
  }

  static override now(): number {
    return RealDate.now() + ahead;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
