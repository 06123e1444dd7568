import { action, integer, type Subject } from '../grammar.js';

/** Scans in steps, so that the client can show progress and stop. */
export const scan: Subject = {
  meaning: 'scans of subnets',
  actions: {
    list: action({
      meaning: 'list the subnets with scans enabled, or one of them',
      operands: [],
      options: [integer('subnet', 'its id')],
      run: ({ scanning }, { options: { subnet } }) => scanning.targets(typeof subnet === 'number' ? { subnetId: subnet } : {}),
    }),
    step: action({
      meaning: 'run one step of the scan of a subnet',
      operands: ['SUBNET', 'OWNER'],
      options: [],
      isRoutine: true,
      run: ({ scanning }, { operands: [subnet, owner = ''] }) => scanning.step(Number(subnet), owner),
    }),
    release: action({
      meaning: 'abort the scan of a subnet',
      operands: ['SUBNET', 'OWNER'],
      options: [],
      isRoutine: true,
      run: async ({ scanning }, { operands: [subnet, owner = ''] }) => {
        await scanning.release(Number(subnet), owner);
        return null;
      },
    }),
  },
};
