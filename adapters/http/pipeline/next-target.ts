import type { Exchange } from './exchange.js';
import type { ApiTarget } from './step.js';

export function nextTarget(
  { root }: Pick<Exchange, 'root'>,
  { appName, controllerName, ids, isPathless }: ApiTarget,
  query: string,
  after: string,
): string {
  const path = isPathless ? [] : [appName, controllerName, ...ids].map(encodeURIComponent);
  const others = query.split('&').filter((pair) => pair !== '' && !/^after(=|$)/.test(pair));
  const sound = others.map((pair) => pair.replace(/[^!-;=?-~]/gu, encodeURIComponent));
  return `${[root, ...path, ''].join('/')}?${[...sound, `after=${after}`].join('&')}`;
}
