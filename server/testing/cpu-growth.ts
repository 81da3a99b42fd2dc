/** Below this, the time says nothing about the text. */
const measurableMs = 12;
const maxRuns = 20;

/**
 * How many times the CPU time grows when a text is twice as long: 2 for what reads it once, 4 for what is quadratic. The best of
 * several runs counts, so that a busy machine changes nothing; what takes no time worth measuring has 1.
 * @param read with a text of that length
 */
export function cpuGrowth(read: (length: number) => unknown, length: number): number {
  const ofLong = cpuMs(() => read(2 * length));
  if (ofLong < measurableMs) return 1;
  let [short, long] = [cpuMs(() => read(length)), ofLong];
  for (let run = 1; run < maxRuns && (run < 3 || long / short > maxGrowth); run += 1) {
    short = Math.min(
      short,
      cpuMs(() => read(length)),
    );
    long = Math.min(
      long,
      cpuMs(() => read(2 * length)),
    );
  }
  return long < measurableMs ? 1 : long / short;
}

/** Between what grows with the length of a text and what grows with its square. */
export const maxGrowth = 3;

function cpuMs(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
