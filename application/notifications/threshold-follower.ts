import type { Follower } from '../changes/feed/following.js';
import type { FeedEntry } from '../ports/feed.js';
import type { Alarms } from './alarms.js';

export const thresholdFollowerName = 'thresholds';

/** Checks the thresholds of subnets after changes of their usage or threshold. Repeated entries have no effect. */
export class ThresholdFollower implements Follower {
  readonly name = thresholdFollowerName;
  readonly max = 500;
  readonly begins = 'now';
  readonly maxPause = 60_000;
  readonly #alarms: Pick<Alarms, 'checkThresholds'>;

  constructor(alarms: Pick<Alarms, 'checkThresholds'>) {
    this.#alarms = alarms;
  }

  async handle(entries: readonly FeedEntry[]): Promise<number> {
    const touched = entries.filter(({ object, action }) => ['address', 'subnet'].includes(object) && action !== 'alarm');
    const ids = new Set(touched.flatMap(subnetsOf));
    if (ids.size > 0) await this.#alarms.checkThresholds([...ids]);
    return entries.length;
  }
}

/** The subnet of a change, and the former master of a moved or deleted subnet. */
const subnetsOf = ({ location: { subnetId }, before }: FeedEntry): number[] =>
  [subnetId, before?.masterSubnetId].filter((id) => typeof id === 'number');
