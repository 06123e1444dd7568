import { forgetZone } from '../../../application/service-time.js';

/** Puts this process into another time zone. @returns puts it back */
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

/** Runs something that does not wait in another time zone. */
export function inTimeZone<T>(zone: string, run: () => T): T {
  const leave = enterTimeZone(zone);
  try {
    return run();
  } finally {
    leave();
  }
}
