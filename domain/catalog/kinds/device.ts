import { defineKind } from '../../fields/kind.js';

/** A switch, router, server or other device with addresses. */
export const device = defineKind({
  name: 'device',
  title: 'devices',
  fields: {
    hostname: { type: 'text', max: 255, required: true },
    ip: { type: 'text', max: 100 },
    type: { type: 'reference', ref: { kind: 'deviceType', onDelete: 'clear' } },
    description: { type: 'multiline', max: 256 },
    sections: { type: 'idList', ref: { kind: 'section' } },
    snmp_community: { type: 'text', max: 100, secret: true },
    snmp_version: { type: 'enum', values: ['0', '1', '2', '3'], default: '0' },
    snmp_port: { type: 'integer', max: 65535, default: 161 },
    snmp_timeout: { type: 'integer', default: 1000 },
    snmp_queries: { type: 'text', max: 128 },
    snmp_v3_sec_level: { type: 'enum', values: ['none', 'noAuthNoPriv', 'authNoPriv', 'authPriv'], default: 'none' },
    snmp_v3_auth_protocol: { type: 'enum', values: ['none', 'MD5', 'SHA'], default: 'none' },
    snmp_v3_auth_pass: { type: 'text', max: 64, secret: true },
    snmp_v3_priv_protocol: { type: 'enum', values: ['none', 'DES', 'AES'], default: 'none' },
    snmp_v3_priv_pass: { type: 'text', max: 64, secret: true },
    snmp_v3_ctx_name: { type: 'text', max: 64 },
    snmp_v3_ctx_engine_id: { type: 'text', max: 64 },
    rack: { type: 'reference', ref: { kind: 'rack', onDelete: 'clear' } },
    rack_start: { type: 'integer' },
    rack_size: { type: 'integer' },
    rack_deep: { type: 'flag' },
    location: { type: 'reference', ref: { kind: 'location', onDelete: 'clear' } },
    editDate: { type: 'timestamp', readOnly: true },
  },
  links: ['addresses', 'subnets'],
  customFields: 'devices',
});
