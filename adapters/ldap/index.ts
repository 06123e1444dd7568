/** Sign-in by LDAP directories and Active Directory. */
export { LdapDirectories } from './ldap-directories.js';
