export { LdapDirectories } from './ldap-directories.js';
