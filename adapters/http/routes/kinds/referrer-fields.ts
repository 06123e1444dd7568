import type { AddressQuery, SubnetQuery } from '../../../../application/ports/inventory.js';

/** Fields of subnets that refer to a record and support lists. */
export const subnetReferences = ['vlanId', 'vrfId', 'device', 'location'] as const satisfies readonly (keyof SubnetQuery)[];

/** The same for addresses. */
export const addressReferences = ['tag', 'deviceId', 'location'] as const satisfies readonly (keyof AddressQuery)[];
