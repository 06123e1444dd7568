import type { Application } from '../../../../application/index.js';
import type { OwnNotifications } from '../../../../application/notifications/own-subscription.js';
import { subscriptionFields } from '../../../../domain/notifications/subscription.js';
import type { Route } from '../../api-request.js';
import type { WireObject } from '../../wire/wire-value.js';
import { showMembers } from '../admin/printed-members.js';
import { readMembers } from '../admin/read-members.js';
import { reading, writing } from '../route.js';
import { accountNotificationDocs as about } from './notification-docs.js';

const write = writing('ownAccount');

export const notificationRoutes = ({ ownSubscription }: Pick<Application, 'ownSubscription'>): Route[] => [
  reading('ownAccount')('/notifications', about.read, async ({ caller }) => ({
    data: shown(await ownSubscription.read(caller)),
  })),
  write('PATCH', '/notifications', about.change, async ({ caller, parameters }) => ({
    message: 'Notifications updated',
    data: shown(await ownSubscription.set(caller, readMembers(subscriptionFields, parameters))),
  })),
  write('DELETE', '/notifications', about.reset, async ({ caller }) => {
    await ownSubscription.reset(caller);
    return { message: 'Notifications reset' };
  }),
];

const shown = ({ isDefault, isReachable, email, ...subscription }: OwnNotifications): WireObject => ({
  ...showMembers(subscriptionFields, subscription),
  isDefault: isDefault ? 1 : 0,
  email,
  isReachable: isReachable ? 1 : 0,
});
