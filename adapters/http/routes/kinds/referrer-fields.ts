import type { AddressQuery, SubnetQuery } from '../../../../application/ports/inventory.js';

/** Fields of subnets that refer to a record, and by which subnets can be listed. */
export const subnetReferences = ['vlanId', 'vrfId', 'device', 'location'] as const satisfies readonly (keyof SubnetQuery)[];

/** Fields of addresses that refer to a record, and by which addresses can be listed. */
export const addressReferences = ['tag', 'deviceId', 'location'] as const satisfies readonly (keyof AddressQuery)[];
