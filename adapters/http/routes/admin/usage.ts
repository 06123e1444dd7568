import type { Application } from '../../../../application/index.js';
import type { Route } from '../../api-request.js';
import { writing } from '../route.js';
import { adminStateDocs as about } from './state-docs.js';

export const usageRoutes = ({ usageRecording }: Pick<Application, 'usageRecording'>): Route[] => [
  writing('attempt')('POST', '/usage/record', about.recordUsage, async () => {
    const record = await usageRecording.recordNow();
    return { message: 'Utilization recorded', data: { ...record } };
  }),
];
