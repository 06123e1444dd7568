import type { AnyRecord } from '../../api/client';
import { t } from '../../texts/text';

/** The allocated, held or specified addresses, otherwise their number or the size of the network. */
export function requestedSpace({ ip_addr: ip, count, mask, results }: AnyRecord): string {
  if (results) return String(results).replaceAll(';', ', ');
  const number = Number(count ?? 1);
  if (mask !== null && mask !== undefined) return ip ? `${ip}/${mask}` : t('request.anyNetwork', { mask });
  if (ip) return number > 1 ? t('request.from', { ip, n: number }) : String(ip);
  return t('request.anyAddress', { n: number });
}
