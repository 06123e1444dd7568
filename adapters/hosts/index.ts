/** What asks hosts: whether they answer, and what they are called. */
import type { HostPorts } from '../../application/ports/scanning.js';
import { DnsReverseNames } from './dns-reverse-names.js';
import { SystemHostProbe } from './system-host-probe.js';

export { DnsReverseNames, SystemHostProbe };

/** The programs and resolvers of this machine. */
export const systemHosts: HostPorts = { probe: new SystemHostProbe(), names: new DnsReverseNames() };
