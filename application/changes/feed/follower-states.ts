import type { FollowerState } from '../../ports/feed.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { ChangeFeed } from './change-feed.js';

export interface FollowedFeed {
  /** Position of the last committed change. Without followers: of the last change that already has a position. */
  readonly last: number;
  readonly followers: readonly FollowerState[];
}

/** Reads the states of followers. Also numbers the committed changes, because a stuck follower does not do so. */
export async function readFollowers(readers: Readers, unitOfWork: UnitOfWork): Promise<FollowedFeed> {
  const followers = await unitOfWork.run(({ feed }) => feed.followers());
  if (followers.length === 0) return { last: (await readers.feed.bounds()).last, followers };
  return { last: await new ChangeFeed(readers, unitOfWork).end(), followers };
}
