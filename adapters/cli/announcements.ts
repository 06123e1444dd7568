import type { FirstCredentials } from '../../application/access/administration/administration.js';

export type Announcement =
  | { readonly event: 'listening'; readonly url: string }
  | { readonly event: 'metrics'; readonly url: string }
  | { readonly event: 'console'; readonly url: string }
  | { readonly event: 'workers'; readonly count: number }
  | { readonly event: 'warning'; readonly problem: string }
  | { readonly event: 'firstStart'; readonly firstStart: FirstStart }
  | { readonly event: 'firstSteps'; readonly firstStart: FirstStart; readonly url: string };

export type Announce = (announcement: Announcement) => void;

interface AnnouncedProgram {
  readonly version: string;
  /** Name of the environment variable with the first password. */
  readonly passwordVariable: string;
}

export const announce =
  (print: (text: string) => void, json: boolean, program: AnnouncedProgram): Announce =>
  (announcement) =>
    print(json ? jsonLine(announcement) : textOf(announcement, program));

function textOf(announcement: Announcement, { version, passwordVariable }: AnnouncedProgram): string {
  switch (announcement.event) {
    case 'listening':
      return `Hexipam ${version} listens on ${announcement.url}\n`;
    case 'metrics':
      return `Metrics are at ${announcement.url}\n`;
    case 'console':
      return `Open ${announcement.url} in a browser\n`;
    case 'workers':
      return `${announcement.count} ${announcement.count === 1 ? 'worker serves' : 'workers serve'}\n`;
    case 'warning':
      return `${announcement.problem}\n`;
    case 'firstStart':
      return credentialsText(announcement.firstStart, passwordVariable);
    case 'firstSteps':
      return firstStepsText(announcement, passwordVariable);
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

export interface FirstStart {
  readonly credentials: FirstCredentials;
  /** False for a password set by the operator. Such a password is not printed. */
  readonly isGenerated: boolean;
}

function credentialsText({ credentials: { username, password, appId }, isGenerated }: FirstStart, variable: string): string {
  const secret = isGenerated ? `password ${password} (it is not shown again)` : `the password in ${variable}`;
  return `This is the first start: sign in as user ${username}, ${secret}, through application ${appId}.\n`;
}

/** Returns bash commands that allocate an address. They can be repeated. */
function firstStepsText(
  { firstStart: { credentials, isGenerated }, url }: { readonly firstStart: FirstStart; readonly url: string },
  variable: string,
): string {
  const { username, password, appId } = credentials;
  const login = isGenerated ? `'${username}:${password}'` : `"${username}:$${variable}"`;
  return `
Paste this into bash to allocate an address${isGenerated ? '' : ` (where ${variable} is set)`}:

  api=${reachable(url)}/api/${appId}
  first_id() { grep -o '"id":"\\{0,1\\}[0-9]*' | head -n 1 | tr -dc 0-9; }
  token=$(curl -s -X POST -u ${login} $api/user/ | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
  section=$(curl -s -H "token: $token" $api/sections/Demo/ | first_id)
  section=\${section:-$(curl -s -H "token: $token" $api/sections/ -d name=Demo | first_id)}
  subnet=$(curl -s -H "token: $token" $api/subnets/cidr/10.20.0.0/24/ | first_id)
  subnet=\${subnet:-$(curl -s -H "token: $token" $api/subnets/ -d subnet=10.20.0.0 -d mask=24 -d sectionId=$section | first_id)}
  curl -s -H "token: $token" -X POST $api/addresses/first_free/$subnet/ -d hostname=demo; echo
`;
}

/** Replaces a wildcard address by the loopback address. */
export const reachable = (url: string): string => url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
