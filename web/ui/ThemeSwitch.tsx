import { useSyncExternalStore } from 'react';
import { chooseTheme, currentTheme, watchTheme } from './theme.ts';

/**
 * Light or dark. It starts as the system has it, and follows the system again when both agree. The picture is chosen by
 * CSS, so that it is right before the script runs; the server cannot know the theme and says 'off'.
 */
export function ThemeSwitch({ label = 'Dark theme' }: { label?: string }) {
  const theme = useSyncExternalStore(watchTheme, currentTheme, () => 'light' as const);
  return (
    <button
      aria-checked={theme === 'dark'}
      aria-label={label}
      className="grid size-11 place-items-center rounded-md text-muted transition hover:bg-sunken hover:text-ink"
      onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
      role="switch"
      title={label}
      type="button"
    >
      <svg
        aria-hidden="true"
        className="size-5 fill-none stroke-current dark:hidden"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="1.75"
        viewBox="0 0 24 24"
      >
        <path d="M19.5 14.2A8 8 0 019.8 4.5a8 8 0 109.7 9.7z" />
      </svg>
      <svg
        aria-hidden="true"
        className="hidden size-5 fill-none stroke-current dark:block"
        strokeLinecap="round"
        strokeWidth="1.75"
        viewBox="0 0 24 24"
      >
        <circle cx="12" cy="12" r="4" />
        <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4" />
      </svg>
    </button>
  );
}
