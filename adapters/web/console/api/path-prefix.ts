const given = document.querySelector<HTMLMetaElement>('meta[name=path-prefix]')?.content ?? '';

/** The path prefix before every path of the service, such as /tools/ipam; empty for none, and where no service serves the page. */
export const pathPrefix = given.startsWith('/') ? given : '';
