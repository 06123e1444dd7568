import { t } from '../texts/text';
import type { Subnet } from './client';

export const isFolder = (subnet: Subnet): boolean => String(subnet.isFolder) === '1';

export const listOf = (subnet: Subnet): 'folders' | 'subnets' => (isFolder(subnet) ? 'folders' : 'subnets');

export const nameOf = (subnet: Subnet): string =>
  isFolder(subnet) ? subnet.description || t('subnet.folder') : `${subnet.subnet}/${subnet.mask}`;
