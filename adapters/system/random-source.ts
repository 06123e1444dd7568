import { randomBytes } from 'node:crypto';
import type { RandomSource } from '../../application/ports/environment.js';

export const systemRandom: RandomSource = {
  below: (limit) => {
    const bits = (limit - 1n).toString(2).length;
    for (;;) {
      const drawn = BigInt(`0x${randomBytes(Math.ceil(bits / 8)).toString('hex')}`) >> BigInt((8 - (bits % 8)) % 8);
      if (drawn < limit) return drawn;
    }
  },
};
