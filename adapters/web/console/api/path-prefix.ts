const content = document.querySelector<HTMLMetaElement>('meta[name=path-prefix]')?.content ?? '';

/** The path prefix of the service, such as /tools/ipam; empty without a prefix, and for a page that the service does not serve. */
export const pathPrefix = content.startsWith('/') ? content : '';
