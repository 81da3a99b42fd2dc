/**
 * Variables of the environment that are no setting and look like one, in words. Of short names only one letter may differ:
 * `HOST` has neighbours that other programs read.
 * @param known the names of all settings
 */
export function findMisspelled(given: readonly string[], known: readonly string[]): string[] {
  return given.flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known
      .map((setting) => ({ setting, distance: distanceOf(name.toUpperCase(), setting) }))
      .filter(({ setting, distance }) => distance <= (setting.length > 6 ? 2 : 1))
      .sort((one, other) => one.distance - other.distance)[0];
    return meant ? [`${name} is no setting. Did you mean ${meant.setting}?`] : [];
  });
}

/** How many letters are missing, added, changed, or exchanged with the next one (optimal string alignment). */
function distanceOf(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged = i > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        j > 1 && isExchanged ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
