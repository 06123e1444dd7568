import type { Subnet } from '../../domain/subnet/subnet.js';

export const nameOf = (subnet: Subnet | undefined): string => String(subnet?.prefix ?? subnet?.description ?? '');
