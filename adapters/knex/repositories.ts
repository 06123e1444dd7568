import type { Repositories } from '../../application/ports/unit-of-work.js';
import { answeredRequestsIn, changeLogIn } from './changes/change-log-repository.js';
import { feedIn } from './changes/feed-repository.js';
import { FreeAddresses } from './free-space/free-addresses.js';
import {
  appsIn,
  rolesIn,
  savedViewsIn,
  settingsIn,
  signInProvidersIn,
  webhooksIn,
} from './identity/administered-repositories.js';
import { notificationsIn } from './identity/notification-repository.js';
import {
  appLeasesIn,
  rateCountsIn,
  requestNoncesIn,
  signInAttemptsIn,
  signInOriginsIn,
} from './identity/sign-in-repositories.js';
import { accessKeysIn, oauthIn, secondFactorsIn, tokensIn } from './identity/token-repositories.js';
import { groupsIn, usersIn } from './identity/user-repositories.js';
import { addressesIn } from './inventory/address-repository.js';
import { catalogIn } from './inventory/catalog-repository.js';
import { customFieldsIn, customValuesIn } from './inventory/custom-repositories.js';
import { sectionsIn } from './inventory/section-repository.js';
import { subnetsIn } from './inventory/subnets/subnet-repository.js';
import { subnetScansIn } from './inventory/subnets/subnet-scan-repository.js';
import { AddressIds, DryRunIds, type UnitIds } from './records/new-ids.js';
import type { Session } from './sessions/session.js';
import { importsIn } from './transfer/import-repository.js';
import { networkSumsIn } from './usage/network-sums.js';
import { usageHistoryIn } from './usage/usage-history-repository.js';

/** @param ids of new records; in a dry run, not taken from the sequences */
export function repositoriesIn(session: Session, ids: UnitIds | DryRunIds = new AddressIds().ofUnit()): Repositories {
  const dryRunIds = ids instanceof DryRunIds ? ids : undefined;
  const freeAddresses = new FreeAddresses(session); // shared, because a change of ranges also changes gaps that were read
  const repositories: Repositories = createdOnUse({
    sections: () => sectionsIn(session, dryRunIds),
    subnets: () => subnetsIn(session, dryRunIds),
    networkSums: () => networkSumsIn(session, repositories.subnets),
    usageHistory: () => usageHistoryIn(session),
    addresses: () => addressesIn(session, ids, freeAddresses),
    catalog: () => catalogIn(session, dryRunIds, freeAddresses),
    customFields: () => customFieldsIn(session),
    customValues: () => customValuesIn(session),
    users: () => usersIn(session, dryRunIds),
    groups: () => groupsIn(session, dryRunIds),
    apps: () => appsIn(session),
    tokens: () => tokensIn(session),
    accessKeys: () => accessKeysIn(session),
    rateCounts: () => rateCountsIn(session),
    signInAttempts: () => signInAttemptsIn(session),
    signInOrigins: () => signInOriginsIn(session),
    requestNonces: () => requestNoncesIn(session),
    appLeases: () => appLeasesIn(session),
    settings: () => settingsIn(session),
    subnetScans: () => subnetScansIn(session),
    changeLog: () => changeLogIn(session),
    feed: () => feedIn(session),
    webhooks: () => webhooksIn(session),
    notifications: () => notificationsIn(session),
    roles: () => rolesIn(session),
    savedViews: () => savedViewsIn(session, dryRunIds),
    imports: () => importsIn(session, dryRunIds),
    oauth: () => oauthIn(session),
    signInProviders: () => signInProvidersIn(session),
    secondFactors: () => secondFactorsIn(session),
    answeredRequests: () => answeredRequestsIn(session),
  });
  return repositories;
}

/** Creates each member on its first use, because most work uses few. A spread of the result copies none. */
// perf(one-subnet): 3 us of processor time for a unit of work instead of 60
function createdOnUse<T extends object>(makers: { readonly [N in keyof T]: () => T[N] }): T {
  const created: Partial<T> = {};
  const isMember = (name: PropertyKey): name is keyof T => Object.hasOwn(makers, name);
  const memberOf = <N extends keyof T>(name: N): T[N] => {
    const known: T[N] | undefined = created[name];
    if (known) return known;
    const member = makers[name]();
    created[name] = member;
    return member;
  };
  return new Proxy<T>(Object.create(null), {
    get: (_, name) => (isMember(name) ? memberOf(name) : undefined),
    has: (_, name) => isMember(name),
    set: () => false,
  });
}
