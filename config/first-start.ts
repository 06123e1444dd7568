import type { FirstCredentials } from '../application/access/administration/administration.js';
import { variables } from './settings/variables.js';

export interface FirstStart {
  readonly credentials: FirstCredentials;
  /** False for a password set by the operator. Such a password is not printed. */
  readonly isGenerated: boolean;
}

export function credentialsText({ credentials: { username, password, appId }, isGenerated }: FirstStart): string {
  const secret = isGenerated ? `password ${password} (it is not shown again)` : `the password in ${variables.adminPassword.name}`;
  return `This is the first start: sign in as user ${username}, ${secret}, through application ${appId}.\n`;
}

/** Returns bash commands that allocate an address. They can be repeated. @param url of the service */
export function firstStepsText({ credentials: { username, password, appId }, isGenerated }: FirstStart, url: string): string {
  const variable = variables.adminPassword.name;
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
