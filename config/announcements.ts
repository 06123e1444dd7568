import { credentialsText, type FirstStart, firstStepsText } from './first-start.js';
import { readVersion } from './version.js';

export type Announcement =
  | { readonly event: 'listening'; readonly url: string }
  | { readonly event: 'metrics'; readonly url: string }
  | { readonly event: 'console'; readonly url: string }
  | { readonly event: 'workers'; readonly count: number }
  | { readonly event: 'warning'; readonly problem: string }
  | { readonly event: 'firstStart'; readonly firstStart: FirstStart }
  | { readonly event: 'firstSteps'; readonly firstStart: FirstStart; readonly url: string };

export type Announce = (announcement: Announcement) => void;

export const announce =
  (print: (text: string) => void, json: boolean): Announce =>
  (announcement) =>
    print(json ? jsonLine(announcement) : textOf(announcement));

function textOf(announcement: Announcement): string {
  switch (announcement.event) {
    case 'listening':
      return `Hexipam ${readVersion()} listens on ${announcement.url}\n`;
    case 'metrics':
      return `Metrics are at ${announcement.url}\n`;
    case 'console':
      return `Open ${announcement.url} in a browser\n`;
    case 'workers':
      return `${announcement.count} ${announcement.count === 1 ? 'worker serves' : 'workers serve'}\n`;
    case 'warning':
      return `${announcement.problem}\n`;
    case 'firstStart':
      return credentialsText(announcement.firstStart);
    case 'firstSteps':
      return firstStepsText(announcement.firstStart, announcement.url);
  }
}

/** Omits the commands for interactive use. `told` is the name of `event` in version 0.1. It will be removed in version 0.3. */
function jsonLine(announcement: Announcement): string {
  if (announcement.event === 'firstSteps') return '';
  const { event, ...members } = announcement.event === 'firstStart' ? factsOf(announcement.firstStart) : announcement;
  return `${JSON.stringify({ event, told: event, ...members })}\n`;
}

/** A password set by the operator is not printed. */
const factsOf = ({ credentials: { username, password, appId }, isGenerated }: FirstStart) => ({
  event: 'firstStart',
  username,
  app: appId,
  ...(isGenerated ? { password } : {}),
});
