import type { PingResult } from '../../../../application/scan/pings.js';

/** Ping results as in answers, by outcome. The exit codes from 65 to 77 are those of sysexits.h. */
const outcomes: Readonly<
  Record<PingResult['outcome'], { readonly exit_code: number; readonly result_code: string; readonly message: string }>
> = {
  disabled: { exit_code: 1001, result_code: 'SCANNING_DISABLED', message: 'Scanning disabled' },
  online: { exit_code: 0, result_code: 'SUCCESS', message: 'Address online' },
  offline: { exit_code: 1, result_code: 'OFFLINE', message: 'Address offline' },
  notProbeable: { exit_code: 65, result_code: 'DATAERR', message: 'Address cannot be that of one host' },
  missing: { exit_code: 69, result_code: 'UNAVAILABLE', message: 'Address cannot be pinged' },
  broken: { exit_code: 70, result_code: 'SOFTWARE', message: 'Address cannot be pinged' },
  late: { exit_code: 75, result_code: 'TEMPFAIL', message: 'Address cannot be pinged' },
  stopped: { exit_code: 75, result_code: 'TEMPFAIL', message: 'Address cannot be pinged' },
  forbidden: { exit_code: 77, result_code: 'NOPERM', message: 'Address cannot be pinged' },
};

export function describePing(result: PingResult): Readonly<Record<string, string | number>> {
  const scan_type = ('program' in result && result.program) || 'none';
  const { message, ...codes } = outcomes[result.outcome];
  return { scan_type, ...codes, message: 'problem' in result ? `${message}: ${result.problem}` : message };
}
