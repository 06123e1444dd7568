import { subscriptionFields, topics } from '../../../../domain/notifications/subscription.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { value } from '../../openapi/schema.js';
import { memberInputSchemas, memberOutputSchemas } from '../admin/member-schemas.js';

const notifications = memberOutputSchemas(subscriptionFields, {
  isDefault: value('flag', 'Whether the default of the settings applies.'),
  email: { type: 'string', description: 'Your e-mail address; administrators change it.' },
  isReachable: value('flag', 'Whether the service sends mails and your address is valid.'),
});

export const accountNotificationDocs = {
  read: {
    id: 'getNotifications',
    summary: 'Your notifications',
    text: `Topics: ${topics.join(', ')}.`,
    answer: shows(notifications),
    errors: ['permission.denied'],
  },
  change: {
    id: 'updateNotifications',
    summary: 'Change your notifications',
    text: 'Members that are not in the request do not change. A topic alone means all sections, `threshold:3` the section with ID 3. You get notifications only about objects that you may see.',
    input: { members: memberInputSchemas(subscriptionFields, 'change') },
    answer: { shows: 'plain', message: 'Notifications updated', data: notifications },
    errors: ['permission.denied', 'provision.invalid'],
  },
  reset: {
    id: 'resetNotifications',
    summary: 'Use the default notifications',
    text: 'Deletes your subscription: the default of the settings applies.',
    input: { others: {} },
    answer: { shows: 'plain', message: 'Notifications reset' },
    errors: ['permission.denied'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
