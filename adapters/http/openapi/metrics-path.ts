import type { Schema } from './schema.js';

/** The path of the metrics, where the listeners of the interface tell them: beside all applications, and to anybody. */
export const metricsPath: Readonly<Record<string, Schema>> = {
  '/metrics': {
    servers: [{ url: '/', description: 'This server, outside of all applications' }],
    get: {
      operationId: 'getMetrics',
      summary: 'Metrics of the service in the text format of Prometheus',
      security: [],
      responses: {
        '200': { description: 'The metrics of all processes', content: { 'text/plain': { schema: { type: 'string' } } } },
        '503': {
          description: 'The metrics cannot be had now',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      },
    },
  },
};
