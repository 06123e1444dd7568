import type { Gateway, SubnetListing } from '../../application/ports/inventory.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import type { Subnet } from '../../domain/subnet/subnet.js';
import type { Row } from './session.js';
import { kindTable, subnetTable } from './tables.js';

const nameservers = kindTable('nameserver');
const nameserverPrefix = 'nameserver.';

/** Select list of a subnet `t` with what its record shows of others. */
export const listingColumns = `${subnetTable.selection('t')}, g.id as gateway_id, g.ip as gateway_ip, ${nameservers.selection('n', nameserverPrefix)}`;

/** The tables that it comes from beside `t`. */
export const listingJoins = `
  left join lateral (select id, ip from addresses where subnet_id = t.id and is_gateway order by id limit 1) g on true
  left join ${nameservers.name} n on n.id = t.nameserver_id`;

export function readListing(row: Row): SubnetListing {
  return {
    subnet: subnetTable.readFlat<Subnet>(row),
    gateway: gatewayOf(row),
    nameserver: row[`${nameserverPrefix}id`] === null ? null : nameservers.read(row, nameserverPrefix),
  };
}

function gatewayOf({ gateway_id: id, gateway_ip: ip }: Row): Gateway | null {
  return id === null ? null : { id: id as number, ip: IpAddress.parse(ip as string) };
}
