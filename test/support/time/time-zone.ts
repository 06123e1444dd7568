import { forgetZone } from '../../../application/service-time.js';

/** Changes the time zone of this process. @returns restores it */
export function enterTimeZone(zone: string): () => void {
  const { TZ: before } = process.env;
  process.env.TZ = zone;
  forgetZone();
  return () => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
    forgetZone();
  };
}

/** Runs a synchronous function in another time zone. */
export function inTimeZone<T>(zone: string, run: () => T): T {
  const leave = enterTimeZone(zone);
  try {
    return run();
  } finally {
    leave();
  }
}
