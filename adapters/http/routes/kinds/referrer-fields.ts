import type { AddressQuery, SubnetQuery } from '../../../../application/ports/inventory.js';

/** Reference fields of subnets that have lists of referencing subnets. */
export const subnetReferences = ['vlanId', 'vrfId', 'device', 'location'] as const satisfies readonly (keyof SubnetQuery)[];

/** Reference fields of addresses that have lists of referencing addresses. */
export const addressReferences = ['tag', 'deviceId', 'location'] as const satisfies readonly (keyof AddressQuery)[];
