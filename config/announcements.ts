import { credentialsText, type FirstStart, firstStepsText } from './first-start.js';
import { readVersion } from './version.js';

/** Messages on standard output at the start of the service. */
export type Announcement =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'metrics'; readonly url: string }
  | { readonly kind: 'console'; readonly url: string }
  | { readonly kind: 'workers'; readonly count: number }
  | { readonly kind: 'warning'; readonly problem: string }
  /** Credentials of a new service, which are not printed again. */
  | { readonly kind: 'firstStart'; readonly firstStart: FirstStart }
  /** First steps with a new service, which listens on this URL. */
  | { readonly kind: 'trial'; readonly firstStart: FirstStart; readonly url: string };

export type Announce = (announcement: Announcement) => void;

/** Prints announcements as text, or as one line of JSON each. */
export const announce =
  (print: (text: string) => void, json: boolean): Announce =>
  (announcement) =>
    print(json ? jsonLine(announcement) : textOf(announcement));

function textOf(announcement: Announcement): string {
  switch (announcement.kind) {
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

/** JSON output omits the commands for interactive use. */
function jsonLine(announcement: Announcement): string {
  if (announcement.kind === 'trial') return '';
  return `${JSON.stringify(announcement.kind === 'firstStart' ? factsOf(announcement.firstStart) : announcement)}\n`;
}

/** A password set by the operator is not printed. */
const factsOf = ({ credentials: { username, password, appId }, isGenerated }: FirstStart) => ({
  kind: 'firstStart',
  username,
  app: appId,
  ...(isGenerated ? { password } : {}),
});
