import { hash, randomBytes } from 'node:crypto';
import type { Clock, RandomSource, Timers, TokenSource } from '../../application/ports/environment.js';

export const systemClock: Clock = { now: () => new Date() };

export const systemTimers: Timers = {
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

export const systemRandom: RandomSource = {
  below: (limit) => {
    const bits = (limit - 1n).toString(2).length;
    for (;;) {
      const drawn = BigInt(`0x${randomBytes(Math.ceil(bits / 8)).toString('hex')}`) >> BigInt((8 - (bits % 8)) % 8);
      if (drawn < limit) return drawn;
    }
  },
};

/** 144 random bits, 24 characters in base64url. */
const tokenBytes = 18;

/** 192 random bits, 32 characters in base64url. */
const codeBytes = 24;

export class RandomTokenSource implements TokenSource {
  create(): string {
    return randomBytes(tokenBytes).toString('base64url');
  }

  createCode(): string {
    return randomBytes(codeBytes).toString('base64url');
  }

  digest(token: string): string {
    return hash('sha256', token, 'hex');
  }
}
