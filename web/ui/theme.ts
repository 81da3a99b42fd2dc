import { type Theme, themeColors, themeKey } from './theme-boot.ts';

const changed = 'reprise:theme';
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches;

/** The theme that is seen now: the chosen one, or the system's. Only in the browser. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemIsDark() ? 'dark' : 'light';
}

/** Shows a theme at once and keeps it. Choosing what the system has keeps nothing: the shop follows the system again. */
export function chooseTheme(theme: Theme): void {
  const isSystems = theme === (systemIsDark() ? 'dark' : 'light');
  show(isSystems ? undefined : theme);
  try {
    if (isSystems) localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch {
    // Storage is forbidden here: the choice lasts as long as the page.
  }
  document.dispatchEvent(new Event(changed));
}

/** Calls back when the theme changes: chosen here, chosen in another tab, or by the system. */
export function watchTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== themeKey) return;
    show(event.newValue === 'light' || event.newValue === 'dark' ? event.newValue : undefined);
    onChange();
  };
  system.addEventListener('change', onChange);
  addEventListener('storage', fromOtherTab);
  document.addEventListener(changed, onChange);
  return () => {
    system.removeEventListener('change', onChange);
    removeEventListener('storage', fromOtherTab);
    document.removeEventListener(changed, onChange);
  };
}

function show(theme: Theme | undefined): void {
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const systems: Theme = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = themeColors[theme ?? systems];
  }
}
