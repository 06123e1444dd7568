import type { Subnet } from '../../domain/subnet/subnet.js';

/** The prefix of a network, or the description of a folder. */
export const nameOf = (subnet: Subnet | undefined): string => String(subnet?.prefix ?? subnet?.description ?? '');
