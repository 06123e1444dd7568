/**
 * CPU time of this process, in milliseconds.
 * Tests of the cost of an algorithm use it, because it does not depend on other processes.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
