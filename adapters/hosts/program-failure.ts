import { ProbeError, type ProbeProgram } from '../../application/ports/scanning.js';
import type { ProgramEnd } from './run-program.js';

const noRights = /not permitted|permission denied|must run as root|can't create.*socket|setuid/i;

/** Returns the first error line of a program, without control characters. */
const complaintOf = ({ errors }: ProgramEnd): string =>
  (errors.split('\n').find((line) => line.trim() !== '') ?? '').replace(/[^\x20-\x7e]/g, '?').slice(0, 200);

export function failureOf(program: ProbeProgram, end: ProgramEnd): ProbeError {
  const complaint = complaintOf(end);
  switch (end.killed) {
    case 'late':
      return new ProbeError('late', `${program} did not finish in time`);
    case 'stopped':
      return new ProbeError('stopped', `${program} was stopped`);
    case 'tooMuchOutput':
      return new ProbeError('broken', `${program} printed more than expected`);
  }
  if (noRights.test(end.errors))
    return new ProbeError('forbidden', `${program} may not send packets, it needs the capability net_raw (${complaint})`);
  return new ProbeError('broken', `${program} ended with ${end.code ?? 'a signal'}${complaint === '' ? '' : `: ${complaint}`}`);
}
