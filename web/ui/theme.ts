import { type Theme, themeColors, themeKey } from './theme-boot.ts';

/** What one may choose: a theme, or whatever the system has. */
export type ThemeChoice = Theme | 'system';

const changed = 'reprise:theme';

/** What is chosen now, as it stands on <html>. Only in the browser. */
export function chosenTheme(): ThemeChoice {
  return asChoice(document.documentElement.dataset.theme);
}

/** Shows a choice at once and keeps it. Of 'system' nothing is kept. */
export function chooseTheme(choice: ThemeChoice): void {
  show(choice);
  try {
    if (choice === 'system') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, choice);
  } catch {
    // Storage is forbidden here: the choice lasts as long as the page.
  }
  document.dispatchEvent(new Event(changed));
}

/** Calls back when the choice changes, here or in another tab. */
export function watchTheme(onChange: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    // A key of null: everything was cleared.
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

/** Anything else than a theme, an old or a foreign value for one, means the system's. */
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
