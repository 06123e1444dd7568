/** Sign-in by SAML 2.0 identity providers. */
export { SamlIdentityProviders } from './saml-identity-providers.js';
