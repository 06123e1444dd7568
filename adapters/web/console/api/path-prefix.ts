const given = document.querySelector<HTMLMetaElement>('meta[name=path-prefix]')?.content ?? '';

/** The path prefix of the service, such as /tools/ipam; empty for none, and for a page that no service serves. */
export const pathPrefix = given.startsWith('/') ? given : '';
