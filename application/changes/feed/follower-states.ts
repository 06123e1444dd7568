import type { FollowerState } from '../../ports/feed.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { ChangeFeed } from './change-feed.js';

/** Those who follow the feed of changes, and how far it goes. */
export interface FollowedFeed {
  /** The position of the last change; where somebody follows, of the last one that was committed until now. */
  readonly last: number;
  readonly followers: readonly FollowerState[];
}

/** Reads who follows the feed. What waits for followers who are stuck gets its positions by this: nobody else may read on. */
export async function readFollowers(readers: Readers, unitOfWork: UnitOfWork): Promise<FollowedFeed> {
  const followers = await unitOfWork.run(({ feed }) => feed.followers());
  if (followers.length === 0) return { last: (await readers.feed.bounds()).last, followers };
  return { last: await new ChangeFeed(readers, unitOfWork).end(), followers };
}
