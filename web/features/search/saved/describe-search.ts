import { limits } from '#contract/constants.ts';
import { listSeparator } from '#contract/isolate.ts';
import { chipsOf } from '../FilterChips.tsx';
import type { KindLabels } from '../kind-labels.ts';
import type { SearchState } from '../search-address.ts';

/** What a search looks for, in a line: its words, then its filters. */
export function describeSearch(state: SearchState, labels?: KindLabels): string {
  const filters = chipsOf(state, labels).map(({ label }) => label);
  return [...(state.q === undefined ? [] : [`“${state.q}”`]), ...filters].join(' · ');
}

/** The name that a search gets unless its user types another. */
export function proposeName(state: SearchState, labels?: KindLabels): string {
  const parts = [
    ...(state.q === undefined ? [] : [state.q]),
    ...chipsOf(state, labels).map(({ label }) => label),
  ];
  const name = parts.join(listSeparator());
  return [...name.charAt(0).toUpperCase(), ...name.slice(1)]
    .slice(0, limits.savedSearchNameLength)
    .join('');
}

/** Whether there is anything to look for. */
export function isSavable(state: SearchState): boolean {
  return state.q !== undefined || chipsOf(state).length > 0;
}
