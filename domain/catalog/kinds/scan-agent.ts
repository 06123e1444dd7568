import { defineKind } from '../../fields/kind.js';

export const scanAgent = defineKind({
  name: 'scanAgent',
  title: 'scan agents',
  fields: {
    name: { type: 'text', max: 128, required: true },
    description: { type: 'multiline', max: 65535 },
    type: { type: 'enum', values: ['direct', 'api', 'mysql'], default: 'direct' },
    code: { type: 'text', max: 32, secret: true },
    last_access: { type: 'timestamp', readOnly: true },
  },
  uniqueTogether: [['code']],
});
