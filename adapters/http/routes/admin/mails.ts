import type { Application } from '../../../../application/index.js';
import type { Route } from '../../api-request.js';
import { reading, writing } from '../route.js';
import { adminMailDocs as about } from './mail-docs.js';

export const mailRoutes = ({ mails }: Pick<Application, 'mails'>): Route[] => [
  reading('administer')('/mail', about.status, async ({ caller }) => {
    const { enabled, ...status } = await mails.status(caller);
    return { data: { enabled: enabled ? 1 : 0, ...status } };
  }),
  writing('attempt')('POST', '/mail/test', about.test, async ({ caller, parameters }) => ({
    data: { ...(await mails.test(caller, parameters.address)) },
  })),
];
