import type { HostPorts } from '../../application/ports/scanning.js';
import { DnsReverseNames } from './dns-reverse-names.js';
import { SystemHostProbe } from './system-host-probe.js';

export { DnsReverseNames, SystemHostProbe };

export const systemHosts: HostPorts = { probe: new SystemHostProbe(), names: new DnsReverseNames() };
