import type { ChangeAction } from '../../../domain/changes/change.js';
import { requireHistory } from '../../../domain/listing/list-limits.js';
import type { Caller } from '../../caller.js';
import { Deliveries } from '../../changes/webhooks/webhook-follower.js';
import type { ChangeEntry } from '../../ports/change-log.js';
import type { Clock, PasswordHasher, TokenSource } from '../../ports/environment.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { WebhookFailure, type WebhookSender } from '../../ports/webhooks.js';
import { AdministrativeUnits } from './administrative-units.js';
import { AppAdministration } from './app-administration.js';
import { CustomFieldAdministration } from './custom-field-administration.js';
import { FactorAdministration } from './factor-administration.js';
import { GroupAdministration } from './group-administration.js';
import { HealthAdministration } from './health-administration.js';
import { KeyAdministration } from './key-administration.js';
import { PermissionAdministration } from './permission-administration.js';
import { PermissionExplanations } from './permission-explanations.js';
import { requireAdministrator } from './requirements.js';
import { RoleAdministration } from './role-administration.js';
import { ServiceAccountAdministration } from './service-account-administration.js';
import { SettingsAdministration } from './settings-administration.js';
import { SignInBlocks } from './sign-in-blocks.js';
import { type ProviderTest, SignInProviderAdministration } from './sign-in-provider-administration.js';
import { TokenAdministration } from './token-administration.js';
import { UserAdministration } from './user-administration.js';
import { WebhookAdministration } from './webhook-administration.js';

/** Administrative use cases, by record type. @throws IpamError permission.denied for callers who are not administrators */
export interface AccessAdministration {
  readonly users: UserAdministration;
  readonly groups: GroupAdministration;
  readonly roles: RoleAdministration;
  readonly explanations: PermissionExplanations;
  readonly apps: AppAdministration;
  readonly customFields: CustomFieldAdministration;
  readonly tokens: TokenAdministration;
  readonly factors: FactorAdministration;
  readonly serviceAccounts: ServiceAccountAdministration;
  readonly keys: KeyAdministration;
  readonly settings: SettingsAdministration;
  readonly webhooks: WebhookAdministration;
  readonly signInProviders: SignInProviderAdministration;
  readonly permissions: PermissionAdministration;
  readonly signInBlocks: SignInBlocks;
  readonly health: HealthAdministration;
  /**
   * History entries of administration and sign-ins, newest first.
   * @param actions limits the entries to these actions
   * @throws IpamError permission.denied, list.limit
   */
  audit(caller: Caller, max: number, actions?: readonly ChangeAction[]): Promise<ChangeEntry[]>;
}

const withoutProviderTest: ProviderTest = async () => [
  { step: 'find the protocol', problem: 'no sign-in protocols are configured' },
];

const withoutSender: WebhookSender = {
  send: () => Promise.reject(new WebhookFailure('no webhook sender is configured')),
};

export function createAccessAdministration(
  readers: Readers,
  unitOfWork: UnitOfWork,
  clock: Clock,
  passwords: PasswordHasher,
  tokens: TokenSource,
  sender: WebhookSender = withoutSender,
  testProvider: ProviderTest = withoutProviderTest,
): AccessAdministration {
  const units = new AdministrativeUnits(unitOfWork, clock);
  const deliveries = new Deliveries({ readers, unitOfWork, clock, sender });
  return {
    users: new UserAdministration(readers, units, passwords),
    groups: new GroupAdministration(readers, units),
    roles: new RoleAdministration(readers, units),
    explanations: new PermissionExplanations(readers),
    apps: new AppAdministration(readers, units, tokens),
    customFields: new CustomFieldAdministration(readers, units),
    tokens: new TokenAdministration(readers, units, clock),
    factors: new FactorAdministration(readers, units),
    serviceAccounts: new ServiceAccountAdministration(readers, units),
    keys: new KeyAdministration(readers, units, clock, tokens),
    settings: new SettingsAdministration(readers, units),
    webhooks: new WebhookAdministration(readers, unitOfWork, units, clock, tokens, deliveries),
    signInProviders: new SignInProviderAdministration(readers, units, testProvider),
    permissions: new PermissionAdministration(readers, units),
    signInBlocks: new SignInBlocks(readers, units, clock, tokens),
    health: new HealthAdministration(readers, unitOfWork),
    audit: async (caller, max, actions) => {
      requireAdministrator(caller, 'history');
      requireHistory(max);
      return readers.changeLog.audit(max, actions);
    },
  };
}
