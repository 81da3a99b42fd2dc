import { safeLocalStorage } from '../browser-storage.ts';
import { type Theme, themeColors, themeKey } from './theme-boot.ts';

/** The choices: a theme, or 'system'. */
export type ThemeChoice = Theme | 'system';

const changed = 'reprise:theme';

/** The current choice, as set on <html>. Browser only. */
export function chosenTheme(): ThemeChoice {
  return asChoice(document.documentElement.dataset.theme);
}

/** Applies a choice immediately and stores it. 'system' removes the stored choice. */
export function chooseTheme(choice: ThemeChoice): void {
  show(choice);
  if (choice === 'system') safeLocalStorage.removeItem(themeKey);
  else safeLocalStorage.setItem(themeKey, choice);
  document.dispatchEvent(new Event(changed));
}

/** Calls back when the choice changes, in this tab or another. */
export function watchTheme(onChange: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    // A null key means that all of the storage was cleared.
    if (event.key !== themeKey && event.key !== null) return;
    show(asChoice(event.newValue));
    onChange();
  };
  addEventListener('storage', fromOtherTab);
  document.addEventListener(changed, onChange);
  return () => {
    removeEventListener('storage', fromOtherTab);
    document.removeEventListener(changed, onChange);
  };
}

/** Any value that is not a theme (outdated or foreign) means 'system'. */
export function asChoice(kept: string | null | undefined): ThemeChoice {
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

function show(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const systems: Theme = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = themeColors[choice === 'system' ? systems : choice];
  }
}
