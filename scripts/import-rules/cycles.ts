/**
 * The circles in which files import each other, each once and as the way around it.
 * @param arrows for each file the files that it imports
 */
export function findCycles(arrows: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];

  function walk(file: string): void {
    const seenAt = way.indexOf(file);
    if (seenAt >= 0) {
      cycles.push([...way.slice(seenAt), file]);
      return;
    }
    if (done.has(file)) return;
    way.push(file);
    for (const next of arrows.get(file) ?? []) walk(next);
    way.pop();
    done.add(file);
  }

  for (const file of [...arrows.keys()].sort()) walk(file);
  return cycles;
}
