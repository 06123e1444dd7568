import { RandomTokenSource, systemTimers } from '../../adapters/system/index.js';
import { dnsFollowerName } from '../../application/dns/dns-follower.js';
import { Following } from '../../application/feed/following.js';
import type { Service } from '../container.js';

/** How often settings are looked at, in milliseconds. */
const interval = 2000;
/** How long a stop waits for the record that is being written, in milliseconds. */
const maxWait = 3000;

/**
 * Keeps DNS records while the service runs and settings say so; of several processes one does. When settings say so no more, the
 * feed forgets how far it has come.
 * @returns ends it
 */
export function startDns({
  application,
  database,
  storage,
  log,
}: Pick<Service, 'application' | 'database' | 'storage' | 'log'>): () => Promise<void> {
  const holder = new RandomTokenSource().create();
  let end: (() => Promise<void>) | undefined;
  let isForgotten = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const begin = (): (() => Promise<void>) => {
    const { unitOfWork } = database;
    const follower = application.dns.follower(log);
    const { changeFeed: feed, commits: signal } = application;
    const following = new Following(follower, {
      feed,
      unitOfWork,
      signal,
      timers: systemTimers,
      log,
      holder,
      chance: Math.random,
    });
    following.start();
    return () => {
      follower.stop();
      return following.stop();
    };
  };
  const look = async (): Promise<void> => {
    const { dns } = await application.directory.settings();
    if (isStopped) return;
    if (dns.enabled) {
      end ??= begin();
      isForgotten = false;
      return;
    }
    const stop = end;
    end = undefined;
    await stop?.();
    if (!isForgotten) await database.unitOfWork.run(({ feed }) => feed.removeFollower(dnsFollowerName));
    isForgotten = true;
  };
  const lookAgain = async (): Promise<void> => {
    await look().catch((error: unknown) => {
      if (!isStopped && !storage.note(error)) log.error('settings of DNS records were not read', { error });
    });
    if (isStopped) return;
    timer = setTimeout(() => void lookAgain(), interval);
    timer.unref();
  };
  void lookAgain();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    const waiting = new Promise<void>((resolve) => void systemTimers.after(maxWait, resolve));
    await Promise.race([end?.(), waiting]);
  };
}
