import type { AccessAdministration } from '../../../../application/access/administration/index.js';
import type { Sent } from '../../../../application/access/administration/webhook-administration.js';
import { maxStoredDeliveries } from '../../../../domain/changes/webhook.js';
import { zonedTimestamp } from '../../../../domain/scalar-text.js';
import type { Route } from '../../api-request.js';
import type { WireObject } from '../../wire/wire-value.js';
import { reading, writing } from '../route.js';
import { adminDocs as about } from './docs.js';

const attempt = writing('attempt');

export const webhookAttempts = ({ webhooks }: AccessAdministration): Route[] => [
  attempt('POST', '/webhooks/:name/test', about.testWebhook, async ({ caller, path: { name = '' } }) => ({
    data: deliveryText(await webhooks.test(caller, name)),
  })),
  attempt('POST', '/webhooks/:name/retry', about.retryWebhook, async ({ caller, path: { name = '' } }) => ({
    data: deliveryText(await webhooks.retry(caller, name)),
  })),
  reading('administer')('/webhooks/:name/deliveries', about.deliveries, async ({ caller, path: { name = '' } }) => ({
    data: (await webhooks.deliveries(caller, name, maxStoredDeliveries)).map(({ at, ...rest }) => ({
      at: zonedTimestamp(at),
      ...rest,
    })),
    isLong: true,
  })),
];

const deliveryText = ({ delivered, left, status, problem }: Sent): WireObject => ({ delivered, left, status, problem });
