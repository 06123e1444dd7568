import { identity } from './0001-identity.js';
import { catalog } from './0002-catalog.js';
import { inventory } from './0003-inventory.js';
import { changeLog } from './0004-change-log.js';
import { customValues } from './0005-custom-values.js';
import { permissionOrder } from './0006-permission-order.js';
import { inventoryRight } from './0007-inventory-right.js';
import { audit } from './0008-audit.js';
import { cryptLegacy } from './0009-crypt-legacy.js';
import { accessHardening } from './0010-access-hardening.js';
import { freeRanges } from './0011-free-ranges.js';
import { hostnameOrder } from './0012-hostname-order.js';
import { failuresByName } from './0013-failures-by-name.js';
import { deviceNames } from './0014-device-names.js';
import { codeDigests } from './0015-code-digests.js';
import { writeProbe } from './0016-write-probe.js';
import { caseFolding } from './0017-case-folding.js';
import { foldedValues } from './0018-folded-values.js';
import { timesInUtc } from './0019-times-in-utc.js';
import { feed } from './0020-feed.js';
import { subnetScans } from './0021-subnet-scans.js';
import { webhooks } from './0022-webhooks.js';
import { usageCounts } from './0023-usage-counts.js';
import { answeredRequests } from './0024-answered-requests.js';
import { freeGaps } from './0025-free-gaps.js';
import { holds } from './0026-holds.js';
import { lastSeenOrder } from './0027-last-seen-order.js';
import { usageTotals } from './0028-usage-totals.js';
import { networksInOrder } from './0029-networks-in-order.js';
import { usageChangesBySubnet } from './0030-usage-changes-by-subnet.js';
import { addressesBySubnetOnce } from './0031-addresses-by-subnet-once.js';
import { accessKeys } from './0032-access-keys.js';
import { signInProviders } from './0033-sign-in-providers.js';
import { oidcApplications } from './0034-oidc-applications.js';
import { applicationOrigins } from './0035-application-origins.js';
import { ranges } from './0036-ranges.js';
import { secondFactors } from './0037-second-factors.js';
import { roles } from './0038-roles.js';
import { requests } from './0039-requests.js';
import { usageHistory } from './0040-usage-history.js';
import { freshProofs } from './0041-fresh-proofs.js';
import { changesOfSubnets } from './0042-changes-of-subnets.js';
import { webhookFormats } from './0043-webhook-formats.js';
import { savedViews } from './0044-saved-views.js';
import { usageEdges } from './0045-usage-edges.js';
import { notifications } from './0046-notifications.js';
import { furtherNotices } from './0047-further-notices.js';
import { imports } from './0048-imports.js';
import { oauth } from './0049-oauth.js';
import { domainsEdited } from './0050-domains-edited.js';
import { resolversOfSections } from './0051-resolvers-of-sections.js';
import type { Migration } from './migration.js';

/** All migrations in order; append only. The number of a migration is its position, from 1. */
export const migrations: readonly Migration[] = [
  identity,
  catalog,
  inventory,
  changeLog,
  customValues,
  permissionOrder,
  inventoryRight,
  audit,
  cryptLegacy,
  accessHardening,
  freeRanges,
  hostnameOrder,
  failuresByName,
  deviceNames,
  codeDigests,
  writeProbe,
  caseFolding,
  foldedValues,
  timesInUtc,
  feed,
  subnetScans,
  webhooks,
  usageCounts,
  answeredRequests,
  freeGaps,
  holds,
  lastSeenOrder,
  usageTotals,
  networksInOrder,
  usageChangesBySubnet,
  addressesBySubnetOnce,
  accessKeys,
  signInProviders,
  oidcApplications,
  applicationOrigins,
  ranges,
  secondFactors,
  roles,
  requests,
  usageHistory,
  freshProofs,
  changesOfSubnets,
  webhookFormats,
  savedViews,
  usageEdges,
  notifications,
  furtherNotices,
  imports,
  oauth,
  domainsEdited,
  resolversOfSections,
];
