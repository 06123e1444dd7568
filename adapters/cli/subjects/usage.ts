import type { UsageRecord } from '../../../application/trends/usage-recording.js';
import { action, type Subject } from '../grammar.js';

export const usage: Subject = {
  meaning: 'recorded utilization of networks and sections',
  missing:
    'the service records utilization once a day: the only action is record; settings set --usage-history-... changes the hour',
  actions: {
    record: action({
      meaning: 'record the utilization now; replaces an earlier recording of today',
      operands: [],
      options: [],
      run: ({ usageRecording }) => usageRecording.recordNow(),
      lines: ({ day, subnets, sections }: UsageRecord) => [`recorded ${day}: ${subnets} subnets, ${sections} sections`],
    }),
  },
};
