import { readVersion } from '../version.js';
import type { AddCommand } from './invocation.js';

export const addAsyncApi: AddCommand = (program, chosen) =>
  void program
    .command('asyncapi')
    .description('print the AsyncAPI description of change feed, webhooks and message brokers as JSON')
    .action(() =>
      chosen({
        name: 'asyncapi',
        options: {},
        run: async ({ print }) => {
          const { describeEventInterface } = await import('../../adapters/http/index.js');
          print(`${JSON.stringify(describeEventInterface(readVersion()), null, 2)}\n`);
          return true;
        },
      }),
    );
