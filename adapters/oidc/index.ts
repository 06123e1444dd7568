/** Sign-in by OpenID providers. */
export { OpenIdProviders } from './openid-providers.js';
