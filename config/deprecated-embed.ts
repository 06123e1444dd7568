/** Earlier names of exports, until version 0.3. */

export type {
  /** @deprecated Use AnnounceWrites. */
  AnnounceWrites as TellWrites,
  /** @deprecated Use ReadRouter. */
  ReadRouter as ReadPlaces,
} from '../application/unit-of-work/read-router.js';
