/** Sign-in with OpenID providers. */
export { OpenIdProviders } from './openid-providers.js';
