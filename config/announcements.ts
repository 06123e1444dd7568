import { credentialsText, type FirstStart, firstStepsText } from './first-start.js';
import { readVersion } from './version.js';

/** What a service tells on standard output when it starts. */
export type Announcement =
  | { readonly told: 'listening'; readonly url: string }
  /** Where the metrics are, on a listener of their own. */
  | { readonly told: 'metrics'; readonly url: string }
  /** Where the web console is. */
  | { readonly told: 'console'; readonly url: string }
  | { readonly told: 'workers'; readonly count: number }
  | { readonly told: 'warning'; readonly problem: string }
  /** How to sign in to a fresh service. It cannot be had again. */
  | { readonly told: 'firstStart'; readonly firstStart: FirstStart }
  /** How to try a fresh service, which listens on this URL by now. */
  | { readonly told: 'trial'; readonly firstStart: FirstStart; readonly url: string };

export type Announce = (announcement: Announcement) => void;

/** Prints what a service tells: for people, or a line of JSON for each. */
export const announce =
  (print: (text: string) => void, json: boolean): Announce =>
  (announcement) =>
    print(json ? jsonLine(announcement) : textOf(announcement));

function textOf(announcement: Announcement): string {
  switch (announcement.told) {
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
    case 'trial':
      return firstStepsText(announcement.firstStart, announcement.url);
  }
}

/** Programs need no lines to paste. */
function jsonLine(announcement: Announcement): string {
  if (announcement.told === 'trial') return '';
  return `${JSON.stringify(announcement.told === 'firstStart' ? factsOf(announcement.firstStart) : announcement)}\n`;
}

/** A password that the operator chose is not printed. */
const factsOf = ({ credentials: { username, password, appId }, isGenerated }: FirstStart) => ({
  told: 'firstStart',
  username,
  app: appId,
  ...(isGenerated ? { password } : {}),
});
