import { t } from '../texts/text';
import type { Subnet } from './client';

export const isFolder = (subnet: Subnet): boolean => String(subnet.isFolder) === '1';

/** The path of the interface that lists such subnets. */
export const listOf = (subnet: Subnet): 'folders' | 'subnets' => (isFolder(subnet) ? 'folders' : 'subnets');

/** What a network or folder is called. */
export const nameOf = (subnet: Subnet): string =>
  isFolder(subnet) ? subnet.description || t('subnet.folder') : `${subnet.subnet}/${subnet.mask}`;
