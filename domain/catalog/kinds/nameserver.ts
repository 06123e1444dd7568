import { defineKind } from '../../fields/kind.js';

/** A set of DNS resolvers; `namesrv1` contains their addresses separated by semicolons. */
export const nameserver = defineKind({
  name: 'nameserver',
  title: 'name servers',
  fields: {
    name: { type: 'text', max: 255, required: true },
    namesrv1: { type: 'text', max: 255 },
    description: { type: 'multiline', max: 65535 },
    permissions: { type: 'idList', ref: { kind: 'section' } },
    editDate: { type: 'timestamp', readOnly: true },
  },
});
