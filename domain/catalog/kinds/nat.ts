import { defineKind } from '../../fields/kind.js';

/** A network address translation (RFC 3022); `src` and `dst` contain ids of addresses and subnets by kind. */
export const nat = defineKind({
  name: 'nat',
  title: 'NAT rules',
  fields: {
    name: { type: 'text', max: 64 },
    type: { type: 'enum', values: ['source', 'static', 'destination'], default: 'source' },
    src: { type: 'objects' },
    dst: { type: 'objects' },
    src_port: { type: 'integer', max: 65535 },
    dst_port: { type: 'integer', max: 65535 },
    device: { type: 'reference', ref: { kind: 'device', onDelete: 'clear' } },
    description: { type: 'multiline', max: 65535 },
    policy: { type: 'enum', values: ['No', 'Yes'], default: 'No' },
    policy_dst: { type: 'text', max: 255 },
  },
});
