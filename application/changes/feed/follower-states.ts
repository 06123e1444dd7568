import type { FollowerState } from '../../ports/feed.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { ChangeFeed } from './change-feed.js';

export interface FollowedFeed {
  /** Position of the last change; with followers, of the last committed one. */
  readonly last: number;
  readonly followers: readonly FollowerState[];
}

/** Reads the states of followers. Numbers changes for stuck followers, since no other reader may do so. */
export async function readFollowers(readers: Readers, unitOfWork: UnitOfWork): Promise<FollowedFeed> {
  const followers = await unitOfWork.run(({ feed }) => feed.followers());
  if (followers.length === 0) return { last: (await readers.feed.bounds()).last, followers };
  return { last: await new ChangeFeed(readers, unitOfWork).end(), followers };
}
