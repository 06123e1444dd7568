export { OpenIdProviders } from './openid-providers.js';
