import type { Exchange } from './exchange.js';

/** The target of the request for the next page: the same one, with the place behind which that begins. */
export function nextTarget({ root, appName, controllerName, ids, isPathless }: Exchange, query: string, after: string): string {
  const path = isPathless ? [] : [appName, controllerName, ...ids].map(encodeURIComponent);
  const others = query.split('&').filter((pair) => pair !== '' && !/^after(=|$)/.test(pair));
  const sound = others.map((pair) => pair.replace(/[^!-;=?-~]/gu, encodeURIComponent));
  return `${[root, ...path, ''].join('/')}?${[...sound, `after=${after}`].join('&')}`;
}
