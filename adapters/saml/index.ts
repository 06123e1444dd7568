export { SamlIdentityProviders } from './saml-identity-providers.js';
