/** All words one edit away, which trigrams of short words miss: a letter left out, added or replaced, or two exchanged. */
export function oneEditFrom(word: string): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const edits: string[] = [];
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    edits.push(...letters.map((letter) => before + letter + after));
    if (after === '') continue;
    edits.push(
      before + after.slice(1),
      ...letters.map((letter) => before + letter + after.slice(1)),
    );
    if (after.length > 1) edits.push(before + after.charAt(1) + after.charAt(0) + after.slice(2));
  }
  return [...new Set(edits)];
}

/** Letters added, left out, replaced, or exchanged with the next one (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isExchange = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        cell(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        cell(rows, i - 1, j - 1) + (isSame ? 0 : 1),
        isExchange ? cell(rows, i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return cell(rows, from.length, to.length);
}

const cell = (rows: readonly number[][], i: number, j: number) => rows[i]?.[j] ?? 0;
