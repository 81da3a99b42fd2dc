import { posix } from 'node:path';
import { judgeArrow } from './arrows.ts';
import { findCycles } from './cycles.ts';
import { factsOf, type Import } from './imports-of.ts';
import { type Place, placeOf } from './place.ts';

/** The sources of a project by their paths from its folder. */
export type SourceTree = Readonly<Record<string, string>>;

/** Where the environment may be read: where it is checked, and where the server begins. */
const environmentReaders = ['server/config/config.ts', 'server/main.ts', 'server/dev.ts'];

/**
 * Every breach of the house's order, one line each: file, line and rule.
 * @param tree all `.ts` and `.tsx` files of contract/, server/, web/ and demo/
 */
export function findBreaches(tree: SourceTree): string[] {
  const breaches: string[] = [];
  const arrows = new Map<string, string[]>();
  for (const [path, source] of Object.entries(tree)) {
    const place = placeOf(path);
    if (!place) {
      breaches.push(`${path}: the house has no such room (see scripts/import-rules/place.ts)`);
      continue;
    }
    const { imports, environmentLines } = factsOf(path, source);
    if (place.level !== 'test' && !environmentReaders.includes(path)) {
      for (const line of environmentLines) {
        breaches.push(`${path}:${line}: only server/config/config.ts knows the environment`);
      }
    }
    const targets = imports.map((each) => {
      const target = targetOf(path, each.specifier);
      const verdict = judge(path, place, each, target);
      if (verdict) breaches.push(`${path}:${each.line}: ${verdict} (imports ${each.specifier})`);
      return target;
    });
    arrows.set(path, [...new Set(targets.filter((target) => target !== undefined))]);
  }
  for (const cycle of findCycles(arrows)) {
    breaches.push(`${cycle[0]}: imports itself: ${cycle.join(' > ')}`);
  }
  return breaches.sort();
}

function judge(
  path: string,
  place: Place,
  { specifier }: Import,
  target: string | undefined,
): string | undefined {
  if (target === undefined) {
    const isPure = place.floor !== 'contract' || place.level === 'test' || specifier === 'zod';
    return isPure ? undefined : 'the contract is pure: nothing but zod';
  }
  const targetFloor = target.split('/')[0];
  const isSpelledRight =
    targetFloor !== 'contract' || specifier.startsWith('#') === (path.split('/')[0] !== 'contract');
  if (!isSpelledRight) return 'the contract is #contract/… from outside, and ./… inside';
  // A test that builds a program builds it as the project does.
  if (place.level === 'test' && targetFloor === 'scripts') return undefined;
  const targetPlace = placeOf(target);
  return targetPlace ? judgeArrow(place, targetPlace) : 'no floor of the house';
}

/** The file that an import leads to, undefined for a package. */
function targetOf(path: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#contract/')) return bare.slice(1);
  if (bare.startsWith('.')) return posix.join(posix.dirname(path), bare);
  return undefined;
}
