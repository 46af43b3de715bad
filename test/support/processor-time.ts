/** The processor time that work takes in this process, in milliseconds: unlike time by the clock it does not hang on what else the machine does. */
export function processorMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
