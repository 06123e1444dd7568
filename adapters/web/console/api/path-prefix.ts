const content = document.querySelector<HTMLMetaElement>('meta[name=path-prefix]')?.content ?? '';

/** The path prefix of the service, such as /tools/ipam; empty without one, and for a page that is not served by the service. */
export const pathPrefix = content.startsWith('/') ? content : '';
