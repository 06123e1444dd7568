/**
 * Milliseconds for which processors have worked for this process: bounds on the cost of an algorithm are not to depend on what
 * else runs on the machine.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
