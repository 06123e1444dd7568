import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { bytewise, createTable, custom, flags, id, requiredTexts, texts, times } from './table.js';

/**
 * Sections, subnets, addresses, and definitions of custom fields. Texts that order lists are compared bytewise. Columns with a
 * name ending in _key contain a case-folded text for lookups. n_distinct makes the planner expect few children and addresses of a
 * subnet. Otherwise, if one subnet has most of them, the planner reads the whole table for every other subnet.
 */
export const inventory: Migration = {
  name: 'inventory',
  steps: () => [
    createTable('sections', (t, table) => {
      id(t);
      t.specificType('name', bytewise).notNullable();
      t.specificType('name_key', bytewise).notNullable();
      texts(t, 'description');
      table.reference('master_section', 'sections', 'cascade');
      t.jsonb('permissions');
      flags(t, 'strict_mode');
      texts(t, 'subnet_ordering');
      t.integer('order');
      times(t, 'edit_date');
      flags(t, 'show_subnet', 'show_vlan', 'show_vrf', 'show_supernet_only');
      texts(t, 'dns');
      custom(t);
      table.unique('name_key');
      table.indexWhereSet('master_section');
    }),

    createTable('subnets', (t, table) => {
      id(t);
      t.specificType('network', 'cidr');
      table.reference('section_id', 'sections', 'cascade').notNullable();
      t.specificType('description', bytewise);
      table.optional({ linked_subnet: 'subnets' });
      texts(t, 'firewall_address_object');
      table.optional({ vrf_id: 'vrfs' });
      table.reference('master_subnet_id', 'subnets', 'cascade');
      flags(t, 'allow_requests');
      table.optional({ vlan_id: 'vlans' });
      flags(t, 'show_name');
      table.optional({ device: 'devices' });
      t.jsonb('permissions');
      flags(t, 'ping_subnet', 'discover_subnet', 'resolve_dns', 'dnsrecursive', 'dnsrecords');
      table.optional({ nameserver_id: 'nameservers', scan_agent: 'scan_agents', customer_id: 'customers' });
      flags(t, 'is_folder', 'is_full', 'is_pool');
      table.reference('tag', 'tags', 'set null');
      t.integer('threshold');
      table.optional({ location: 'locations' });
      times(t, 'edit_date', 'last_scan', 'last_discovery');
      custom(t);
      t.check('is_folder = (network is null)', {}, 'subnets_check');
      table.index('network', 'id');
      table.index('section_id', 'network', 'id');
      table.index('master_subnet_id', 'network', 'id');
      table.index('tag');
    }),
    sql`create index on subnets using gist (network inet_ops)`,
    sql`alter table subnets alter column master_subnet_id set (n_distinct = -0.1)`,

    createTable('addresses', (t, table) => {
      id(t);
      table.reference('subnet_id', 'subnets', 'cascade').notNullable();
      t.specificType('ip', 'inet').notNullable();
      flags(t, 'is_gateway');
      texts(t, 'description');
      for (const name of ['hostname', 'hostname_key', 'mac']) t.specificType(name, bytewise);
      texts(t, 'owner');
      table.reference('tag', 'tags', 'set null');
      table.optional({ device_id: 'devices', location: 'locations' });
      texts(t, 'port', 'note');
      times(t, 'last_seen');
      flags(t, 'exclude_ping', 'ptrignore');
      t.integer('ptr');
      texts(t, 'firewall_address_object');
      times(t, 'edit_date');
      table.optional({ customer_id: 'customers' });
      custom(t);
      table.unique('subnet_id', 'ip');
      t.check('masklen(ip) = case family(ip) when 4 then 32 else 128 end', {}, 'addresses_ip_check');
      table.index('ip', 'id');
      table.index('subnet_id', 'tag');
      table.indexWhereSet('hostname', 'ip', 'id');
      table.indexWhereSet('hostname_key');
      table.indexWhereSet('mac');
      table.index('tag');
    }),
    sql`alter table addresses alter column subnet_id set (n_distinct = -0.01)`,
    sql`create index on addresses (subnet_id, id) where is_gateway`,
    sql`create index on addresses using gin (custom jsonb_path_ops) where custom <> '{}'`,

    createTable('custom_fields', (t) => {
      requiredTexts(t, 'on', 'name');
      t.specificType('place', 'bigint generated always as identity');
      requiredTexts(t, 'type');
      t.boolean('nullable').notNullable();
      texts(t, 'default');
      requiredTexts(t, 'comment');
      t.primary(['on', 'name']);
    }),
  ],
};
