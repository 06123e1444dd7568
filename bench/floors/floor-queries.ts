/** What the floors ask of the database. */

/** Columns of a subnet's record. */
const subnetColumns = `id, host(network) as subnet, masklen(network) as mask, section_id, description, linked_subnet,
  firewall_address_object, vrf_id, master_subnet_id, allow_requests, vlan_id, show_name, device, permissions, ping_subnet,
  discover_subnet, resolve_dns, dnsrecursive, dnsrecords, nameserver_id, scan_agent, customer_id, is_folder, is_full, is_pool,
  tag, threshold, location, edit_date, last_scan, last_discovery, custom`;

/** Columns of an address's record. */
const addressColumns = `id, subnet_id, host(ip) as ip, is_gateway, description, hostname, mac, owner, tag, device_id, location,
  port, note, last_seen, exclude_ping, ptrignore, ptr, firewall_address_object, edit_date, customer_id, custom`;

export const oneSubnet = `select ${subnetColumns} from subnets where id = $1`;

/** Queries of long answers, by name in the path. */
export const lists: Readonly<Record<string, string>> = {
  subnets: `select ${subnetColumns} from subnets t where section_id = $1 order by t.network, t.id`,
  addresses: `select ${addressColumns} from addresses t where subnet_id = $1 order by t.ip, t.id`,
};

/** A copy of the address table with its indexes, and gaps from which the floor allocates. */
export const floorTables = `
  create schema floor;
  create table floor.addresses (like public.addresses including all);
  create table floor.free_ranges (id integer primary key, first inet not null, last inet not null);
  insert into floor.free_ranges values (1, '35.0.0.1', '35.255.255.254');`;

/** Allocates the next free address with one statement. */
export const takeAddress = `
  with taken as (
    update floor.free_ranges set first = first + 1 where id = $1 and first <= last returning first - 1 as ip
  )
  insert into floor.addresses (subnet_id, ip, description, tag) select $1, ip, $2, 2 from taken returning id, host(ip) as ip`;
